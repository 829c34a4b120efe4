/** The events of a step, for the timeline of a run. */
import { detailStates, type State } from '#components/status/states.ts';
import type { ExecutionDetail, Job, Notification } from '#lib/notifications/schema.ts';
import { stepAttempts } from '#lib/notifications/status/step-attempts.ts';
import { evidenceOf, isSentInPart, outcomeOf, parseReason, type Reason } from '#lib/reasons/registry.ts';
import { REPORTED_STATES, reportOf } from '#lib/reasons/report-codes.ts';
import { counted } from '#lib/text/counted.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { dateText } from '#lib/time/time.ts';

/** A line of the timeline: one event. */
export interface StoryLine {
  detail: ExecutionDetail;
  reason: Reason | undefined;
  state: State | undefined;
  /** The time of this line (ISO 8601) if its day differs from the previous line's, or from the run's. */
  newDay: string | undefined;
  /** The number of the attempt that begins with this line. Absent if there is only one attempt. */
  attempt: number | undefined;
  /** How often the event occurred in a row, and the time of the last one (ISO 8601). Absent for a single event. */
  repeated?: { count: number; until: string };
}

/** Returns the events of a step in order. `from` is the time of the run's trigger. */
export function storyOf(job: Pick<Job, 'executionDetails'>, from: string | undefined): StoryLine[] {
  let day = dayOf(from);
  let attempt = 0;
  const lines = job.executionDetails.map((detail) => {
    const reason = parseReason(detail.reason);
    const ownDay = dayOf(detail.createdAt);
    const newDay = ownDay !== undefined && ownDay !== day ? detail.createdAt : undefined;
    day = ownDay ?? day;
    const number = numberOf(reason, 'attempt') ?? numberOf(reason, 'attempts');
    const begins = number !== attempt ? number : undefined;
    attempt = number ?? attempt;
    return { detail, reason, state: lineState(detail, reason), newDay, attempt: begins };
  });
  const isSingle = lines.filter((line) => line.attempt !== undefined).length < 2;
  return isSingle ? lines.map((line) => ({ ...line, attempt: undefined })) : lines;
}

/** Returns the lines, with successive equal events as one line, such as the checks whether an outage is over. */
export function withoutRepeats(lines: readonly StoryLine[]): StoryLine[] {
  const shown: StoryLine[] = [];
  for (const line of lines) {
    const last = shown.at(-1);
    if (!last || !isRepeat(last, line)) shown.push(line);
    else {
      const repeated = { count: (last.repeated?.count ?? 1) + 1, until: line.detail.createdAt ?? '' };
      shown[shown.length - 1] = { ...last, repeated };
    }
  }
  return shown;
}

/** Whether an event has the same reason on the same day, and neither event has an exchange with a provider. */
function isRepeat({ detail: before }: StoryLine, { detail, newDay }: StoryLine): boolean {
  if (newDay !== undefined || !detail.reason || detail.raw !== undefined || before.raw !== undefined) return false;
  return before.status === detail.status && JSON.stringify(before.reason) === JSON.stringify(detail.reason);
}

/**
 * Fewer successive attempts with the same failure are not grouped: two lines are as easy to read as one line with a
 * count.
 */
const MIN_ALIKE = 3;

/**
 * Groups the lines: successive attempts with the same failure form one group, and every other line is alone. The line
 * `apart` is always alone, because its response is shown.
 */
export function alikeAttempts(lines: readonly StoryLine[], apart?: StoryLine): StoryLine[][] {
  const groups: StoryLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1)?.at(-1);
    if (last && last !== apart && line !== apart && isAlike(last, line)) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => (group.length < MIN_ALIKE ? group.map((line) => [line]) : [group]));
}

function isAlike(before: StoryLine, line: StoryLine): boolean {
  if (before.attempt === undefined || line.attempt === undefined || line.newDay !== undefined) return false;
  return failureIn(before) === failureIn(line);
}

/** Returns the failure of an attempt without its number and its time, which differ between attempts. */
function failureIn({ reason, detail }: StoryLine): string {
  const { attempt: _, until: __, ...evidence } = (reason?.evidence ?? {}) as Record<string, unknown>;
  return JSON.stringify([detail.status, reason?.code, evidence]);
}

const ROUTINE: ReadonlySet<string> = new Set([
  'step_queued',
  'conditions_matched',
  'integration_selected',
  'message_created',
]);

/**
 * Counts the routine lines at the start of a story, which are collapsed. Returns 0 for a single line, which is not
 * collapsed.
 */
export function routineLines(lines: readonly StoryLine[]): number {
  const first = lines.findIndex(({ reason, state }) => (reason ? !ROUTINE.has(reason.code) : state !== undefined));
  return first > 1 ? first : 0;
}

export interface AttemptsText {
  /** "8 attempts" */
  text: string;
  /** Whether the text is longer, because the step was retried: "3 attempts since the retry at 14:02, 8 in all". */
  isRetried: boolean;
}

/** Returns the number of attempts of a step. Undefined for a single attempt. */
export function attemptsText(job: Pick<Job, 'executionDetails'>, now = Date.now()): AttemptsText | undefined {
  const { all, retried } = stepAttempts(
    job.executionDetails.map(({ reason, providerId, source, createdAt = '' }) => ({
      reason: parseReason(reason),
      isTried: providerId !== undefined && source !== 'Webhook',
      at: createdAt,
    })),
  );
  if (all < 2) return undefined;
  if (!retried) return { text: counted(all, 'attempt'), isRetried: false };
  const { attempts, at } = retried;
  const since = `${counted(attempts, 'attempt')} since the retry ${timesAt(now).on(at)}`;
  return { text: `${since}, ${all} in all`, isRetried: true };
}

/** Reasons that are recorded after the end of a step. */
const AFTERWARDS: ReadonlySet<string | undefined> = new Set(['resend_requested', 'message_deleted']);

/** Returns the details of the step's own attempts. Omits the provider's reports and later events of the message. */
export function ownDetails({ executionDetails }: Pick<Job, 'executionDetails'>): ExecutionDetail[] {
  return executionDetails.filter(
    ({ source, reason }) => source !== 'Webhook' && !AFTERWARDS.has(parseReason(reason)?.code),
  );
}

/** Returns the times of the first and the last event of a step's own attempts, in milliseconds since 1970. */
export function stepTimes(job: Pick<Job, 'executionDetails'>): { from?: number; to?: number } {
  const times = ownDetails(job).flatMap(({ createdAt }) => (createdAt ? [Date.parse(createdAt)] : []));
  return times.length === 0 ? {} : { from: Math.min(...times), to: Math.max(...times) };
}

/** Returns the time from the trigger of a run to the end of its last attempt. */
export function runTimes({ createdAt, jobs = [] }: Pick<Notification, 'createdAt' | 'jobs'>): { tookMs?: number } {
  const ends = jobs.flatMap((job) => stepTimes(job).to ?? []);
  return createdAt && ends.length > 0 ? { tookMs: Math.max(0, Math.max(...ends) - Date.parse(createdAt)) } : {};
}

/** Returns the state of a line. A skipped step has a detail with the status Success, which must not be green. */
function lineState(detail: ExecutionDetail, reason: Reason | undefined): State | undefined {
  if (reason?.code === 'sandboxed' || reason?.code === 'stored') return reason.code;
  const report = reportOf(reason);
  if (report) return REPORTED_STATES[report.code];
  const decided = reason && !isSentInPart(reason) && outcomeOf(reason);
  return decided && decided !== 'running' ? decided : detailStates[detail.status];
}

function numberOf(reason: Reason | undefined, field: string): number | undefined {
  const value = reason && evidenceIn(reason, field);
  return typeof value === 'number' ? value : undefined;
}

function evidenceIn(reason: Reason, field: string): unknown {
  return evidenceOf(reason).find((each) => each.field === field)?.value;
}

/** Returns the day in the reader's zone. */
function dayOf(time: string | undefined): string | undefined {
  return time && dateText(time);
}
