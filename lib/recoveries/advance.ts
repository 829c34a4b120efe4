/**
 * Retries the failed runs of recoveries, one by one. The cursor moves in the transaction that retries the run, under
 * the lock of the recovery’s row. So each run is retried once, even if several workers retry runs or one of them dies.
 * Raw statement: a row lock.
 */
import { isBusy } from '#lib/engine/fanout/queue.ts';
import { findRecoveries } from '#lib/engine/queue/everywhere.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { logger } from '#lib/logger.ts';
import { lockRun } from '#lib/notifications/retry/locked-run.ts';
import { isIdle, requeueFailed } from '#lib/notifications/retry/requeue.ts';
import { hotQuery, prisma, transaction } from '#lib/postgres/db.ts';
import type { Recovery } from '#prisma/generated/client.ts';
import { failedRuns, newestRuns } from './failed-runs.ts';
import { recoverableRuns } from './recoverable.ts';
import type { RecoveryFilter } from './schema.ts';

/** Maximum runs of one batch. The oldest worker processes one batch per second, so that other work comes in between. */
const BATCH = 50;
/** The number of attempts to retry one run before the recovery skips the run. */
const MAX_ATTEMPTS = 3;

/** Causes of skipped runs, in addition to the obstacles of `recoverableRuns`. */
const NO_LONGER_FAILED = 'no longer failed';
const GIVEN_UP = 'the retry failed with an internal error';

/** Processes one batch of each running recovery. */
export async function advanceRecoveries(now: Date = new Date()): Promise<void> {
  for (const environmentId of await findRecoveries()) {
    try {
      await advanceRecovery(environmentId, now);
    } catch (error) {
      logger().warn({ error, environmentId }, 'Recovery batch failed');
    }
  }
}

/** Processes the next batch of the environment’s recovery, unless the environment has enough due jobs. */
export async function advanceRecovery(environmentId: string, now = new Date()): Promise<void> {
  if (await isBusy(environmentId, now)) return;
  const recovery = await prisma().recovery.findFirst({ where: { environmentId, status: 'running' } });
  if (!recovery) return;
  const ids = await nextRuns(recovery);
  for (const id of ids) if (!(await passRun(recovery, id))) return;
  if (ids.length < BATCH) await finish(recovery);
}

async function nextRuns({ environmentId, filter, floor, cursor, createdAt }: Recovery): Promise<string[]> {
  if (!(await prisma().environment.findFirst({ where: { id: environmentId }, select: { id: true } }))) return [];
  const runs = await failedRuns(environmentId, filter as unknown as RecoveryFilter, createdAt);
  return runs ? newestRuns({ ...runs, floor, ceiling: cursor ?? runs.ceiling }, BATCH) : [];
}

/**
 * Retries one run. @returns whether the batch continues. It ends if the recovery was stopped, and after a run whose
 * retry always fails.
 */
async function passRun(recovery: Recovery, runId: string): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(async () => {
        if (!(await lockRecovery(recovery))) return false;
        if (!(await isNext(recovery, runId))) return true;
        const isGivenUp = attempt > MAX_ATTEMPTS;
        const cause = isGivenUp ? GIVEN_UP : await retryRun(recovery, runId);
        if (cause === undefined) await recordRun(recovery, runId);
        await moveOn(recovery, runId, cause);
        return !isGivenUp;
      });
    } catch (error) {
      if (attempt > MAX_ATTEMPTS) throw error;
      const { environmentId, id: recoveryId } = recovery;
      logger().warn(
        { error, environmentId, recoveryId, notificationId: runId, attempt },
        'Failed to retry a run during a recovery',
      );
    }
  }
}

/** Locks the recovery until the end of the transaction. Returns whether it is still running. */
async function lockRecovery({ environmentId, id }: Recovery): Promise<boolean> {
  const rows = await hotQuery(
    'recoveries-lock',
    `SELECT 1 FROM recoveries WHERE environment_id = $1 AND id = $2 AND status = 'running' FOR UPDATE`,
    [environmentId, id],
  );
  return rows.length > 0;
}

/** Whether no worker has passed the run in the meantime. */
async function isNext({ environmentId, id }: Recovery, runId: string): Promise<boolean> {
  const where = { environmentId, id, OR: [{ cursor: null }, { cursor: { gt: runId } }] };
  return (await prisma().recovery.count({ where })) > 0;
}

/** Queues the failed steps of a run. @returns why the run is skipped. Undefined if it is retried. */
async function retryRun(recovery: Recovery, runId: string): Promise<string | undefined> {
  const { environmentId, filter, actorType, actorLabel, addressAllowedAt, reason: note } = recovery;
  if (!(await lockRun({ environmentId }, runId))) return NO_LONGER_FAILED;
  const where = { environmentId, notificationId: runId, outcome: 'failed' };
  const isFailed = (await prisma().notificationOutcome.count({ where })) > 0;
  if (!isFailed || !(await isIdle(environmentId, runId))) return NO_LONGER_FAILED;
  const { channels } = filter as unknown as RecoveryFilter;
  const run = (await recoverableRuns(environmentId, [runId], channels)).get(runId);
  if (!run || 'obstacle' in run) return run?.obstacle ?? NO_LONGER_FAILED;
  const actor = actorType === 'apiKey' ? 'an API key' : actorLabel;
  const request = { at: new Date(), actor, note, lane: LANES.fanout, addressAllowedAt };
  for (const { id: jobId } of run.steps) await requeueFailed(environmentId, { notificationId: runId, jobId }, request);
  announceWork();
  announceRuns(environmentId, 'changed', () => [runId]);
  return undefined;
}

function recordRun({ environmentId, id: recoveryId }: Recovery, notificationId: string) {
  return prisma().recoveryRun.create({ data: { environmentId, recoveryId, notificationId } });
}

/** @param cause why the run is skipped. Undefined: it is retried. */
async function moveOn({ environmentId, id }: Recovery, runId: string, cause: string | undefined): Promise<void> {
  await hotQuery(
    'recoveries-move-on',
    `UPDATE recoveries SET cursor = $3, retried = retried + $4, skipped = skipped + $5, updated_at = $6,
       total = greatest(total, retried + skipped + 1), causes = ${added('$5::int')}
     WHERE environment_id = $1 AND id = $2`,
    [environmentId, id, runId, cause === undefined ? 1 : 0, cause === undefined ? 0 : 1, new Date(), cause ?? ''],
  );
}

/**
 * Ends the recovery. Runs of the total that were neither retried nor skipped are no longer failed, so they count as
 * skipped.
 */
async function finish({ environmentId, id }: Recovery): Promise<void> {
  await hotQuery(
    'recoveries-finish',
    `UPDATE recoveries SET status = 'done', skipped = greatest(skipped, total - retried), updated_at = $3, ended_at = $3,
       causes = ${added('greatest(0, total - retried - skipped)', '$4')}
     WHERE environment_id = $1 AND id = $2 AND status = 'running'`,
    [environmentId, id, new Date(), NO_LONGER_FAILED],
  );
}

/** Returns the SQL that adds a number to one of the causes. A number of 0 leaves the causes unchanged. */
function added(count: string, cause = '$7'): string {
  return `CASE WHEN ${count} = 0 THEN causes
    ELSE jsonb_set(causes, ARRAY[${cause}::text], (coalesce((causes ->> ${cause}::text)::int, 0) + ${count})::text::jsonb) END`;
}
