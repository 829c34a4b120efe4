import { choosesAgain, type Gate, requeueTime, waitsForTurn } from '#lib/engine/admission/gate.ts';
import {
  isRequestDecision,
  isWindowDecision,
  type RequestDecision,
  type SendTarget,
  type Target,
  type WindowDecision,
} from '#lib/engine/decision.ts';
import { claimed } from '#lib/engine/job-status.ts';
import type { Records } from '#lib/engine/record/records.ts';
import { mayChooseAnother, type RunContext } from '#lib/engine/run-context.ts';
import { withoutSecretTexts } from '#lib/environment-variables/redact.ts';
import { ProcessorBusyError } from '#lib/rendering/within-time.ts';
import { advance, type CoreTools } from './advance.ts';
import { conclude } from './conclude.ts';
import { isHeld } from './integration-choice.ts';
import { hostOf, type MakeRequest } from './make-request.ts';
import { withoutRequestSecrets } from './request-secrets.ts';

export interface AttemptTools extends CoreTools {
  now(): Date;
  send: SendTarget;
  request: MakeRequest;
  /** Whether this worker still holds its jobs. Otherwise nothing may be sent. */
  isPresent(): boolean;
}

/** Requeue delay in milliseconds if the worker may have lost the job. */
const ABSENT_PAUSE_MS = 1_000;

/** Requeue delay in milliseconds if the machine is too busy for the job. */
const BUSY_PAUSE_MS = 5_000;

/** The job was not tried. It continues later, and nothing else about it changes. */
export interface Requeued {
  readyAt: Date;
}

/** The result of the job depends on other runs, so it is decided while it is recorded. */
export interface Shared {
  shared: WindowDecision;
}

export type AttemptResult = Records | Requeued | Shared;

/**
 * Makes one attempt of a claimed job: decides, sends and concludes. Only the returned records are written, after
 * sending.
 *
 * @throws {TransitionError} if the job has already ended, because its worker was suspended after the claim and another
 * worker took over. Nothing is sent in this case.
 */
export async function attempt(loaded: RunContext, tools: Tools, gate: Gate): Promise<AttemptResult> {
  const result = await attempted(loaded, tools, gate);
  return withoutSecretTexts(result, loaded.environment.variables?.secrets);
}

async function attempted(loaded: RunContext, tools: Tools, gate: Gate): Promise<AttemptResult> {
  claimed(loaded.job.status);
  const now = tools.now();
  const run = gate.seen(loaded, now);
  const held = gate.heldUntil(run, now);
  if (held) return { readyAt: held };
  const decision = await advanced(run, now, tools);
  if (!decision) return { readyAt: new Date(now.getTime() + BUSY_PAUSE_MS) };
  if (isWindowDecision(decision)) return { shared: decision };
  if (isRequestDecision(decision)) return requested(run, decision, tools, gate);
  if (decision.type !== 'deliver') return conclude(run, decision, [], tools.now());
  const targets = decision.targets.filter(({ message }) => message);
  // While this message was rendered, another message took the probe of its integration. Another integration may be
  // chosen.
  const isLate = ({ integration }: Target) => !isHeld(integration, now) && gate.isHeld(run, integration, now);
  if (mayChooseAnother(run) && targets.some(isLate)) return { readyAt: now };
  // Check for free slots before taking a turn, because a requeued job would lose its turn. Check again afterwards,
  // because other jobs may have taken the slots.
  const crowded = gate.slotsBusyUntil(run, targets, now);
  if (crowded) return { readyAt: crowded };
  const turns = await gate.turnsOf(run, targets, now);
  const due = targets.filter(({ messageId }) => !turns.has(messageId));
  const later = choosesAgain(run, targets, turns)
    ? now
    : (requeueTime(run, targets, turns, now) ?? gate.slotsBusyUntil(run, due, now) ?? absentUntil(tools, now));
  if (later) {
    await gate.giveBack(run, due, now);
    return { readyAt: later };
  }
  const send = (target: Target) => {
    const turn = turns.get(target.messageId);
    return turn ? waitsForTurn(target, turn, now) : gate.send(run.environment.id, target, tools.now);
  };
  const results = await Promise.all(targets.map(send));
  return conclude(run, decision, results, tools.now());
}

/** Returns when to requeue a job if this worker may have lost it. */
function absentUntil({ isPresent }: Tools, now: Date): Date | undefined {
  return isPresent() ? undefined : new Date(now.getTime() + ABSENT_PAUSE_MS);
}

async function requested(run: RunContext, decision: RequestDecision, tools: Tools, gate: Gate): Promise<AttemptResult> {
  const { request, shown } = decision;
  if (!tools.isPresent()) return { readyAt: new Date(tools.now().getTime() + ABSENT_PAUSE_MS) };
  const send = () => tools.request(run.environment, run.job.id, { request, shown }, tools.now);
  const answered = await gate.request(run, hostOf(request.url), send, tools.now);
  if ('readyAt' in answered) return answered;
  // This module loads the JSON Schema validator, which other steps do not need.
  const { requeueTimeOfHeld, settleRequest } = await import('./request-step.ts');
  const readyAt = requeueTimeOfHeld(run, answered, tools.now());
  if (readyAt) return { readyAt };
  const settled = await settleRequest(run, decision, answered, tools.now());
  return conclude(run, withoutRequestSecrets(settled, decision, run.environment.variables?.secrets), [], tools.now());
}

/** Returns the decision. Undefined if the machine is too busy to render the step. */
async function advanced(run: RunContext, now: Date, tools: Tools) {
  try {
    return await advance(run, now, tools);
  } catch (error) {
    if (error instanceof ProcessorBusyError) return undefined;
    throw error;
  }
}

export function isShared(result: AttemptResult): result is Shared {
  return 'shared' in result;
}

export function isRequeued(result: AttemptResult): result is Requeued {
  return 'readyAt' in result;
}

type Tools = Omit<AttemptTools, 'send'>;
