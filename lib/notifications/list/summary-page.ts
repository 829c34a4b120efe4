/**
 * A raw statement: it reads a page together with its jobs and work, because lists of runs (spec 4.8) are a hot path.
 */
import type { Ctx } from '#lib/api/context.ts';
import { findReports } from '#lib/delivery-events/reports.ts';
import { idBounds } from '#lib/id.ts';
import { lateRows } from '#lib/notifications/lateness/late-rows.ts';
import { answeredReason, seenReason } from '#lib/notifications/status/answered-reason.ts';
import { withheldReason, withheldRuns } from '#lib/notifications/withheld.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { Wanted } from '#lib/reasons/deciding-step.ts';
import { worstReport } from '#lib/reasons/report-codes.ts';
import type { OutcomeSummary, RunSummary } from './run-summary.ts';
import { type StoredJob, type StoredWork, summarise } from './summarise.ts';
import { mapReasons } from './summary-reasons.ts';

type Subscriber = Record<'subscriberId' | 'firstName' | 'lastName' | 'email', string | null>;

interface Stored extends Record<string, unknown> {
  id: string;
  created_at: Date;
  transaction_id: string;
  severity: RunSummary['severity'];
  workflow_id: string | null;
  workflow: string;
  resent: boolean;
  subscriber_id: string;
  subscriber: Subscriber | null;
  jobs: StoredJob[] | null;
  work: StoredWork[] | null;
}

// $1 environment, $2 IDs, $3 the smallest ID that a job of the page can have.
const milliseconds = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;
const subscriberIn = (table: string) =>
  `(SELECT json_build_object('subscriberId', s.subscriber_id, 'firstName', s.first_name, 'lastName', s.last_name, 'email', s.email)
    FROM ${table} s WHERE s.environment_id = $1 AND s.id = n.subscriber_id)`;

const REASON = answeredReason(
  seenReason('j.reason', 'm.environment_id = $1 AND m.notification_id = n.id AND m.job_id = j.id AND m.id >= $3'),
  'e.environment_id = $1 AND e.notification_id = n.id AND e.job_id = j.id AND e.id >= $3',
);

const PAGE = `SELECT n.id, n.created_at, n.transaction_id, w.severity, w.workflow_id, w.template ->> 'name' AS workflow, n.subscriber_id, n.resend_of IS NOT NULL AS resent,
    coalesce(${subscriberIn('subscribers')}, ${subscriberIn('deleted_subscribers')}) AS subscriber,
    (SELECT json_agg(json_build_object('id', j.id, 'type', j.type, 'status', j.status, 'reason', ${REASON},
       'updatedAt', ${milliseconds('j.updated_at')}) ORDER BY j.position, j.id)
     FROM jobs j WHERE j.environment_id = $1 AND j.notification_id = n.id AND j.id >= $3) AS jobs,
    (SELECT json_agg(json_build_object('jobId', k.job_id, 'readyAt', ${milliseconds('k.ready_at')},
       'leaseUntil', CASE WHEN k.worker_id IS NOT NULL THEN ${milliseconds('k.lease_until')} END))
     FROM work k WHERE k.environment_id = $1 AND k.notification_id = n.id) AS work
  FROM unnest($2::text[]) WITH ORDINALITY AS wanted (id, position)
  JOIN notifications n ON n.environment_id = $1 AND n.id = wanted.id
  JOIN workflow_snapshots w ON w.environment_id = $1 AND w.id = n.snapshot_id
  ORDER BY wanted.position`;

/**
 * Returns the rows of runs in the order of `ids`. IDs of other environments are omitted. Sensitive content is withheld
 * from callers who may not see it. If several steps could explain a run, the `wanted` steps take precedence.
 */
export async function runSummaries(
  ctx: Ctx,
  ids: string[],
  { wanted, now = new Date() }: { wanted?: Wanted; now?: Date } = {},
): Promise<RunSummary[]> {
  const rows = await readRows(ctx.environmentId, ids);
  const workflowIds = rows.map((row) => row.workflow_id);
  const [late, isWithheld] = await Promise.all([lateRows(ctx.environmentId, rows), withheldRuns(ctx, workflowIds)]);
  return rows.map((row) => {
    const lateMs = late.get(row.id);
    const summary = { ...summaryOf(row, now.getTime(), wanted), ...(lateMs && { lateMs }) };
    return isWithheld(row.workflow_id, row.id) ? withheldSummary(summary) : summary;
  });
}

/** Returns the summary of one run, without withholding anything. */
export async function outcomeSummary({
  environmentId,
  id,
}: {
  environmentId: string;
  id: string;
}): Promise<OutcomeSummary> {
  const [row] = await readRows(environmentId, [id]);
  return summarise(row?.jobs ?? [], row?.work ?? [], Date.now());
}

async function readRows(environmentId: string, ids: string[]): Promise<Stored[]> {
  if (ids.length === 0) return [];
  const [floor] = idBounds(ids);
  const [rows, reports] = await Promise.all([
    hotQuery<Stored>('notifications-summaries', PAGE, [environmentId, ids, floor]),
    findReports(environmentId, ids),
  ]);
  if (reports.length === 0) return rows;
  const byJob = Map.groupBy(reports, ({ jobId }) => jobId);
  return rows.map(({ jobs, ...row }) => ({
    ...row,
    jobs:
      jobs?.map((job) => ({ ...job, report: worstReport((byJob.get(job.id) ?? []).map(({ reason }) => reason)) })) ??
      null,
  })) as Stored[];
}

/** Withholds the parts of a summary's reasons that may quote the payload or a provider's response. */
export function withheldSummary<Summary extends OutcomeSummary>(summary: Summary): Summary {
  return mapReasons(summary, (step) => ({ ...step, reason: withheldReason(step.reason) }));
}

function summaryOf(row: Stored, now: number, wanted: Wanted | undefined): RunSummary {
  const { id, created_at, transaction_id, severity, workflow_id, workflow, subscriber, jobs, work } = row;
  return {
    _id: id,
    createdAt: created_at.toISOString(),
    transactionId: transaction_id,
    severity,
    ...(row.resent && { resent: true }),
    workflow: { ...(workflow_id !== null && { _id: workflow_id }), name: workflow },
    ...(subscriber
      ? { subscriber: present(subscriber) as RunSummary['subscriber'] }
      : { _subscriberId: row.subscriber_id }),
    ...summarise(jobs ?? [], work ?? [], now, wanted),
  };
}

function present(subscriber: Subscriber): Partial<Subscriber> {
  return Object.fromEntries(Object.entries(subscriber).filter(([, value]) => value !== null));
}
