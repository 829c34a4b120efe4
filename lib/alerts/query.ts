/**
 * Raw statements: ON CONFLICT with a condition, updates that require an unchanged number of attempts, and reads of the
 * queue.
 */
import { LANES } from '#lib/engine/queue/work.ts';
import { newId } from '#lib/id.ts';
import { query } from '#lib/postgres/db.ts';
import type { Alert as AlertRow } from '#prisma/generated/client.ts';
import type { AlertNotice } from './schema.ts';

export interface Raised {
  environmentId: string;
  ruleId: string;
  kind: string;
  words: string;
  at: Date;
}

/**
 * Opens an alert, unless the rule has an open alert, was paused, or was deleted. If two calls happen at the same time,
 * only one of them opens the alert.
 *
 * @returns whether this call opened the alert.
 */
export async function raiseAlert({ environmentId, ruleId, kind, words, at }: Raised): Promise<boolean> {
  const rows = await query(
    'alerts-raise',
    `INSERT INTO alerts (environment_id, id, rule_id, rule_name, kind, words, raised_at, held_at, pending, next_try_at)
     SELECT r.environment_id, $3, r.id, r.name, $4, $5, $6, $6, 'raised', $6
     FROM alert_rules r WHERE r.environment_id = $1 AND r.id = $2 AND r.active FOR SHARE
     ON CONFLICT (environment_id, rule_id) WHERE ended_at IS NULL DO NOTHING RETURNING 1`,
    [environmentId, ruleId, newId(at), kind, words, at],
  );
  return rows.length > 0;
}

export interface Ended {
  environmentId: string;
  ruleId: string;
  cause: 'resolved' | 'paused' | 'deleted';
  words?: string | undefined;
  at: Date;
}

/**
 * Ends the open alert of a rule. The end is announced only if the alert was resolved and its start was announced, or is
 * being sent at this moment: see `recordSent`.
 */
export async function endAlert({ environmentId, ruleId, cause, words, at }: Ended): Promise<void> {
  await query(
    'alerts-end',
    `UPDATE alerts SET ended_at = $4, end_cause = $3, end_words = $5, attempts = 0, next_try_at = $4,
       problem = CASE WHEN pending IS NULL THEN NULL ELSE problem END,
       pending = CASE WHEN pending IS NULL AND $3 = 'resolved' THEN 'resolved' END
     WHERE environment_id = $1 AND rule_id = $2 AND ended_at IS NULL`,
    [environmentId, ruleId, cause, at, words ?? null],
  );
}

/** Claims a pending notice until `leaseUntil`. @returns whether this process got the notice. */
export async function claimNotice(alert: AlertRow, leaseUntil: Date): Promise<boolean> {
  const rows = await query(
    'alerts-claim',
    `UPDATE alerts SET attempts = attempts + 1, next_try_at = $5
     WHERE environment_id = $1 AND id = $2 AND pending = $3 AND attempts = $4 RETURNING 1`,
    [alert.environmentId, alert.id, alert.pending, alert.attempts, leaseUntil],
  );
  return rows.length > 0;
}

/** Postpones the next attempt of a pending notice, so that other notices are sent first. */
export async function postpone(alert: AlertRow, nextTryAt: Date): Promise<void> {
  await query(
    'alerts-postpone',
    `UPDATE alerts SET next_try_at = $5 WHERE environment_id = $1 AND id = $2 AND pending = $3 AND attempts = $4`,
    [alert.environmentId, alert.id, alert.pending, alert.attempts, nextTryAt],
  );
}

/** Records a notice that was sent. If the alert ended in the meantime, the notice about its end is still pending. */
export async function recordSent({ environmentId, id }: AlertRow, notice: AlertNotice): Promise<void> {
  await query(
    'alerts-sent',
    `UPDATE alerts SET notices = notices || jsonb_build_array($3::jsonb), problem = NULL, attempts = 0,
       pending = CASE WHEN $4 = 'raised' AND end_cause = 'resolved' THEN 'resolved' END
     WHERE environment_id = $1 AND id = $2`,
    [environmentId, id, JSON.stringify(notice), notice.about],
  );
}

/** Records a failed attempt. Without `nextTryAt`, the notice is given up. */
export async function recordFailure(alert: AlertRow, problem: string, nextTryAt: Date | undefined): Promise<void> {
  await query(
    'alerts-failed',
    `UPDATE alerts SET problem = $5, next_try_at = coalesce($6, next_try_at),
       pending = CASE WHEN $6::timestamptz IS NULL THEN NULL ELSE pending END
     WHERE environment_id = $1 AND id = $2 AND pending = $3 AND attempts = $4`,
    [alert.environmentId, alert.id, alert.pending, alert.attempts + 1, problem, nextTryAt ?? null],
  );
}

/** Returns when the environment’s oldest due step became due. Fan-outs, which may take long, are left out. */
export async function oldestDue(environmentId: string, now: Date): Promise<Date | undefined> {
  const [row] = await query<{ oldest: Date | null }>(
    'alerts-oldest-due',
    `SELECT least(${[LANES.urgent, LANES.normal]
      .map(
        (
          lane,
        ) => `(SELECT w.ready_at FROM work w WHERE w.environment_id = $1 AND w.lane = ${lane} AND w.worker_id IS NULL
           AND w.ready_at <= $2 ORDER BY w.ready_at LIMIT 1)`,
      )
      .join(', ')}) AS oldest`,
    [environmentId, now],
  );
  return row?.oldest ?? undefined;
}

/** Returns the names of active workflows with issues, by name. */
export async function workflowsWithIssues(environmentId: string, most: number): Promise<string[]> {
  const rows = await query<{ name: string }>(
    'alerts-workflow-issues',
    `SELECT w.name FROM workflows w WHERE w.environment_id = $1 AND w.active AND w.deleted_at IS NULL AND EXISTS (
       SELECT 1 FROM workflow_steps s WHERE s.environment_id = $1 AND s.workflow_id = w.id
         AND s.control_issues IS NOT NULL AND s.control_issues NOT IN ('{}', 'null'))
     ORDER BY w.name, w.id LIMIT $2`,
    [environmentId, most],
  );
  return rows.map(({ name }) => name);
}
