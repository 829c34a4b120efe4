/** Summarises a run from its stored jobs and its work. Pure. */
import { isLive } from '#lib/engine/job-status.ts';
import { endOf, explainingSteps, reasonOf, stepOutcome, type Wanted } from '#lib/reasons/deciding-step.ts';
import { isSentInPart, outcomeOf, parseReason, type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import type { JobStatus } from './job-statuses.ts';
import { type LiveStatus, type RunState, STUCK_AFTER_MS } from './run-statuses.ts';
import type { OutcomeSummary, StepReason } from './run-summary.ts';

export interface StoredJob {
  id: string;
  type: StepTypeName;
  status: JobStatus;
  reason: unknown;
  /** In milliseconds. */
  updatedAt: number;
}

/** A job that runs now or later. Times in milliseconds. */
export interface StoredWork {
  jobId: string;
  readyAt: number;
  /** Until when a worker holds it. */
  leaseUntil: number | null;
}

interface Step extends Omit<StoredJob, 'reason'> {
  reason: Reason | undefined;
  state: RunState;
}

/** What became of a run, and which of its steps explain it, the `wanted` ones before others. `now` in milliseconds. */
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
  const { explains, decidedBy, alsoSkipped, moreSkipped, alsoCancelled } = explainingSteps(steps, state.status, wanted);
  const isReadable = decidedBy && (decidedBy.reason || !isLive(decidedBy.status));
  const decided = isReadable ? stepReason(decidedBy) : steps.length === 0 ? NO_STEP : undefined;
  return {
    ...state,
    ...(explains && { explainedBy: explains.id }),
    ...(decided && !isPlain(decided.reason as Reason) && { decidedBy: decided }),
    ...(alsoSkipped && { alsoSkipped: stepReason(alsoSkipped) }),
    ...(moreSkipped.length > 0 && { moreSkipped: moreSkipped.map(stepReason) }),
    ...(alsoCancelled.length > 0 && { alsoCancelled: alsoCancelled.map(stepReason) }),
    ...(state.status === 'sent' && isSandboxOnly(steps) && { sandbox: true }),
    steps: steps.map((step) => ({
      type: step.type,
      status: step.state,
      ...(isSandboxed(step) && { sandbox: true as const }),
    })),
  };
}

const NO_STEP: StepReason = { reason: reasonFor('no_step', {}) as WireReason };

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

/** Whether all that left went to the sandbox. An in-app message does not leave: storing it is its delivery. */
function isSandboxOnly(steps: readonly Step[]): boolean {
  const left = steps.filter(({ type, state }) => state === 'sent' && type !== 'in_app');
  return left.length > 0 && left.every(isSandboxed);
}

/** Progress of any job counts before what holds another one up. */
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
  // A live run without work: nothing will move it any more.
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

/** The step was sent as a whole, so the status says it all. */
function isPlain(reason: Reason): boolean {
  return outcomeOf(reason) === 'sent' && !isSentInPart(reason);
}

const MOST_VALUES = 3;
const MOST_CHARACTERS = 200;
/** One comparison, also as the filters of a step. */
const MOST_CONDITION = 200;
/** The evidence that no row shows. The run has it. */
const LEFT_OUT = new Set(['candidates', 'preference', 'providerMessageId']);

function stepReason(step: Step): StepReason {
  const { code, evidence } = reasonOf(step);
  const shown = Object.entries(evidence).flatMap(([field, value]) => {
    if (LEFT_OUT.has(field)) return [];
    // Its reason is not complete without it. A short one says what was needed.
    if (field === 'condition') return [[field, JSON.stringify(value).length <= MOST_CONDITION ? value : null]];
    return [[field, field === 'values' ? fewValues(value) : shortened(value)]];
  });
  return { step: step.type, jobId: step.id, reason: { code, evidence: Object.fromEntries(shown) } as WireReason };
}

function fewValues(values: unknown): unknown {
  if (values === WITHHELD) return values;
  if (typeof values !== 'object' || values === null) return {};
  return Object.fromEntries(
    Object.entries(values)
      .slice(0, MOST_VALUES)
      .map(([name, value]) => [name, shortened(value)]),
  );
}

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= MOST_CHARACTERS) return value;
  return `${text.slice(0, MOST_CHARACTERS).toWellFormed()}…`;
}
