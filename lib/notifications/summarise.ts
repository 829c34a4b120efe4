/** Makes the row of a run from its stored jobs and its work. Pure. */
import { isLive } from '#lib/engine/job-status.ts';
import { reasonOf, runOutcome } from '#lib/engine/record/run-outcome.ts';
import { isIntended, leadingFirst, leadingStep } from '#lib/reasons/leading.ts';
import { isCancellation, isSentInPart, outcomeOf, parseReason, type Reason } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import { isDelivery } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import type { JobStatus } from './job-statuses.ts';
import { type LiveStatus, STUCK_AFTER_MS } from './run-statuses.ts';
import type { RunStatusName, RunSummary, StepReason } from './run-summary.ts';

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

type Told = Pick<
  RunSummary,
  'status' | 'since' | 'until' | 'decidedBy' | 'alsoSkipped' | 'moreSkipped' | 'alsoCancelled' | 'sandbox' | 'steps'
>;

/** What somebody looks for: types of steps, codes of reasons. */
export type Asked = readonly string[];

interface Step extends StoredJob {
  parsed: Reason | undefined;
  shown: RunStatusName;
}

/**
 * What the row of a run tells. `now` in milliseconds. Where several steps could be told of, those that are `asked` for
 * come first: who looks for emails reads why there was no email. Of the others the one that leads (lib/reasons/leading.ts).
 */
export function summarise(
  jobs: readonly StoredJob[],
  work: readonly StoredWork[],
  now: number,
  asked: Asked = [],
): Told {
  const steps: Step[] = jobs.map((job) => {
    const parsed = parseReason(job.reason);
    return { ...job, parsed, shown: stepStatus(job, parsed, workOf(work, job), now) };
  });
  const shown = steps.map((step) => ({
    type: step.type,
    status: step.shown,
    ...(isSandboxed(step) && { sandbox: true as const }),
  }));
  const isLiving = steps.some(({ status }) => isLive(status));
  return { ...(isLiving ? liveRun(steps, { work, now, asked }) : endedRun(steps, asked)), steps: shown };
}

function isSandboxed({ shown, parsed }: Step): boolean {
  return shown === 'sent' && parsed?.code === 'sandboxed';
}

/** Whether all that left went to the sandbox. An in-app message does not leave: storing it is its delivery. */
function isSandboxOnly<Sent extends { type: string }>(
  sent: readonly Sent[],
  wentToSandbox: (step: Sent) => boolean,
): boolean {
  const left = sent.filter(({ type }) => type !== 'in_app');
  return left.length > 0 && left.every(wentToSandbox);
}

function endedRun(steps: readonly Step[], asked: Asked): Omit<Told, 'steps'> {
  const ended = runOutcome(steps.map(({ status, parsed }) => ({ status, reason: parsed })));
  const { outcome, reason: recorded } = ended ?? { outcome: 'done', reason: undefined };
  const decisive = leading(inState(steps, outcome), asked);
  const reason = decisive ? reasonOf({ status: decisive.status, reason: decisive.parsed }) : recorded;
  const held = heldStep(steps, asked);
  const sent = steps.filter(({ shown }) => shown === 'sent');
  const isSandbox = isSandboxOnly(sent, isSandboxed);
  return {
    status: outcome,
    ...(reason && !isPlain(reason) && { decidedBy: stepReason(decisive?.type, reason) }),
    ...(outcome === 'sent' && held?.parsed && { alsoSkipped: stepReason(held.type, held.parsed) }),
    ...moreSkipped(steps, outcome === 'sent' ? held : decisive),
    ...(TELLS_CANCELLED.has(outcome) && alsoCancelled(steps)),
    ...(outcome === 'sent' && isSandbox && { sandbox: true }),
  };
}

interface Living {
  work: readonly StoredWork[];
  now: number;
  asked: Asked;
}

function liveRun(steps: readonly Step[], { work, now, asked }: Living): Omit<Told, 'steps'> {
  const { status, at } = liveStatus(steps, work, now);
  const isWaiting = ({ shown, parsed }: Step) => shown === 'waiting' || parsed?.code === 'rest_waiting';
  const [waits] = preferred(steps.filter(isWaiting), asked);
  const told = leading(inState(steps, 'failed'), asked) ?? (status === 'waiting' ? waits : undefined);
  const held = heldStep(steps, asked);
  return {
    status,
    ...(held?.parsed && { alsoSkipped: stepReason(held.type, held.parsed) }),
    ...moreSkipped(steps, told?.shown === 'failed' ? told : held),
    ...(told?.parsed && { decidedBy: stepReason(told.type, told.parsed) }),
    ...(at !== undefined && { [status === 'waiting' ? 'until' : 'since']: new Date(at).toISOString() }),
  };
}

function heldStep(steps: readonly Step[], asked: Asked): Step | undefined {
  return leading(inState(steps, 'throttled'), asked) ?? leading(inState(steps, 'skipped'), asked);
}

/** The messages that were skipped beside the step that is `told` of. */
function moreSkipped(steps: readonly Step[], told: Step | undefined): Pick<Told, 'moreSkipped'> {
  if (!told?.parsed || !TELLS_MORE.has(told.shown)) return {};
  const isEqual = told.shown === 'skipped' && isIntended(told.parsed);
  const hasSent = steps.some(({ shown }) => shown === 'sent');
  const more = inState(steps, 'skipped').flatMap((step) => {
    const { type, parsed } = step;
    if (step === told || !parsed || !isDelivery(type)) return [];
    const isToldOf = !isIntended(parsed) || isEqual || (told.shown === 'skipped' && !hasSent);
    return isToldOf ? [{ type, parsed }] : [];
  });
  if (more.length === 0) return {};
  return {
    moreSkipped: leadingFirst(more, ({ parsed }) => parsed).map(({ type, parsed }) => stepReason(type, parsed)),
  };
}

/** What was cancelled is not what decided about these. */
const TELLS_CANCELLED: ReadonlySet<RunStatusName> = new Set(['sent', 'failed']);

/** The messages that somebody cancelled, or where all had gone out by then the other steps. */
function alsoCancelled(steps: readonly Step[]): Pick<Told, 'alsoCancelled'> {
  const ended = steps.flatMap(({ type, parsed }) => (parsed && isCancellation(parsed) ? [{ type, parsed }] : []));
  const messages = ended.filter(({ type }) => isDelivery(type));
  const told = (messages.length > 0 ? messages : ended).map(({ type, parsed }) => stepReason(type, parsed));
  return told.length > 0 ? { alsoCancelled: told } : {};
}

/** What was throttled or merged says all of the steps behind it. */
const TELLS_MORE: ReadonlySet<RunStatusName> = new Set(['skipped', 'failed']);

function inState(steps: readonly Step[], state: RunStatusName): Step[] {
  return steps.filter(({ shown }) => shown === state);
}

function leading(steps: readonly Step[], asked: Asked): Step | undefined {
  return leadingStep(preferred(steps, asked), ({ parsed }) => parsed);
}

/** Those that are asked for, if there are any. */
function preferred(steps: readonly Step[], asked: Asked): readonly Step[] {
  const wanted = steps.filter(({ type, parsed }) => asked.includes(type) || (parsed && asked.includes(parsed.code)));
  return wanted.length > 0 ? wanted : steps;
}

/** Progress of any job counts before what holds another one up. */
function liveStatus(
  jobs: readonly StoredJob[],
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

function stepStatus(job: StoredJob, reason: Reason | undefined, work: StoredWork | undefined, now: number) {
  if (isLive(job.status)) {
    if (reason?.code === 'rest_waiting') return 'sent';
    if (job.status === 'pending' || !work) return 'queued';
    return liveStatus([job], [work], now).status;
  }
  return runOutcome([{ status: job.status, reason }])?.outcome ?? 'done';
}

function isHeld({ leaseUntil }: StoredWork, now: number): boolean {
  return leaseUntil !== null && leaseUntil > now;
}

function workOf(work: readonly StoredWork[], { id }: StoredJob): StoredWork | undefined {
  return work.find(({ jobId }) => jobId === id);
}

/** The step did what it should, so the status says it all. */
function isPlain(reason: Reason): boolean {
  const outcome = outcomeOf(reason);
  return (outcome === 'sent' || outcome === 'done') && !isSentInPart(reason);
}

const MOST_VALUES = 3;
const MOST_CHARACTERS = 200;
/** One comparison, also as the filters of a step. */
const MOST_CONDITION = 200;
/** The evidence that no row shows. The run has it. */
const LEFT_OUT = new Set(['candidates', 'preference', 'providerMessageId']);

function stepReason(step: StepTypeName | undefined, { code, evidence }: Reason): StepReason {
  const shown = Object.entries(evidence).flatMap(([field, value]) => {
    if (LEFT_OUT.has(field)) return [];
    // Its reason is not complete without it. A short one says what was needed.
    if (field === 'condition') return [[field, JSON.stringify(value).length <= MOST_CONDITION ? value : null]];
    return [[field, field === 'values' ? fewValues(value) : shortened(value)]];
  });
  return { ...(step && { step }), reason: { code, evidence: Object.fromEntries(shown) } as WireReason };
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
