/** Summarises a run from its stored jobs and its work. Pure. */
import { isLive } from '#lib/engine/job-status.ts';
import type { JobStatus } from '#lib/notifications/status/job-statuses.ts';
import { type LiveStatus, type RunState, STUCK_AFTER_MS } from '#lib/notifications/status/live-statuses.ts';
import { endOf, explainingSteps, reasonOf, stepOutcome, type Wanted } from '#lib/reasons/deciding-step.ts';
import { isSentInPart, outcomeOf, parseReason, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { type ReportCode, worstReport } from '#lib/reasons/report-codes.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { shortText } from '#lib/text/short-text.ts';
import type { OutcomeSummary, StepReason } from './run-summary.ts';

export interface StoredJob {
  id: string;
  type: StepTypeName;
  status: JobStatus;
  reason: unknown;
  /** The provider’s report about a message that it had accepted. */
  report?: Reason<ReportCode> | undefined;
  /** The time of the last update in milliseconds. */
  updatedAt: number;
}

/** A job that runs now or later. Times in milliseconds. */
export interface StoredWork {
  jobId: string;
  readyAt: number;
  /** The end of the lease of the worker that holds the job. */
  leaseUntil: number | null;
}

interface Step extends Omit<StoredJob, 'reason'> {
  reason: Reason | undefined;
  state: RunState;
}

/** Returns the status of a run and the steps that explain it, preferring `wanted` steps. `now` is in milliseconds. */
export function summarise(
  jobs: readonly StoredJob[],
  work: readonly StoredWork[],
  now: number,
  wanted: Wanted = [],
): OutcomeSummary {
  const steps: Step[] = jobs.map((job) => {
    const reason = parseReason(job.reason);
    const own = work.find(({ jobId }) => jobId === job.id);
    return { ...job, reason, state: stepState({ ...job, reason }, own, now) };
  });
  const state = steps.some(({ status }) => isLive(status)) ? liveState(steps, work, now) : endedState(steps);
  const { explains, decidedBy, alsoSkipped, ...more } = explainingSteps(steps, state.status, wanted);
  const decided = decidedReason(steps, decidedBy);
  const report = state.status === 'sent' ? worstReport(steps.flatMap((step) => step.report ?? [])) : undefined;
  const reported = report && steps.find((step) => step.report === report);
  return {
    ...state,
    ...(explains && { explainedBy: explains.id }),
    ...(decided && { decidedBy: decided }),
    ...(reported && { reported: stepReason({ ...reported, reason: report }) }),
    ...(alsoSkipped && { alsoSkipped: stepReason(alsoSkipped) }),
    ...(more.moreSkipped.length > 0 && { moreSkipped: more.moreSkipped.map(stepReason) }),
    ...(more.alsoCancelled.length > 0 && { alsoCancelled: more.alsoCancelled.map(stepReason) }),
    ...(more.alsoMerged.length > 0 && { alsoMerged: more.alsoMerged.map(stepReason) }),
    ...(state.status === 'sent' && isSandboxOnly(steps) && { sandbox: true }),
    ...(state.status === 'sent' && isStoredOnly(steps) && { stored: true }),
    steps: steps.map((step) => ({
      type: step.type,
      status: step.state,
      ...(isSandboxed(step) && { sandbox: true as const }),
      ...(isStored(step) && { stored: true as const }),
    })),
  };
}

const NO_STEP: StepReason = { reason: reasonFor('no_step', {}) as WireReason };

/**
 * Returns the reason that decided the status. Undefined while the deciding step has no reason yet, and if the step was
 * sent in full.
 */
function decidedReason(steps: readonly Step[], decidedBy: Step | undefined): StepReason | undefined {
  if (steps.length === 0) return NO_STEP;
  if (!decidedBy || (!decidedBy.reason && isLive(decidedBy.status))) return undefined;
  return isSentInFull(reasonOf(decidedBy)) ? undefined : stepReason(decidedBy);
}

type State = Pick<OutcomeSummary, 'status' | 'since' | 'until'>;

function endedState(steps: readonly Step[]): State {
  return { status: endOf(steps)?.outcome ?? 'skipped' };
}

function liveState(steps: readonly Step[], work: readonly StoredWork[], now: number): State {
  const { status, at } = liveStatus(steps, work, now);
  return {
    status,
    ...(at !== undefined && { [status === 'waiting' ? 'until' : 'since']: new Date(at).toISOString() }),
  };
}

function isSandboxed({ state, reason }: Step): boolean {
  return state === 'sent' && reason?.code === 'sandboxed';
}

/** Whether no inbox was connected that shows the in-app message of the step. */
function isStored({ state, reason }: Step): boolean {
  return state === 'sent' && reason?.code === 'stored';
}

/** Whether the run sent nothing but in-app messages that no inbox showed. */
function isStoredOnly(steps: readonly Step[]): boolean {
  const sent = steps.filter(({ state }) => state === 'sent');
  return sent.length > 0 && sent.every(isStored);
}

/** Whether all sent messages went to the sandbox. In-app messages do not count, because storing them is their delivery. */
function isSandboxOnly(steps: readonly Step[]): boolean {
  const left = steps.filter(({ type, state }) => state === 'sent' && type !== 'in_app');
  return left.length > 0 && left.every(isSandboxed);
}

/** Returns the status of live jobs. Progress of any job takes precedence over a wait of another one. */
function liveStatus(
  jobs: readonly Pick<StoredJob, 'updatedAt'>[],
  work: readonly StoredWork[],
  now: number,
): { status: LiveStatus; at?: number } {
  if (work.some((each) => isHeld(each, now))) return { status: 'running' };
  const due = work.filter(({ readyAt }) => readyAt <= now).map(({ readyAt }) => readyAt);
  if (work.length > 0 && due.length === 0) {
    return { status: 'waiting', at: Math.min(...work.map(({ readyAt }) => readyAt)) };
  }
  // A live run without work rows makes no more progress, so its last update counts.
  const since = due.length > 0 ? Math.min(...due) : Math.max(...jobs.map(({ updatedAt }) => updatedAt));
  return { status: now - since > STUCK_AFTER_MS ? 'stuck' : 'queued', at: since };
}

function stepState(job: Omit<Step, 'state'>, work: StoredWork | undefined, now: number): RunState {
  if (!isLive(job.status)) return stepOutcome(job);
  if (job.reason?.code === 'rest_waiting') return 'sent';
  if (job.status === 'pending' || !work) return 'queued';
  return liveStatus([job], [work], now).status;
}

function isHeld({ leaseUntil }: StoredWork, now: number): boolean {
  return leaseUntil !== null && leaseUntil > now;
}

/** Whether the whole step was sent, so that its status needs no explanation. */
function isSentInFull(reason: Reason): boolean {
  return outcomeOf(reason) === 'sent' && !isSentInPart(reason);
}

const MAX_VALUES = 3;
const MAX_CHARACTERS = 200;
/** The maximum characters of a condition as JSON. */
const MAX_CONDITION = 200;
/** Evidence that the page of a run shows, but not its row. */
const LEFT_OUT = new Set(['candidates', 'preference', 'providerMessageId']);

function stepReason(step: Step): StepReason {
  const { code, evidence } = reasonOf(step);
  const shown = Object.entries(evidence).flatMap(([field, value]) => {
    if (LEFT_OUT.has(field)) return [];
    // A condition is required evidence, so a long one becomes null instead of being omitted. A short one shows what was
    // needed.
    if (field === 'condition') return [[field, JSON.stringify(value).length <= MAX_CONDITION ? value : null]];
    return [[field, field === 'values' ? fewValues(value) : shortened(value)]];
  });
  return { step: step.type, jobId: step.id, reason: { code, evidence: Object.fromEntries(shown) } as WireReason };
}

function fewValues(values: unknown): unknown {
  if (values === WITHHELD) return values;
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(
    Object.entries(values)
      .slice(0, MAX_VALUES)
      .map(([name, value]) => [name, shortened(value)]),
  );
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === undefined || text.length <= MAX_CHARACTERS ? value : shortText(text, MAX_CHARACTERS);
}
