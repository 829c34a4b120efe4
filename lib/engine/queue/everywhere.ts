/**
 * The statements that read all environments. Every other statement names its environment. Raw statements: skip scans,
 * which step through an index from one environment to the next. They cost a few index probes for each environment,
 * however many rows the environment has. On Citus, each node searches its own shards (lib/postgres/citus).
 */
import type { FanoutPlace } from '#lib/engine/fanout/queue.ts';
import { queryEverywhere } from '#lib/postgres/db.ts';
import { DEATHS_BEFORE_ALONE } from './deaths.ts';
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

/** Returns a statement that selects the scanned environments with a row `t` for which the condition holds. */
function matching([table, scanned]: [table: string, condition: string], condition = scanned): string {
  return `${environmentsWith(table, scanned)}
     SELECT found.environment_id AS "environmentId" FROM found CROSS JOIN LATERAL (
       SELECT 1 FROM ${table} t WHERE t.environment_id = found.environment_id AND ${condition} LIMIT 1) AS matching
     WHERE found.environment_id IS NOT NULL`;
}

/** Returns a statement that selects an environment with a due job whose worker died. */
function interrupted(deaths: string): string {
  return `SELECT environment_id AS "environmentId" FROM work WHERE deaths > 0 AND ${deaths} AND worker_id IS NULL AND ready_at <= $1
     ORDER BY environment_id, ready_at LIMIT 1`;
}

/** Conditions on the number of workers that died in a row while they held a job. */
export const DEATHS = {
  any: 'true',
  few: `deaths < ${DEATHS_BEFORE_ALONE}`,
  many: `deaths >= ${DEATHS_BEFORE_ALONE}`,
};

/** The environments with unclaimed work, and the work of each lane. */
const WAITING = environmentsWith('work', 't.worker_id IS NULL');
const OF_LANE = 'w.environment_id = found.environment_id AND w.lane = lanes.lane AND w.worker_id IS NULL';
const EARLIEST = 'earliest.ready_at AS "readyAt", earliest.job_id AS "jobId"';

const LOST = 't.worker_id IS NOT NULL AND (t.worker_id = ANY ($1) OR t.lease_until < $2)';
const HAS_MAILBOX = "t.deleted_at IS NULL AND jsonb_exists(t.configurations, 'mailboxHost')";

/** The statements by name. */
export const SEARCHES = {
  'work-ready': `${WAITING}
     SELECT found.environment_id AS "environmentId", lanes.lane, ${EARLIEST}
     FROM found CROSS JOIN ${LANE_ROWS}
     CROSS JOIN LATERAL (SELECT w.ready_at, w.job_id FROM work w WHERE ${OF_LANE} ORDER BY w.ready_at, w.job_id LIMIT 1) AS earliest
     WHERE found.environment_id IS NOT NULL`,
  'work-next-ready': `SELECT known.environment_id AS "environmentId", known.lane, ${EARLIEST}
     FROM unnest($1::text[], $2::smallint[], $3::timestamptz[], $4::text[]) AS known (environment_id, lane, ready_at, job_id)
     CROSS JOIN LATERAL (SELECT w.ready_at, w.job_id FROM work w
       WHERE w.environment_id = known.environment_id AND w.lane = known.lane AND w.worker_id IS NULL
         AND (w.ready_at, w.job_id) >= (known.ready_at, known.job_id)
       ORDER BY w.ready_at, w.job_id LIMIT 1) AS earliest`,
  'work-due': `${WAITING}
     SELECT lanes.lane, sum(due.count)::int AS count, min(due.oldest) AS oldest
     FROM found CROSS JOIN ${LANE_ROWS}
     CROSS JOIN LATERAL (SELECT count(*) AS count, min(first.ready_at) AS oldest FROM (
       SELECT w.ready_at FROM work w WHERE ${OF_LANE} AND w.ready_at <= $1 ORDER BY w.ready_at LIMIT 10000) AS first) AS due
     WHERE found.environment_id IS NOT NULL AND due.count > 0 GROUP BY lanes.lane`,
  'work-interrupted-any': interrupted(DEATHS.any),
  'work-interrupted-few': interrupted(DEATHS.few),
  'work-interrupted-many': interrupted(DEATHS.many),
  'work-dead-rows': `SELECT pg_stat_get_dead_tuples('work'::regclass)::int AS dead, pg_stat_get_live_tuples('work'::regclass)::int AS live`,
  'fanouts-ready': `${environmentsWith('fanouts')}
     SELECT found.environment_id AS "environmentId", first.id, first.ready_at AS "readyAt"
     FROM found CROSS JOIN LATERAL (
       SELECT f.id, f.ready_at FROM fanouts f WHERE f.environment_id = found.environment_id ORDER BY f.ready_at, f.id LIMIT 1) AS first
     WHERE found.environment_id IS NOT NULL`,
  'work-of-dead-workers': matching(['work', 't.worker_id IS NOT NULL'], LOST),
  'snoozes-ended': matching(['messages', 't.snoozed_until IS NOT NULL'], 't.snoozed_until <= $1'),
  'delivery-events-waiting': matching(['delivery_events', 't.next_try_at IS NOT NULL'], 't.next_try_at <= $1'),
  'recoveries-running': matching(['recoveries', "t.status = 'running'"]),
  'outages-releasing': matching(['outages', 't.release_ready_at IS NOT NULL']),
  'erasures-running': matching(['erasures', "t.status = 'running'"]),
  'gradual-switches-running': matching(['gradual_switches', 't.ended_at IS NULL']),
  'online-ended': matching(['online_subscribers', 'true'], 't.web_process_id = ANY ($1)'),
  'bounce-mailboxes': matching(['integrations', HAS_MAILBOX]),
} as const;

function search<Row extends object>(name: keyof typeof SEARCHES, values: unknown[] = []): Promise<Row[]> {
  return queryEverywhere<Row & Record<string, unknown>>(name, SEARCHES[name], values);
}

async function environments(name: keyof typeof SEARCHES, values: unknown[] = []): Promise<string[]> {
  const rows = await search<{ environmentId: string }>(name, values);
  return rows.map(({ environmentId }) => environmentId);
}

/** Returns the earliest unclaimed work of every environment and lane, due now or later. */
export function findReady(): Promise<ReadyWork[]> {
  return search('work-ready');
}

/**
 * Returns the earliest unclaimed work of known environments and lanes, none of it earlier than the known work. Unlike
 * `findReady`, it does not read past every row that was claimed since the last vacuum.
 */
export function findNextReady(known: readonly ReadyWork[]): Promise<ReadyWork[]> {
  return search('work-next-ready', [
    known.map(({ environmentId }) => environmentId),
    known.map(({ lane }) => lane),
    known.map(({ readyAt }) => readyAt),
    known.map(({ jobId }) => jobId),
  ]);
}

interface Due {
  lane: Lane;
  count: number;
  oldest: Date;
}

/**
 * Returns the number of due jobs per lane, counted up to 10,000 per environment, and the due time of the oldest. A lane
 * without due jobs is left out.
 */
export async function countDue(now: Date): Promise<Due[]> {
  const lanes = new Map<Lane, Due>();
  for (const due of await search<Due>('work-due', [now])) {
    const { count, oldest } = lanes.get(due.lane) ?? { count: 0, oldest: due.oldest };
    lanes.set(due.lane, { ...due, count: count + due.count, oldest: new Date(Math.min(+oldest, +due.oldest)) });
  }
  return [...lanes.values()];
}

/**
 * Returns an environment with a due job whose worker died. Reads an index that is empty as long as no worker has died.
 */
export async function findInterrupted(now: Date, deaths: keyof typeof DEATHS = 'any'): Promise<string | undefined> {
  const [first] = await environments(`work-interrupted-${deaths}`, [now]);
  return first;
}

/** Returns the numbers of dead and live rows of the queue, as PostgreSQL counts them. */
export async function countRows(): Promise<{ dead: number; live: number }> {
  const rows = await search<{ dead: number; live: number }>('work-dead-rows');
  const sum = (of: 'dead' | 'live') => rows.reduce((total, row) => total + row[of], 0);
  return { dead: sum('dead'), live: sum('live') };
}

/** Returns the earliest fan-out of each environment. */
export function findFanouts(): Promise<FanoutPlace[]> {
  return search('fanouts-ready');
}

/** Returns the environments with jobs that the workers `workerIds` hold, or whose lease has expired. */
export function findLost(workerIds: readonly string[], now: Date): Promise<string[]> {
  return environments('work-of-dead-workers', [workerIds, now]);
}

/** Returns the environments with in-app messages whose snooze is over. */
export function findEndedSnoozes(now: Date): Promise<string[]> {
  return environments('snoozes-ended', [now]);
}

/** Returns the environments with delivery events whose message search is due. */
export function findDueEvents(now: Date): Promise<string[]> {
  return environments('delivery-events-waiting', [now]);
}

/** Returns the environments with a running recovery. */
export function findRecoveries(): Promise<string[]> {
  return environments('recoveries-running');
}

/** Returns the environments with jobs that an ended outage still holds back. */
export function findReleases(): Promise<string[]> {
  return environments('outages-releasing');
}

/** Returns the environments with a running erasure. */
export function findErasures(): Promise<string[]> {
  return environments('erasures-running');
}

/** Returns the environments with a running gradual switch. */
export function findGradualSwitches(): Promise<string[]> {
  return environments('gradual-switches-running');
}

/** Returns the environments with subscribers that are online by sockets of these web processes. */
export function findOnline(webProcessIds: readonly string[]): Promise<string[]> {
  return environments('online-ended', [webProcessIds]);
}

/** Returns the environments with a bounce mailbox. */
export function findMailboxes(): Promise<string[]> {
  return environments('bounce-mailboxes');
}
