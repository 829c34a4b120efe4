/**
 * Raw statements: they lock the windows of digest steps in a fixed order, and write the events of many runs together.
 * All of them run in the caller's transaction, which keeps the windows locked. Statements on history name the runs and
 * bound the IDs: a join alone may be planned as a read of all rows of the environment, and reads every month.
 */

import type { Decision, WindowDecision } from '#lib/engine/decision.ts';
import { transition } from '#lib/engine/job-status.ts';
import { loadPayloads, type PayloadIds, type SharedRow, sharedColumn } from '#lib/engine/load/payloads.ts';
import type { ClaimedWork } from '#lib/engine/queue/work.ts';
import { forgetOutcome } from '#lib/engine/record/outcome-counts.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { idBounds, newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { detailOf, reasonFor } from '#lib/reasons/registry.ts';
import { bytesOf, loadedEvents, type StoredEvent, storedEvents } from './stored-events.ts';
import { type DigestEvent, type DigestWindow, eventOf, eventsBefore, settleClose, settleCollect } from './windows.ts';

export type DigestOutcome = Extract<WindowDecision, { type: 'collect' | 'close' | 'leave' }>;

interface Undecided<Decision extends DigestOutcome = DigestOutcome> {
  work: ClaimedWork;
  run: RunContext;
  outcome: Decision;
}

/**
 * Decides the outcomes of runs at digest steps: first the runs that arrive, then the runs that continue with the
 * collected events, then the runs that leave without events. Each group keeps the given order.
 */
export async function settleDigests<Given extends Undecided>(
  environmentId: string,
  given: readonly Given[],
  now: Date,
): Promise<Map<Given, Decision>> {
  const outcomes = new Map<Given, Decision>();
  if (given.length === 0) return outcomes;
  const windows = await lockWindows(environmentId, [...new Set(given.map(({ outcome }) => outcome.window))]);
  const of = <Type extends DigestOutcome['type']>(type: Type) =>
    given.filter(
      (each): each is Given & Undecided<Extract<DigestOutcome, { type: Type }>> => each.outcome.type === type,
    );
  for (const [each, outcome] of await collect(environmentId, of('collect'), windows, now)) outcomes.set(each, outcome);
  for (const [each, outcome] of await close(environmentId, of('close'), windows)) outcomes.set(each, outcome);
  for (const each of of('leave')) {
    const { window, outcome, isPassedOn } = each.outcome;
    windows.set(window, await leave(each.work, window, { window: windows.get(window) ?? {}, isPassedOn, now }));
    outcomes.set(each, outcome);
  }
  await writeWindows(environmentId, windows);
  return outcomes;
}

type Windows = Map<string, DigestWindow>;

interface WindowRow {
  id: string;
  opener_job_id: string | null;
  opener_notification_id: string | null;
  closes_at: Date | null;
  last_event_at: Date | null;
  kept_until: Date | null;
}

/** Locks windows. A window that did not exist counts as closed. */
async function lockWindows(environmentId: string, ids: readonly string[]): Promise<Windows> {
  const rows = await hotQuery<WindowRow & Record<string, unknown>>(
    'digest-windows-lock',
    `INSERT INTO digest_windows (environment_id, id) SELECT $1, id FROM unnest($2::text[]) AS id ORDER BY id
     ON CONFLICT (environment_id, id) DO UPDATE SET id = excluded.id
     RETURNING id, opener_job_id, opener_notification_id, closes_at, last_event_at, kept_until`,
    [environmentId, ids],
  );
  return new Map(rows.map((row) => [row.id, windowOf(row)]));
}

function windowOf({ opener_job_id: jobId, opener_notification_id: notificationId, ...row }: WindowRow): DigestWindow {
  return {
    opener: jobId !== null && notificationId !== null ? { jobId, notificationId } : undefined,
    closesAt: row.closes_at ?? undefined,
    lastEventAt: row.last_event_at ?? undefined,
    keptUntil: row.kept_until ?? undefined,
  };
}

type Collecting = Undecided<Extract<DigestOutcome, { type: 'collect' }>>;

async function collect<Given extends Collecting>(
  environmentId: string,
  given: readonly Given[],
  windows: Windows,
  now: Date,
): Promise<[Given, Decision][]> {
  if (given.length === 0) return [];
  const settled = given.map((each): [Given, Decision] => {
    const { window: id } = each.outcome;
    const { outcome, window } = settleCollect(each.outcome, windows.get(id) ?? {}, each.run, now);
    windows.set(id, window);
    return [each, outcome];
  });
  const rows = settled.map(([{ run, outcome }, { type }]) => ({
    job_id: run.job.id,
    notification_id: run.notification.id,
    window_id: outcome.window,
    is_collected: type !== 'continue',
    joins: type === 'end' ? windows.get(outcome.window)?.opener?.notificationId : undefined,
    digest: outcome.metadata,
    ...broughtAlong(run),
  }));
  const runs = rows.map((row) => row.notification_id);
  const jobs = rows.map((row) => row.job_id);
  await hotQuery('digest-events-collect', COLLECT, [
    environmentId,
    JSON.stringify(rows),
    runs,
    jobs,
    ...idBounds(runs),
  ]);
  return settled;
}

/** Returns the events that a run brings from an earlier digest. Undefined if there is none. */
function broughtAlong(run: RunContext) {
  const before = eventsBefore(run);
  return before && { count: before.count, ...storedEvents(before, run.notification.id) };
}

/** The condition for the run of the event `e`. */
const OF_EVENT = 'n.environment_id = $1 AND n.id = ANY ($3) AND n.id >= $5 AND n.id < $6 AND n.id = e.notification_id';

const COLLECT = `
WITH event AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json)
    AS e (job_id text, notification_id text, window_id text, is_collected boolean, joins text, digest jsonb, count int, events jsonb, payload_ids text[])
), collected AS (
  INSERT INTO digest_events (environment_id, job_id, window_id, notification_id, payload_id, payload, count, events, payload_ids)
  SELECT $1, e.job_id, e.window_id, n.id, CASE WHEN e.events IS NULL THEN n.payload_id END, CASE WHEN e.events IS NULL THEN n.payload END,
    coalesce(e.count, 1), e.events, e.payload_ids
  FROM event e JOIN notifications n ON ${OF_EVENT} WHERE e.is_collected
), joined AS (
  UPDATE notifications n SET digested_notification_id = e.joins FROM event e
  WHERE ${OF_EVENT} AND e.joins IS NOT NULL
)
UPDATE jobs j SET digest = e.digest FROM event e
WHERE j.environment_id = $1 AND j.notification_id = ANY ($3) AND j.id = ANY ($4) AND j.id >= $5 AND j.id < $6
  AND j.notification_id = e.notification_id AND j.id = e.job_id`;

/** Maximum events and bytes of JSON that templates get. The newest event is always included. */
const MAX_EVENTS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

async function close<Given extends Undecided<Extract<DigestOutcome, { type: 'close' }>>>(
  environmentId: string,
  given: readonly Given[],
  windows: Windows,
): Promise<[Given, Decision][]> {
  if (given.length === 0) return [];
  const ids = given.map(({ outcome }) => outcome.window);
  const rows = await hotQuery<{ id: string; count: number; runs: CollectedRun[] | null }>('digest-events-read', READ, [
    environmentId,
    ids,
    MAX_EVENTS,
    MAX_BYTES,
  ]);
  await hotQuery(
    'digest-events-close',
    'DELETE FROM digest_events WHERE environment_id = $1 AND window_id = ANY ($2)',
    [environmentId, ids],
  );
  const collected = new Map(rows.map(({ id, count, runs }) => [id, { count, runs: runs ?? [] }]));
  const payloads = await loadPayloads(
    environmentId,
    [...collected.values()].flatMap(({ runs }) =>
      runs.flatMap(({ payloadId, payloadIds }) => [payloadId, ...(payloadIds ?? [])]),
    ),
  );
  return given.map((each) => {
    const { window: id } = each.outcome;
    const { count, runs } = collected.get(id) ?? { count: 0, runs: [] };
    const brought = runs.map((run) => broughtBy(run, payloads));
    const { outcome, window } = settleClose(each.outcome, windows.get(id) ?? {}, {
      count,
      events: newest(brought.flatMap(({ events }) => events)),
      payloadIds: new Map(brought.flatMap(({ payloadIds }) => [...payloadIds])),
    });
    windows.set(id, window);
    return [each, outcome];
  });
}

/** A run of a window, with its own event or the events of its earlier digest. */
interface CollectedRun {
  jobId: string;
  notificationId: string;
  payload: JsonObject | null;
  /** Present instead of the payload. */
  payloadId: string | null;
  events: StoredEvent[] | null;
  /** Payload.id of the payloads that the events refer to. */
  payloadIds: string[] | null;
}

function broughtBy(
  { jobId, notificationId, payload, payloadId, events }: CollectedRun,
  payloads: ReadonlyMap<string, SharedRow>,
): { events: readonly DigestEvent[]; payloadIds: PayloadIds } {
  if (events) return loadedEvents(events, payloads);
  if (payloadId === null) return { events: [eventOf(jobId, notificationId, payload)], payloadIds: new Map() };
  const shared = payloads.get(payloadId)?.payload ?? null;
  return { events: [eventOf(jobId, notificationId, shared)], payloadIds: new Map([[jobId, payloadId]]) };
}

/** Returns the newest events, up to the limits of templates. */
function newest(events: readonly DigestEvent[]): DigestEvent[] {
  const kept: DigestEvent[] = [];
  let bytes = 0;
  for (const event of events.slice(-MAX_EVENTS).toReversed()) {
    if (kept.length > 0 && bytes >= MAX_BYTES) break;
    bytes += bytesOf(event.payload);
    kept.push(event);
  }
  return kept.toReversed();
}

/** Reads the newest runs whose events may be within the limits of templates. */
const READ = `
SELECT w.id, (SELECT sum(e.count)::int FROM digest_events e WHERE e.environment_id = $1 AND e.window_id = w.id) AS count, newest.runs
FROM unnest($2::text[]) AS w (id) CROSS JOIN LATERAL (
  SELECT json_agg(json_build_object('jobId', sized.job_id, 'notificationId', sized.notification_id, 'payload', sized.payload,
    'payloadId', sized.payload_id, 'events', sized.events, 'payloadIds', sized.payload_ids)
    ORDER BY sized.notification_id, sized.job_id) AS runs
  FROM (
    SELECT latest.*, sum(latest.bytes) OVER (ORDER BY latest.notification_id DESC, latest.job_id DESC) AS total
    FROM (
      SELECT e.job_id, e.notification_id, e.payload, e.payload_id, e.events, e.payload_ids,
        coalesce(octet_length(coalesce(e.events, ${sharedColumn('e', 'payload')})::text), 0) + coalesce(referred.bytes, 0) AS bytes
      FROM digest_events e CROSS JOIN LATERAL (
        SELECT sum(own.bytes) AS bytes FROM unnest(e.payload_ids) AS used (id) CROSS JOIN LATERAL (
          SELECT octet_length(payload::text) AS bytes FROM payloads WHERE environment_id = $1 AND id = used.id OFFSET 0) AS own) AS referred
      WHERE e.environment_id = $1 AND e.window_id = w.id
      ORDER BY e.notification_id DESC, e.job_id DESC LIMIT $3) AS latest) AS sized
  WHERE sized.total - sized.bytes < $4) AS newest`;

/** @returns the window without the run: passed on to the next run, or closed and empty. */
async function leave(
  { environmentId, jobId, lane }: ClaimedWork,
  id: string,
  { window, isPassedOn, now }: { window: DigestWindow; isPassedOn: boolean; now: Date },
): Promise<DigestWindow> {
  await hotQuery('digest-events-leave', 'DELETE FROM digest_events WHERE environment_id = $1 AND job_id = $2', [
    environmentId,
    jobId,
  ]);
  const [next] = await hotQuery<{ jobId: string; notificationId: string; newestId: string }>(
    'digest-events-next',
    `SELECT job_id AS "jobId", notification_id AS "notificationId",
       (SELECT max(notification_id) FROM digest_events WHERE environment_id = $1 AND window_id = $2) AS "newestId"
     FROM digest_events WHERE environment_id = $1 AND window_id = $2 ORDER BY notification_id, job_id LIMIT 1`,
    [environmentId, id],
  );
  if (next && isPassedOn) {
    await passOn(environmentId, id, { ...next, lane, closesAt: window.closesAt ?? now, now });
    return { ...window, opener: { jobId: next.jobId, notificationId: next.notificationId } };
  }
  if (next)
    await hotQuery(
      'digest-events-close',
      'DELETE FROM digest_events WHERE environment_id = $1 AND window_id = ANY ($2)',
      [environmentId, [id]],
    );
  return {};
}

interface NextOpener {
  jobId: string;
  /** The oldest run of the digest. */
  notificationId: string;
  /** The newest run of the digest. */
  newestId: string;
  lane: number;
  closesAt: Date;
  now: Date;
}

/**
 * Passes the digest on: a run that joined now waits instead of the run that opened the digest, and the other runs join
 * this run.
 */
async function passOn(environmentId: string, id: string, next: NextOpener): Promise<void> {
  const { jobId, notificationId, newestId, lane, closesAt, now } = next;
  const reason = reasonFor('digest_waiting', { until: closesAt.toISOString() });
  const { detail, status, source } = detailOf(reason);
  await forgetOutcome(environmentId, notificationId);
  await hotQuery('digest-windows-pass-on', PASS_ON, [
    environmentId,
    jobId,
    notificationId,
    lane,
    closesAt,
    now,
    JSON.stringify(reason),
    newId(now),
    detail,
    status,
    source,
    transition('merged', 'delayed'),
    transition('merged', 'pending'),
    ...idBounds([notificationId]).toReversed(),
  ]);
  const bounds = idBounds([notificationId, newestId]);
  await hotQuery('digest-windows-point', POINT, [environmentId, id, jobId, notificationId, ...bounds]);
  announceRuns(environmentId, 'changed', () => [notificationId]);
}

const PASS_ON = `
WITH job AS (
  UPDATE jobs SET status = $12, reason = $7::jsonb, due_at = $5, waited_since = $6, updated_at = $6
  WHERE environment_id = $1 AND notification_id = $3 AND id = $2
), later AS (
  UPDATE jobs SET status = $13, reason = NULL, updated_at = $6
  WHERE environment_id = $1 AND notification_id = $3 AND id >= $15 AND id < $14 AND status = 'merged'
    AND (position, id) > (SELECT position, id FROM jobs WHERE environment_id = $1 AND notification_id = $3 AND id = $2)
), detail AS (
  INSERT INTO execution_details (environment_id, id, notification_id, job_id, detail, status, source, is_test, is_retry, reason, created_at)
  VALUES ($1, $8, $3, $2, $9, $10, $11, false, false, $7::jsonb, $6)
), queued AS (
  INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at) VALUES ($1, $2, $3, $4, $5)
)
UPDATE notifications SET digested_notification_id = NULL WHERE environment_id = $1 AND id = $3`;

const POINT = `
WITH other AS MATERIALIZED (
  SELECT notification_id FROM digest_events WHERE environment_id = $1 AND window_id = $2 AND job_id <> $3
), run AS (
  UPDATE notifications SET digested_notification_id = $4
  WHERE environment_id = $1 AND id = ANY (ARRAY (SELECT notification_id FROM other)) AND id >= $5 AND id < $6
)
UPDATE jobs SET reason = jsonb_set(reason, '{evidence,notification}', to_jsonb($4::text))
WHERE environment_id = $1 AND notification_id = ANY (ARRAY (SELECT notification_id FROM other)) AND id >= $5 AND id < $6
  AND status = 'merged'`;

async function writeWindows(environmentId: string, windows: Windows): Promise<void> {
  const rows = [...windows].map(([id, { opener, closesAt, lastEventAt, keptUntil }]) => ({
    id,
    opener_job_id: opener?.jobId,
    opener_notification_id: opener?.notificationId,
    closes_at: opener && closesAt,
    last_event_at: lastEventAt,
    kept_until: keptUntil,
  }));
  await hotQuery('digest-windows-write', WRITE, [environmentId, JSON.stringify(rows)]);
}

const WRITE = `
WITH r AS MATERIALIZED (
  SELECT * FROM json_to_recordset($2::json) AS r (id text, opener_job_id text, opener_notification_id text, closes_at timestamptz,
    last_event_at timestamptz, kept_until timestamptz)
), forgotten AS (
  DELETE FROM digest_windows w USING r
  WHERE w.environment_id = $1 AND w.id = r.id AND r.opener_job_id IS NULL AND r.kept_until IS NULL
)
UPDATE digest_windows w SET opener_job_id = r.opener_job_id, opener_notification_id = r.opener_notification_id, closes_at = r.closes_at,
  last_event_at = r.last_event_at, kept_until = r.kept_until
FROM r WHERE w.environment_id = $1 AND w.id = r.id AND (r.opener_job_id IS NOT NULL OR r.kept_until IS NOT NULL)`;
