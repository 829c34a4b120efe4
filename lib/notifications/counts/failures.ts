/** Raw statement: groups the failed jobs of many runs by reason and control, which are inside JSON. */
import type { Ctx } from '#lib/api/context.ts';
import { idTime } from '#lib/id.ts';
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

/** Reads the hourly counts of finished runs, by workflow. If a worker is killed, its latest counts are missing. */
export async function countByWorkflow(
  { environmentId }: Ctx,
  { templates }: RunsByWorkflowQuery,
): Promise<RunsByWorkflow> {
  const after = hourBefore(RUN_DAYS);
  const rows = await prisma().outcomeCount.groupBy({
    by: ['workflowId', 'outcome'],
    where: { environmentId, hour: { gte: after }, ...(templates && { workflowId: { in: templates } }) },
    _sum: { count: true },
  });
  const counts = new Map<string, { _id: string; total: number; failed: number }>();
  for (const { workflowId, outcome, _sum } of rows) {
    const count = counts.get(workflowId) ?? { _id: workflowId, total: 0, failed: 0 };
    const added = Math.max(0, _sum.count ?? 0);
    counts.set(workflowId, {
      ...count,
      total: count.total + added,
      failed: count.failed + (outcome === 'failed' ? added : 0),
    });
  }
  return { after: after.toISOString(), data: [...counts.values()].filter(({ total }) => total > 0) };
}
