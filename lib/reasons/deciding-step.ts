/**
 * Which step explains a run. This is the only rule for it: the recorded outcome, the row of the run, its page, Explain, tickets and
 * the export all follow it. Pure.
 */
import { isLive, type JobStatus } from '#lib/engine/job-status.ts';
import type { RunState } from '#lib/notifications/run-statuses.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { isIntended, leadingFirst, leadingStep } from './leading.ts';
import { FINAL_OUTCOMES, type FinalOutcome } from './outcome.ts';
import { isCancellation, outcomeOf, type Reason, reasonFor } from './registry.ts';

/** A step as it is recorded. `reason` is undefined where none is stored, or one of a later release. */
export interface RecordedStep {
  status: JobStatus;
  reason?: Reason | undefined;
}

/** The first of these outcomes that any step has is the outcome of the run (docs/delivery.md, "The end of a run"). */
const PRECEDENCE: readonly FinalOutcome[] = ['failed', 'sent', 'merged', 'cancelled', 'throttled', 'skipped', 'done'];

/** The outcome of a step whose stored reason cannot be read. */
const BY_STATUS: Readonly<Partial<Record<JobStatus, FinalOutcome>>> = {
  completed: 'done',
  failed: 'failed',
  skipped: 'skipped',
  merged: 'merged',
  canceled: 'cancelled',
};

/** How a step ended. The status alone decides for failed steps. For the others, the reason decides. */
export function stepOutcome({ status, reason }: RecordedStep): FinalOutcome {
  const byReason = status === 'failed' ? undefined : reason && outcomeOf(reason);
  if (byReason && byReason !== 'running' && byReason !== 'waiting') return byReason;
  return BY_STATUS[status] ?? 'done';
}

/** Why a step has its status. If its reason is of a later release, the status still says whether the step has ended. */
export function reasonOf({ status, reason }: RecordedStep): Reason {
  return reason ?? reasonFor(isLive(status) ? 'step_queued' : 'unrecorded', {});
}

/** How a run ended, and the leading one of the steps that ended so. Undefined for a run without steps. Every step has ended. */
export function endOf<Step extends RecordedStep>(
  steps: readonly Step[],
): { outcome: FinalOutcome; step: Step } | undefined {
  const outcomes = new Set(steps.map(stepOutcome));
  const outcome = PRECEDENCE.find((each) => outcomes.has(each));
  const step = leading(steps.filter((each) => stepOutcome(each) === outcome));
  return outcome && step && { outcome, step };
}

/** A step with its state now, as its run shows it. */
export interface StatedStep extends RecordedStep {
  type: StepTypeName;
  state: RunState;
}

/** What the reader looks for: types of steps, codes of reasons. Of several steps that could explain the run, these come first. */
export type Wanted = readonly string[];

export interface ExplainingSteps<Step> {
  /** The step that explains the run. Undefined for a run without steps. */
  explains: Step | undefined;
  /** The step that decided the state of the run: of a live run a failed step, or the one that the run waits for. */
  decidedBy: Step | undefined;
  /** Of a run that sent something or goes on: the step that leads among those that were throttled or skipped. */
  alsoSkipped: Step | undefined;
  /** Further messages that were skipped, the one that leads first. */
  moreSkipped: Step[];
  /** What was cancelled from outside, of a run that sent something or failed before. */
  alsoCancelled: Step[];
}

/** The steps that explain a run in the state `run`. */
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
    const alsoCancelled = run === 'sent' || run === 'failed' ? cancelled(steps) : [];
    return { explains, decidedBy, alsoSkipped, moreSkipped: moreSkipped(steps, explains), alsoCancelled };
  }
  const failed = first('failed');
  const decidedBy = failed ?? (run === 'waiting' ? preferred(steps.filter(isWaiting), wanted)[0] : undefined);
  const explains = decidedBy ?? nextStep(steps, run);
  return { explains, decidedBy, alsoSkipped: held, moreSkipped: moreSkipped(steps, failed ?? held), alsoCancelled: [] };
}

function isWaiting({ state, reason }: StatedStep): boolean {
  return state === 'waiting' || reason?.code === 'rest_waiting';
}

/** The step that has its turn, else the first one that has not begun. */
function nextStep<Step extends StatedStep>(steps: readonly Step[], run: RunState): Step | undefined {
  const begun = steps.filter(({ status }) => isLive(status) && status !== 'pending');
  return begun.find(({ state }) => state === run) ?? begun[0] ?? steps.find(({ status }) => isLive(status));
}

/**
 * The other messages that were skipped. Those that a rule of the workflow skipped count only if `first` is such a one too, or if
 * nothing was sent or failed. A throttled or merged step explains all steps behind it.
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

/** The messages that were cancelled from outside. If all messages had gone out by then, the other cancelled steps. */
function cancelled<Step extends StatedStep>(steps: readonly Step[]): Step[] {
  const all = steps.filter(({ reason }) => reason && isCancellation(reason));
  const messages = all.filter(({ type }) => isDelivery(type));
  return messages.length > 0 ? messages : all;
}

function inState<Step extends StatedStep>(steps: readonly Step[], state: RunState): Step[] {
  return steps.filter((step) => step.state === state);
}

function leading<Step extends RecordedStep>(steps: readonly Step[]): Step | undefined {
  return leadingStep(steps, ({ reason }) => reason);
}

/** The wanted steps, if there are any. */
function preferred<Step extends StatedStep>(steps: readonly Step[], wanted: Wanted): readonly Step[] {
  const found = steps.filter(({ type, reason }) => wanted.includes(type) || (reason && wanted.includes(reason.code)));
  return found.length > 0 ? found : steps;
}
