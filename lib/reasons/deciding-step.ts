/**
 * Decides which step explains a run. This rule applies to the recorded outcome, the row and the page of the run,
 * Explain, tickets and the export. Pure.
 */
import { isLive, type JobStatus } from '#lib/engine/job-status.ts';
import type { RunState } from '#lib/notifications/status/live-statuses.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { isIntended, leadingFirst, leadingStep } from './leading.ts';
import { FINAL_OUTCOMES, type FinalOutcome, OUTCOME_BY_STATUS } from './outcome.ts';
import { isCancellation, outcomeOf, type Reason, reasonFor } from './registry.ts';

/** A recorded step. `reason` is undefined if no reason is stored, or if the stored reason is from a later release. */
export interface RecordedStep {
  status: JobStatus;
  reason?: Reason | undefined;
}

/**
 * Outcomes in order of precedence: a run has the first outcome that one of its steps has (docs/delivery.md, "The end of
 * a run").
 */
const PRECEDENCE: readonly FinalOutcome[] = ['failed', 'sent', 'merged', 'cancelled', 'throttled', 'skipped', 'done'];

/** Returns the outcome of a step. For failed steps, the status alone decides. For other steps, the reason decides. */
export function stepOutcome({ status, reason }: RecordedStep): FinalOutcome {
  const byReason = status === 'failed' ? undefined : reason && outcomeOf(reason);
  if (byReason && byReason !== 'running' && byReason !== 'waiting') return byReason;
  return OUTCOME_BY_STATUS[status] ?? 'done';
}

/**
 * Returns the reason for a step's status. If no readable reason is stored, returns a general reason that follows from
 * the status.
 */
export function reasonOf({ status, reason }: RecordedStep): Reason {
  return reason ?? reasonFor(isLive(status) ? 'step_queued' : 'unrecorded', {});
}

/** Returns the outcome of a run and the leading step with this outcome. All steps must have ended. Undefined without steps. */
export function endOf<Step extends RecordedStep>(
  steps: readonly Step[],
): { outcome: FinalOutcome; step: Step } | undefined {
  const outcomes = new Set(steps.map(stepOutcome));
  const outcome = PRECEDENCE.find((each) => outcomes.has(each));
  const step = leading(steps.filter((each) => stepOutcome(each) === outcome));
  return outcome && step && { outcome, step };
}

/** A step with its current state, as shown in its run. */
export interface StatedStep extends RecordedStep {
  type: StepTypeName;
  state: RunState;
}

/**
 * The step types and reason codes that the reader looks for. If several steps could explain the run, steps with one of
 * them come first.
 */
export type Wanted = readonly string[];

export interface ExplainingSteps<Step> {
  /** The step that explains the run. Undefined for a run without steps. */
  explains: Step | undefined;
  /** The step that decided the state of the run. In a live run, a failed step or the step that the run waits for. */
  decidedBy: Step | undefined;
  /** In a run that was sent or is live, the leading throttled or skipped step. */
  alsoSkipped: Step | undefined;
  /** The other skipped messages, starting with the leading message. */
  moreSkipped: Step[];
  /** In a run that was sent or failed, the steps that were cancelled from outside. */
  alsoCancelled: readonly Step[];
  /** In a run that was sent or failed, the steps that continue in another run. */
  alsoMerged: readonly Step[];
}

/** Returns the steps that explain a run in the state `run`. */
export function explainingSteps<Step extends StatedStep>(
  steps: readonly Step[],
  run: RunState,
  wanted: Wanted = [],
): ExplainingSteps<Step> {
  const first = (state: RunState) => leading(preferred(inState(steps, state), wanted));
  const held = first('throttled') ?? first('skipped');
  if (FINAL_OUTCOMES.some((outcome) => outcome === run)) {
    const decidedBy = first(run);
    const alsoSkipped = run === 'sent' ? held : undefined;
    const explains = alsoSkipped ?? decidedBy;
    const [alsoCancelled, alsoMerged] =
      run === 'sent' || run === 'failed'
        ? [messagesOrAll(steps.filter(isCancelled)), messagesOrAll(inState(steps, 'merged'))]
        : [[], []];
    return { explains, decidedBy, alsoSkipped, moreSkipped: moreSkipped(steps, explains), alsoCancelled, alsoMerged };
  }
  const failed = first('failed');
  const decidedBy = failed ?? (run === 'waiting' ? preferred(steps.filter(isWaiting), wanted)[0] : undefined);
  const explains = decidedBy ?? nextStep(steps, run);
  const more = moreSkipped(steps, failed ?? held);
  return { explains, decidedBy, alsoSkipped: held, moreSkipped: more, alsoCancelled: [], alsoMerged: [] };
}

function isWaiting({ state, reason }: StatedStep): boolean {
  return state === 'waiting' || reason?.code === 'rest_waiting';
}

/** Returns the current step, otherwise the first step that has not begun. */
function nextStep<Step extends StatedStep>(steps: readonly Step[], run: RunState): Step | undefined {
  const begun = steps.filter(({ status }) => isLive(status) && status !== 'pending');
  return begun.find(({ state }) => state === run) ?? begun[0] ?? steps.find(({ status }) => isLive(status));
}

/**
 * Returns the other skipped messages. Messages skipped by a rule of the workflow count only if a rule also skipped
 * `first`, or if nothing was sent or failed. Empty if a step was throttled or merged, because that step explains all
 * later steps.
 */
function moreSkipped<Step extends StatedStep>(steps: readonly Step[], first: Step | undefined): Step[] {
  if (first?.state !== 'skipped' && first?.state !== 'failed') return [];
  const hasSent = inState(steps, 'sent').length > 0;
  const countsIntended = first.state === 'skipped' && (isIntended(reasonOf(first)) || !hasSent);
  const others = inState(steps, 'skipped').filter((step) => step !== first && isDelivery(step.type));
  return leadingFirst(
    others.filter((step) => countsIntended || !isIntended(reasonOf(step))),
    ({ reason }) => reason,
  );
}

function isCancelled({ reason }: RecordedStep): boolean {
  return reason !== undefined && isCancellation(reason);
}

/** Returns the steps that send a message, or all steps if none does. */
function messagesOrAll<Step extends StatedStep>(steps: readonly Step[]): readonly Step[] {
  const messages = steps.filter(({ type }) => isDelivery(type));
  return messages.length > 0 ? messages : steps;
}

function inState<Step extends StatedStep>(steps: readonly Step[], state: RunState): Step[] {
  return steps.filter((step) => step.state === state);
}

function leading<Step extends RecordedStep>(steps: readonly Step[]): Step | undefined {
  return leadingStep(steps, ({ reason }) => reason);
}

/** Returns the wanted steps, or all steps if none is wanted. */
function preferred<Step extends StatedStep>(steps: readonly Step[], wanted: Wanted): readonly Step[] {
  const found = steps.filter(({ type, reason }) => wanted.includes(type) || (reason && wanted.includes(reason.code)));
  return found.length > 0 ? found : steps;
}
