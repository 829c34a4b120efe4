/**
 * Raw statement: it changes many rows at once. When workflows were last triggered is kept in memory and written every ten
 * seconds, one row per workflow, so that a busy workflow's row does not slow its triggers. A process that is killed loses
 * the last ten seconds' times.
 */

import { logger } from '#lib/logger.ts';
import { query } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';

const FLUSH_MS = 10_000;

interface TriggerTime {
  environmentId: string;
  /** Workflow.id */
  workflowId: string;
  at: Date;
}

const shared = globalThis as typeof globalThis & {
  belfryTriggerTimes?: { newest: Map<string, TriggerTime>; timer?: NodeJS.Timeout | undefined };
};

/** Notes the time of a trigger for `workflows.last_triggered_at`. */
export function noteTrigger(time: TriggerTime): void {
  shared.belfryTriggerTimes ??= { newest: new Map() };
  const buffer = shared.belfryTriggerTimes;
  const key = `${time.environmentId} ${time.workflowId}`;
  const known = buffer.newest.get(key);
  if (!known || known.at < time.at) buffer.newest.set(key, time);
  buffer.timer ??= setTimeout(() => void writeTriggerTimes(), FLUSH_MS).unref();
}

/** Writes what was noted. Also called when the process ends. After a failure it is written with the next ones. */
export async function writeTriggerTimes(): Promise<void> {
  const times = takeTriggerTimes();
  if (times.length === 0) return;
  try {
    const values = [
      times.map(({ environmentId }) => environmentId),
      times.map(({ workflowId }) => workflowId),
      times.map(({ at }) => at),
    ];
    await retryDeadlock(() => query('workflows-triggered', WRITE, values));
  } catch (error) {
    logger().warn(
      { error, workflows: times.length },
      'When workflows were triggered could not be written; it is tried again',
    );
    times.forEach(noteTrigger);
  }
}

/** What was noted and is not written yet, the newest time of each workflow. It is forgotten here. */
export function takeTriggerTimes(): TriggerTime[] {
  const buffer = shared.belfryTriggerTimes;
  if (!buffer) return [];
  clearTimeout(buffer.timer);
  buffer.timer = undefined;
  const times = [...buffer.newest.values()];
  buffer.newest.clear();
  return times;
}

const WRITE = `UPDATE workflows w SET last_triggered_at = t.at
  FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS t (environment_id, id, at)
  WHERE w.environment_id = t.environment_id AND w.id = t.id AND (w.last_triggered_at IS NULL OR w.last_triggered_at < t.at)`;
