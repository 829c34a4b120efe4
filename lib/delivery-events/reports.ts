/** A raw statement: it reads the newest report of each message for a page of runs or messages, which is a hot path. */
import { idBounds } from '#lib/id.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import { type ReportCode, reportOf } from '#lib/reasons/report-codes.ts';

/** What a provider last reported about a message that it had accepted. */
export interface MessageReport {
  jobId: string;
  messageId: string;
  reason: Reason<ReportCode>;
}

/** Returns the reports about the messages of runs: bounces, refusals and complaints. Messages without one are omitted. */
export async function findReports(environmentId: string, runIds: readonly string[]): Promise<MessageReport[]> {
  if (runIds.length === 0) return [];
  const [floor] = idBounds(runIds);
  const rows = await hotQuery<Omit<MessageReport, 'reason'> & { reason: unknown }>('delivery-reports', REPORTS, [
    environmentId,
    runIds,
    floor,
  ]);
  return rows.flatMap(({ reason: stored, ...row }) => {
    const reason = reportOf(stored);
    return reason ? [{ ...row, reason }] : [];
  });
}

// The IDs of reports are in the order of the provider’s events. The last report of a message counts.
const REPORTS = `SELECT DISTINCT ON (e.message_id) e.job_id AS "jobId", e.message_id AS "messageId", e.reason
  FROM execution_details e
  WHERE e.environment_id = $1 AND e.notification_id = ANY ($2::text[]) AND e.id >= $3
    AND e.source = 'Webhook' AND e.message_id IS NOT NULL
  ORDER BY e.message_id, e.id DESC`;
