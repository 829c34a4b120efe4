import type { Gate, SendingWorker } from '#lib/engine/admission/gate.ts';
import {
  isRequestDecision,
  isWindowDecision,
  type RequestDecision,
  type Requeued,
  type SendTarget,
  type WindowDecision,
} from '#lib/engine/decision.ts';
import { transitionToRunning } from '#lib/engine/job-status.ts';
import type { Records } from '#lib/engine/record/records.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { withoutSecretTexts } from '#lib/environment-variables/redact.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { advance, type CoreTools } from './advance.ts';
import { conclude } from './conclude.ts';
import { hostOf, type MakeRequest } from './make-request.ts';
import { withoutRequestSecrets } from './request-secrets.ts';

export interface AttemptTools extends CoreTools, SendingWorker {
  send: SendTarget;
  request: MakeRequest;
}

/** Requeue delay in milliseconds if the machine is too busy for the job. */
const BUSY_PAUSE_MS = 5_000;

/** The result of the job depends on other runs, so it is decided while it is recorded. */
export interface WindowPending {
  windowDecision: WindowDecision;
}

export type AttemptResult = Records | Requeued | WindowPending;

/**
 * Makes one attempt of a claimed job: decides, sends and concludes. Only the returned records are written, after
 * sending.
 *
 * @throws {TransitionError} if the job has already ended, because its worker was suspended after the claim and another
 * worker took over. Nothing is sent in this case.
 */
export async function attempt(loaded: RunContext, tools: Tools, gate: Gate): Promise<AttemptResult> {
  const result = await decideAndSend(loaded, tools, gate);
  return withoutSecretTexts(result, loaded.environment.variables?.secrets);
}

async function decideAndSend(loaded: RunContext, tools: Tools, gate: Gate): Promise<AttemptResult> {
  transitionToRunning(loaded.job.status);
  const now = tools.now();
  const run = gate.withCurrentBreakers(loaded, now);
  const heldUntil = gate.heldUntil(run, now);
  if (heldUntil) return { readyAt: heldUntil };
  const decision = await advanceUnlessBusy(run, now, tools);
  if (!decision) return { readyAt: new Date(now.getTime() + BUSY_PAUSE_MS) };
  if (isWindowDecision(decision)) return { windowDecision: decision };
  if (isRequestDecision(decision)) return requestAndConclude(run, decision, tools, gate);
  if (decision.type !== 'deliver') return conclude(run, decision, [], tools.now());
  const targets = decision.targets.filter(({ message }) => message);
  const results = await gate.send(run, targets, now, tools);
  return 'readyAt' in results ? results : conclude(run, decision, results, tools.now());
}

async function requestAndConclude(
  run: RunContext,
  decision: RequestDecision,
  tools: Tools,
  gate: Gate,
): Promise<AttemptResult> {
  const { request, shown, schema } = decision;
  const send = () => tools.request(run.environment, run.job.id, { request, shown, schema }, tools.now);
  const answered = await gate.request(run, hostOf(request.url), send, tools);
  if ('readyAt' in answered) return answered;
  // This module loads the JSON Schema validator, which other steps do not need.
  const { requeueTimeOfHeld, settleRequest } = await import('./request-step.ts');
  const readyAt = requeueTimeOfHeld(run, answered, tools.now());
  if (readyAt) return { readyAt };
  const settled = await settleRequest(run, decision, answered, tools.now());
  return conclude(run, withoutRequestSecrets(settled, decision, run.environment.variables?.secrets), [], tools.now());
}

/** Returns the decision. Undefined if the machine is too busy to render the step. */
async function advanceUnlessBusy(run: RunContext, now: Date, tools: Tools) {
  try {
    return await advance(run, now, tools);
  } catch (error) {
    if (error instanceof ProcessorBusyError) return undefined;
    throw error;
  }
}

export function isWindowPending(result: AttemptResult): result is WindowPending {
  return 'windowDecision' in result;
}

export function isRequeued(result: AttemptResult): result is Requeued {
  return 'readyAt' in result;
}

type Tools = Omit<AttemptTools, 'send'>;
