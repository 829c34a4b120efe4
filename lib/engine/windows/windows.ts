/** Windows that runs of one step and one subscriber share. Pure; each ID names one row. */
import { createHash } from 'node:crypto';
import type { Decision, WindowDecision } from '#lib/engine/decision.ts';
import type { PayloadIds } from '#lib/engine/load/payloads.ts';
import type { RunContext, RunJob } from '#lib/engine/run-context.ts';
import { idTime } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { stepType } from '#lib/steps/index.ts';

/** The parts of the ID of a run's window, in addition to its key. */
export interface WindowOwner {
  job: { step: { id: string } };
  notification: { subscriberId: string; contextKeys: readonly string[] };
}

type Collecting = Extract<WindowDecision, { type: 'collect' }>;
type Closing = Extract<WindowDecision, { type: 'close' }>;
type Limited = Extract<WindowDecision, { type: 'limit' }>;

/** A throttle's window: the number of runs that continued since it opened, and its end. */
export interface LimitWindow {
  count: number;
  endsAt: Date;
}

/** Returns the ID of the window in which a throttle step counts. */
export function limitWindow({ job, notification }: WindowOwner, key: unknown): string {
  return hash([job.step.id, notification.subscriberId, key ?? null]);
}

/**
 * Decides whether a run continues, and returns the window afterwards. The window opens with the first run that
 * continues, which sets its end.
 */
export function settleLimit(
  { limit, until, notes }: Limited,
  window: LimitWindow | undefined,
  now: Date,
): { outcome: Decision; window: LimitWindow } {
  const open = window && window.endsAt > now ? window : { count: 0, endsAt: until };
  const evidence = { limit, until: open.endsAt.toISOString() };
  if (open.count >= limit) {
    const reason = reasonFor('throttled', { ...evidence, count: open.count });
    return { outcome: { type: 'end', status: 'skipped', reason, notes }, window: open };
  }
  const count = open.count + 1;
  const reason = reasonFor('throttle_passed', { ...evidence, count });
  return { outcome: { type: 'continue', reason, result: {}, notes }, window: { ...open, count } };
}

/** A digest's window. Without an opener it is closed, and stores the time of its last event. */
export interface DigestWindow {
  opener?: { jobId: string; notificationId: string } | undefined;
  closesAt?: Date | undefined;
  lastEventAt?: Date | undefined;
  /** The time at which a closed window is forgotten. Undefined while it is open. */
  keptUntil?: Date | undefined;
}

/**
 * Returns the ID of the window in which a digest step collects. Events of different contexts are kept apart, because
 * the run that continues has one context.
 */
export function digestWindow({ job, notification }: WindowOwner, key: unknown): string {
  return hash([job.step.id, notification.subscriberId, notification.contextKeys, key ?? null]);
}

/**
 * Decides a run at a digest step, and returns the window afterwards. The run joins an open window and ends. After a
 * quiet time, it continues immediately. Otherwise it opens the window and waits.
 */
export function settleCollect(
  { until, lookBack, notes }: Collecting,
  window: DigestWindow,
  run: RunContext,
  now: Date,
): { outcome: Decision; window: DigestWindow } {
  const { opener, lastEventAt } = window;
  const { job, notification } = run;
  if (opener) {
    const reason = reasonFor('digest_merged', { notification: opener.notificationId });
    return { outcome: { type: 'end', status: 'merged', reason, notes }, window: { ...window, lastEventAt: now } };
  }
  if (lookBack && (!lastEventAt || lastEventAt < lookBack.since)) {
    const reason = reasonFor('digest_first', { since: lookBack.since.toISOString() });
    const closed = { lastEventAt: now, keptUntil: lookBack.until };
    return { outcome: { type: 'continue', reason, ...digestResult(eventsOf(run)), notes }, window: closed };
  }
  const reason = reasonFor('digest_waiting', { until: until.toISOString() });
  return {
    outcome: { type: 'wait', until, reason, isExtension: false, notes },
    window: { opener: { jobId: job.id, notificationId: notification.id }, closesAt: until, lastEventAt: now },
  };
}

/** Closes the window: the run that opened it continues with the collected events. */
export function settleClose(
  { lookBack, notes }: Closing,
  window: DigestWindow,
  events: DigestEvents,
): { outcome: Decision; window: DigestWindow } {
  const reason = reasonFor('digest_finished', { count: events.count });
  return {
    outcome: { type: 'continue', reason, ...digestResult(events), notes },
    window: { lastEventAt: window.lastEventAt, keptUntil: lookBack?.until },
  };
}

/** An event of a digest, in the form that templates get. */
export interface DigestEvent {
  /** The ID of the job that collected the event. */
  id: string;
  /** ISO 8601 */
  time: string;
  payload: JsonObject;
}

/** The number of events, and the newest ones in the order of time. */
export interface DigestEvents {
  count: number;
  events: readonly DigestEvent[];
  payloadIds?: PayloadIds | undefined;
}

/**
 * Returns the events that a run brings to the digest of its job: the events of its last earlier digest, otherwise its
 * own event.
 */
export function eventsOf(run: RunContext): DigestEvents {
  const { id } = run.job;
  const { id: runId, payload, payloadId } = run.notification;
  const payloadIds = payloadId === undefined ? undefined : new Map([[id, payloadId]]);
  return eventsBefore(run) ?? { count: 1, events: [eventOf(id, runId, payload)], payloadIds };
}

/** Returns the events of the run's last digest before its job. Undefined if there is none. */
export function eventsBefore({ jobs, job }: Pick<RunContext, 'jobs' | 'job'>): DigestEvents | undefined {
  const earlier = jobs.slice(
    0,
    jobs.findIndex(({ id }) => id === job.id),
  );
  const digest = earlier.findLast(({ step, status }) => stepType(step.type).collects && status === 'completed');
  const { eventCount, events } = digest?.result ?? {};
  if (typeof eventCount !== 'number' || !Array.isArray(events)) return undefined;
  return { count: eventCount, events, payloadIds: digest?.payloadIds };
}

export function eventOf(jobId: string, notificationId: string, payload: JsonObject | null): DigestEvent {
  return { id: jobId, time: idTime(notificationId).toISOString(), payload: payload ?? {} };
}

/** Returns the result for later steps. */
function digestResult({
  count,
  events,
  payloadIds,
}: DigestEvents): Pick<RunJob, 'payloadIds'> & { result: JsonObject } {
  return { result: { eventCount: count, events: [...events] }, payloadIds };
}

function hash(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
