/**
 * The statements that read all environments. Every other statement names its environment. Raw statements: skip scans,
 * which step through an index from one environment to the next. They cost a few index probes for each environment,
 * however many rows the environment has.
 *
 * Citus sends no recursive query to its nodes, and no `LIMIT` for each row of a list. There, each node reads the
 * environments of its own shards from `notification_groups`, which has a row of every environment, and makes the same
 * index probes.
 */
import type { FanoutPlace } from '#lib/engine/fanout/queue.ts';
import { hotQuery, onCitus } from '#lib/postgres/db.ts';
import { LANE_ROWS, type Lane, type ReadyWork } from './work.ts';

/** Returns a `WITH` that lists the environments with rows that fulfil a condition, and a NULL at the end. */
function environmentsWith(table: string, condition = 'true'): string {
  const next = (after: string) =>
    `(SELECT t.environment_id FROM ${table} t WHERE ${condition}${after} ORDER BY t.environment_id LIMIT 1)`;
  return `WITH RECURSIVE found (environment_id) AS (
  ${next('')}
  UNION ALL
  SELECT ${next(' AND t.environment_id > found.environment_id')} FROM found WHERE found.environment_id IS NOT NULL)`;
}

const ALL_ON_CITUS = 'WITH found AS (SELECT DISTINCT environment_id FROM notification_groups)';

const EARLIEST = 'earliest.ready_at AS "readyAt", earliest.job_id AS "jobId"';

/**
 * SQL for the environments with unclaimed work in each lane: a `WITH`, the rows of its environments and lanes, and the
 * column of the lane.
 */
const LANES_ON_POSTGRES = {
  waiting: environmentsWith('work', 't.worker_id IS NULL'),
  eachLane: `found CROSS JOIN ${LANE_ROWS}`,
  lane: 'lanes.lane',
};
const LANES_ON_CITUS: typeof LANES_ON_POSTGRES = {
  waiting: `WITH found AS (SELECT DISTINCT environment_id, lanes.lane FROM notification_groups CROSS JOIN ${LANE_ROWS})`,
  eachLane: 'found',
  lane: 'found.lane',
};

async function lanes(): Promise<typeof LANES_ON_POSTGRES & { ofLane: string }> {
  const form = (await onCitus()) ? LANES_ON_CITUS : LANES_ON_POSTGRES;
  return {
    ...form,
    ofLane: `w.environment_id = found.environment_id AND w.lane = ${form.lane} AND w.worker_id IS NULL`,
  };
}

/** Returns the earliest unclaimed work of every environment and lane, due now or later. */
export async function findReady(): Promise<ReadyWork[]> {
  const { waiting, eachLane, lane, ofLane } = await lanes();
  return hotQuery(
    'work-ready',
    `${waiting}
     SELECT found.environment_id AS "environmentId", ${lane}, ${EARLIEST}
     FROM ${eachLane}
     CROSS JOIN LATERAL (SELECT w.ready_at, w.job_id FROM work w WHERE ${ofLane} ORDER BY w.ready_at, w.job_id LIMIT 1) AS earliest
     WHERE found.environment_id IS NOT NULL`,
  );
}

const KNOWN =
  'unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::text[]) AS known (environment_id, lane, ready_at, job_id)';
const KNOWN_ON_CITUS = `(SELECT DISTINCT g.environment_id, known.lane, known.ready_at, known.job_id
       FROM notification_groups g JOIN ${KNOWN} ON known.environment_id = g.environment_id) AS known`;

/**
 * Returns the earliest unclaimed work of known environments and lanes, none of it earlier than the known work. Unlike
 * `findReady`, it does not read past every row that was claimed since the last vacuum.
 */
export async function findNextReady(known: readonly ReadyWork[]): Promise<ReadyWork[]> {
  return hotQuery(
    'work-next-ready',
    `SELECT known.environment_id AS "environmentId", known.lane, ${EARLIEST}
     FROM ${(await onCitus()) ? KNOWN_ON_CITUS : KNOWN}
     CROSS JOIN LATERAL (SELECT w.ready_at, w.job_id FROM work w
       WHERE w.environment_id = known.environment_id AND w.lane = known.lane AND w.worker_id IS NULL
         AND (w.ready_at, w.job_id) >= (known.ready_at, known.job_id)
       ORDER BY w.ready_at, w.job_id LIMIT 1) AS earliest`,
    [
      known.map(({ environmentId }) => environmentId),
      known.map(({ lane }) => lane),
      known.map(({ readyAt }) => readyAt),
      known.map(({ jobId }) => jobId),
    ],
  );
}

/**
 * Returns the number of due jobs per lane, counted up to 10,000 per environment, and the due time of the oldest. A lane
 * without due jobs is left out.
 */
export async function countDue(now: Date): Promise<{ lane: Lane; count: number; oldest: Date }[]> {
  const { waiting, eachLane, lane, ofLane } = await lanes();
  return hotQuery(
    'work-due',
    `${waiting}
     SELECT ${lane}, sum(due.count)::int AS count, min(due.oldest) AS oldest
     FROM ${eachLane}
     CROSS JOIN LATERAL (SELECT count(*) AS count, min(first.ready_at) AS oldest FROM (
       SELECT w.ready_at FROM work w WHERE ${ofLane} AND w.ready_at <= $1 ORDER BY w.ready_at LIMIT 10000) AS first) AS due
     WHERE found.environment_id IS NOT NULL AND due.count > 0 GROUP BY ${lane}`,
    [now],
  );
}

/**
 * Returns an environment with a due job whose worker died. Reads an index that is empty as long as no worker has died.
 *
 * @param deaths the condition on the number of deaths.
 */
export async function findInterrupted(now: Date, deaths = 'true'): Promise<string | undefined> {
  const [row] = await hotQuery<{ environmentId: string }>(
    'work-interrupted',
    `SELECT environment_id AS "environmentId" FROM work WHERE deaths > 0 AND ${deaths} AND worker_id IS NULL AND ready_at <= $1
     ORDER BY environment_id, ready_at LIMIT 1`,
    [now],
  );
  return row?.environmentId;
}

/** Returns the earliest fan-out of each environment. */
export async function findFanouts(): Promise<FanoutPlace[]> {
  return hotQuery(
    'fanouts-ready',
    `${(await onCitus()) ? ALL_ON_CITUS : environmentsWith('fanouts')}
     SELECT found.environment_id AS "environmentId", first.id, first.ready_at AS "readyAt"
     FROM found CROSS JOIN LATERAL (
       SELECT f.id, f.ready_at FROM fanouts f WHERE f.environment_id = found.environment_id ORDER BY f.ready_at, f.id LIMIT 1) AS first
     WHERE found.environment_id IS NOT NULL`,
  );
}

/** Returns the environments with jobs that the workers `workerIds` hold, or whose lease has expired. */
export function findLost(workerIds: readonly string[], now: Date): Promise<string[]> {
  const lost = 't.worker_id IS NOT NULL AND (t.worker_id = ANY ($1) OR t.lease_until < $2)';
  return findWith('work-of-dead-workers', ['work', 't.worker_id IS NOT NULL'], lost, [workerIds, now]);
}

/** Returns the environments with in-app messages whose snooze is over. */
export function findEndedSnoozes(now: Date): Promise<string[]> {
  return findWith('snoozes-ended', ['messages', 't.snoozed_until IS NOT NULL'], 't.snoozed_until <= $1', [now]);
}

/** Returns the environments with delivery events whose message search is due. */
export function findDueEvents(now: Date): Promise<string[]> {
  return findWith('delivery-events-waiting', ['delivery_events', 't.next_try_at IS NOT NULL'], 't.next_try_at <= $1', [
    now,
  ]);
}

/** Returns the environments with a running recovery. */
export function findRecoveries(): Promise<string[]> {
  return findWith('recoveries-running', ['recoveries', "t.status = 'running'"], "t.status = 'running'", []);
}

/** Returns the environments with jobs that an ended outage still holds back. */
export function findReleases(): Promise<string[]> {
  const isRunning = 't.release_ready_at IS NOT NULL';
  return findWith('outages-releasing', ['outages', isRunning], isRunning, []);
}

/** Returns the environments with a running erasure. */
export function findErasures(): Promise<string[]> {
  return findWith('erasures-running', ['erasures', "t.status = 'running'"], "t.status = 'running'", []);
}

/** Returns the environments with a running gradual switch. */
export function findGradualSwitches(): Promise<string[]> {
  return findWith('gradual-switches-running', ['gradual_switches', 't.ended_at IS NULL'], 't.ended_at IS NULL', []);
}

/** Returns the environments with subscribers that are online by sockets of these web processes. */
export function findOnline(webProcessIds: readonly string[]): Promise<string[]> {
  return findWith('online-ended', ['online_subscribers', 'true'], 't.web_process_id = ANY ($1)', [webProcessIds]);
}

/** Returns the environments with a bounce mailbox. */
export function findMailboxes(): Promise<string[]> {
  const hasMailbox = "t.deleted_at IS NULL AND jsonb_exists(t.configurations, 'mailboxHost')";
  return findWith('bounce-mailboxes', ['integrations', hasMailbox], hasMailbox, []);
}

/** Returns the scanned environments that have a row `t` for which the condition holds. */
async function findWith(
  name: string,
  [table, scanned]: [table: string, condition: string],
  condition: string,
  values: unknown[],
): Promise<string[]> {
  const rows = await hotQuery<{ environmentId: string }>(
    name,
    `${(await onCitus()) ? ALL_ON_CITUS : environmentsWith(table, scanned)}
     SELECT found.environment_id AS "environmentId" FROM found CROSS JOIN LATERAL (
       SELECT 1 FROM ${table} t WHERE t.environment_id = found.environment_id AND ${condition} LIMIT 1) AS matching
     WHERE found.environment_id IS NOT NULL`,
    values,
  );
  return rows.map(({ environmentId }) => environmentId);
}
