/** Raw statements: they group the failed jobs of many runs by reason and control, which are inside JSON, and runs by work. */
import type { Ctx } from '#lib/api/context.ts';
import { idFloor, idTime } from '#lib/id.ts';
import { findAnyIds } from '#lib/notifications/list/query.ts';
import { resolveFilters } from '#lib/notifications/service.ts';
import { hotQuery, prisma } from '#lib/postgres/db.ts';
import { createdTogether } from '#lib/postgres/sql.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import type { StepTypeName } from '#lib/steps/step-type.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import type { Failure, Failures, FailuresQuery, RunsByWorkflow, RunsByWorkflowQuery } from './failures-schema.ts';

/** The days whose failures are counted, unless history is kept for less. */
const FAILURE_DAYS = 30;
/** Maximum failed runs that are read, the newest first. */
const MAX_RUNS = 1_000;
const MAX_GROUPS = 200;
/** The days of the runs by workflow. */
const RUN_DAYS = 7;

/** Returns the time `days` days ago, rounded down to the hour. */
function hourBefore(days: number): Date {
  return new Date(Math.floor((Date.now() - days * DAY_MS) / HOUR_MS) * HOUR_MS);
}

interface FailureRow {
  step_id: string;
  type: StepTypeName;
  reason: string;
  control: string | null;
  count: number;
  first: string;
  last: string;
}

/** Counts the failed runs of a workflow by step, reason and control, the most frequent first. */
export async function countFailures({ environmentId }: Ctx, { workflowId }: FailuresQuery): Promise<Failures> {
  const after = hourBefore(FAILURE_DAYS).toISOString();
  const filters = await resolveFilters(environmentId, {
    templates: [workflowId],
    status: ['failed'],
    after,
    contextKeys: undefined,
  });
  const ids = await findAnyIds(filters, { offset: 0, limit: MAX_RUNS + 1 });
  const rows = await hotQuery<FailureRow>(
    'notifications-failures',
    `SELECT s.content->>'stepId' AS step_id, j.type, j.reason->>'code' AS reason, j.reason->'evidence'->>'control' AS control,
       count(DISTINCT j.notification_id)::int AS count, min(j.notification_id) AS first, max(j.notification_id) AS last
     FROM unnest($2::text[]) AS run (id)
     JOIN jobs j ON j.environment_id = $1 AND j.notification_id = run.id AND ${createdTogether('run.id', 'j.id')} AND j.status = 'failed'
     JOIN job_steps s ON s.environment_id = $1 AND s.id = j.step_key
     GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 1, 3, 4 LIMIT ${MAX_GROUPS}`,
    [environmentId, ids.slice(0, MAX_RUNS)],
  );
  return { after, hasMore: ids.length > MAX_RUNS, data: rows.flatMap(failureOf) };
}

function failureOf({ step_id, type, reason, control, count, first, last }: FailureRow): Failure[] {
  const code = REASON_CODES.find((known) => known === reason);
  if (!code) return [];
  const [firstAt, lastAt] = [idTime(first).toISOString(), idTime(last).toISOString()];
  return [{ stepId: step_id, type, reason: code, ...(control !== null && { control }), count, firstAt, lastAt }];
}

/**
 * Counts the runs by workflow: the hourly counts of finished runs, and the newest unfinished runs. If a worker is
 * killed, its latest counts are missing.
 */
export async function countByWorkflow(
  { environmentId }: Ctx,
  { templates }: RunsByWorkflowQuery,
): Promise<RunsByWorkflow> {
  const after = hourBefore(RUN_DAYS);
  const [rows, unfinished] = await Promise.all([
    prisma().outcomeCount.groupBy({
      by: ['workflowId', 'outcome'],
      where: { environmentId, hour: { gte: after }, ...(templates && { workflowId: { in: templates } }) },
      _sum: { count: true },
    }),
    hotQuery<UnfinishedRow>('notifications-unfinished', UNFINISHED, [environmentId, idFloor(after), templates ?? null]),
  ]);
  const counts = new Map<string, { _id: string; total: number; failed: number }>();
  const add = (workflowId: string, total: number, failed: number) => {
    const known = counts.get(workflowId) ?? { _id: workflowId, total: 0, failed: 0 };
    counts.set(workflowId, { ...known, total: known.total + total, failed: known.failed + failed });
  };
  for (const { workflowId, outcome, _sum } of rows) {
    const added = Math.max(0, _sum.count ?? 0);
    add(workflowId, added, outcome === 'failed' ? added : 0);
  }
  for (const { workflow_id, count } of unfinished) add(workflow_id, count, 0);
  return { after: after.toISOString(), data: [...counts.values()].filter(({ total }) => total > 0) };
}

interface UnfinishedRow {
  workflow_id: string;
  count: number;
}

/** Maximum unfinished runs that are counted, the newest first. A run has a row of work for each of its live steps. */
const MAX_UNFINISHED = 10_000;

const UNFINISHED = `
SELECT s.workflow_id, count(*)::int AS count
FROM (SELECT DISTINCT k.notification_id FROM work k WHERE k.environment_id = $1 AND k.notification_id >= $2
    ORDER BY k.notification_id DESC LIMIT ${MAX_UNFINISHED}) AS run
  JOIN notifications n ON n.environment_id = $1 AND n.id = run.notification_id
  JOIN workflow_snapshots s ON s.environment_id = $1 AND s.id = n.snapshot_id
WHERE s.workflow_id IS NOT NULL AND ($3::text[] IS NULL OR s.workflow_id = ANY ($3))
GROUP BY 1`;
