/**
 * Raw statements: they compare ranges of the history with the queue, and are planned for each range. A run that has not
 * ended has work, because every statement of the engine writes a run's state and its work together. If an old backup, a
 * manual deletion or a defect removed the work, the run would never continue. So its work is restored.
 */

import { type JobStatus, transition } from '#lib/engine/job-status.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { lockRuns } from '#lib/engine/record/shared-run.ts';
import { env } from '#lib/env.ts';
import { idBounds, idFloor, idTime } from '#lib/id.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { logger } from '#lib/logger.ts';
import { execute, prisma, query, transaction } from '#lib/postgres/db.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';

/** Milliseconds before a run is checked, because its trigger or worker may still be writing. */
const SETTLED_MS = 10 * 60_000;
const BATCH = 500;

/**
 * Restores the work of runs that have neither work nor an end. Each hourly call checks the runs of the last day. The
 * runs of earlier days are checked once a day. The last action of a worker is unknown, so the step gets the detail
 * `outcome_unknown` and runs as after the death of a worker.
 *
 * @returns the number of runs.
 */
export async function restoreLostWork(now = new Date()): Promise<number> {
  const environments = await query<{ id: string }>('lost-work-environments', 'SELECT id FROM environments');
  let restored = 0;
  for (const { id } of environments) for (const range of rangesAt(now)) restored += await restoreIn(id, range, now);
  if (restored > 0) logger().error({ runs: restored }, 'Restored missing queue rows');
  return restored;
}

interface Range {
  from: Date;
  until: Date;
}

/** Returns the last 25 hours, and every 24th of the earlier days. The hour of the day selects these earlier days. */
export function rangesAt(now: Date, { RETENTION_DAYS, MAX_SPAN_DAYS } = env()): Range[] {
  const newest = now.getTime() - SETTLED_MS;
  const today = Math.floor(now.getTime() / DAY_MS);
  const hour = now.getUTCHours();
  const days = Array.from({ length: RETENTION_DAYS + MAX_SPAN_DAYS + 1 }, (_, age) => today - age - 1);
  const earlier = days
    .filter((day) => day % 24 === hour)
    .map((day) => ({ from: new Date(day * DAY_MS), until: new Date(Math.min((day + 1) * DAY_MS, newest)) }));
  return [{ from: new Date(newest - 25 * HOUR_MS), until: new Date(newest) }, ...earlier];
}

async function restoreIn(environmentId: string, { from, until }: Range, now: Date): Promise<number> {
  let restored = 0;
  for (let after: string | undefined = idFloor(from); after !== undefined; ) {
    const rows: { id: string }[] = await execute(FIND, [environmentId, after, idFloor(until)]);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) restored += await restoreRows(environmentId, ids, now);
    after = ids.length < BATCH ? undefined : ids.at(-1);
  }
  return restored;
}

/**
 * Returns the condition for runs without work or outcome, bounded by two IDs. Without these bounds, each range would
 * read the queue and the outcomes from their beginning.
 */
const lostBetween = (floor: string, ceiling: string) => `
  NOT EXISTS (SELECT 1 FROM work w
    WHERE w.environment_id = $1 AND w.notification_id = n.id AND w.notification_id >= ${floor} AND w.notification_id < ${ceiling})
  AND NOT EXISTS (SELECT 1 FROM notification_outcomes o
    WHERE o.environment_id = $1 AND o.notification_id = n.id AND o.notification_id >= ${floor} AND o.notification_id < ${ceiling})`;

const FIND = `
SELECT n.id FROM notifications n
WHERE n.environment_id = $1 AND n.id > $2 AND n.id < $3 AND ${lostBetween('$2', '$3')}
ORDER BY n.id LIMIT ${BATCH}`;

interface LiveJob {
  id: string;
  notificationId: string;
  status: JobStatus;
  dueAt: Date | null;
  attempts: number;
  /** Whether the run was ended from outside. */
  ended: boolean;
  /** The ID of the job's first message. */
  messageId: string | null;
  /** Whether the step is stored. */
  isKnown: boolean;
}

/**
 * Restores work under the runs' locks, which cancellations and manual retries take too.
 *
 * @returns the number of runs.
 */
function restoreRows(environmentId: string, ids: readonly string[], now: Date): Promise<number> {
  return transaction(async () => {
    await lockRuns(environmentId, ids);
    const live = await execute<LiveJob & Record<string, unknown>>(LIVE, [environmentId, ids, ...idBounds(ids)]);
    const all = Map.groupBy(live, ({ notificationId }) => notificationId);
    const runs = new Map([...all].filter(([, jobs]) => jobs.every(({ isKnown }) => isKnown)));
    const next = [...runs.values()].flatMap(unfinished);
    const begun = next.filter(({ status }) => status === 'pending').map(({ id }) => id);
    await prisma().job.updateMany({
      where: { environmentId, notificationId: { in: [...runs.keys()] }, id: { in: begun } },
      data: { status: transition('pending', 'queued'), dueAt: now, updatedAt: now },
    });
    const data = next.map((job) => ({ environmentId, ...workOf(job, now) }));
    await prisma().work.createMany({ data, skipDuplicates: true });
    announceWork();
    announceRuns(environmentId, 'changed', () => runs.keys());
    return runs.size;
  });
}

/** Reads jobs by position. Runs whose steps or workflow are not stored could not be loaded, so they are left out. */
const LIVE = `
SELECT j.id, n.id AS "notificationId", j.status, j.due_at AS "dueAt", j.attempts, n.ended IS NOT NULL AS ended,
  (SELECT min(m.id) FROM messages m WHERE m.environment_id = $1 AND m.notification_id = n.id AND m.job_id = j.id) AS "messageId",
  t.id IS NOT NULL AS "isKnown"
FROM notifications n CROSS JOIN LATERAL (
  SELECT * FROM jobs WHERE environment_id = $1 AND notification_id = n.id AND id >= $3 AND id < $4
    AND status IN ('pending', 'queued', 'delayed') OFFSET 0) AS j
LEFT JOIN job_steps t ON t.environment_id = $1 AND t.id = j.step_key
JOIN workflow_snapshots s ON s.environment_id = $1 AND s.id = n.snapshot_id AND s.settings IS NOT NULL
WHERE n.environment_id = $1 AND n.id = ANY ($2) AND ${lostBetween('$3', '$4')}
ORDER BY j.position, j.id`;

/** Returns the steps that have begun or wait, otherwise the first step. */
function unfinished(jobs: readonly LiveJob[]): readonly LiveJob[] {
  const begun = jobs.filter(({ status }) => status !== 'pending');
  return begun.length > 0 ? begun : jobs.slice(0, 1);
}

/** Returns the work of a job. Its message IDs stay the same, because they begin with the time of the first claim. */
function workOf({ id, notificationId, dueAt, attempts, ended, messageId }: LiveJob, now: Date) {
  const readyAt = ended || !dueAt ? now : dueAt;
  const firstClaimedAt = messageId === null ? null : idTime(messageId);
  return { jobId: id, notificationId, lane: LANES.normal, readyAt, attempts, deaths: 1, ended, firstClaimedAt };
}
