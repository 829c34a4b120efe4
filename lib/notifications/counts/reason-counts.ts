/** A raw statement: one step through an index for each reason of an environment. */
import type { Ctx } from '#lib/api/context.ts';
import { PLAIN_REASON } from '#lib/notifications/list/filter.ts';
import { findAnyIds } from '#lib/notifications/list/query.ts';
import { resolveFilters } from '#lib/notifications/service.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { REASON_CODES, type ReasonCode } from '#lib/reasons/registry.ts';
import { sideOf } from '#lib/reasons/sides.ts';
import type { ReasonCounts, ReasonCountsQuery } from './reason-counts-schema.ts';

/** The largest number that is counted for one reason. */
const MAX_COUNTED = 1_000;

/**
 * Counts the runs that match a filter, by the reason that decided their outcome. Each reason is one list of at most 1,001
 * runs, so the work is bounded.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function countReasons({ environmentId }: Ctx, input: ReasonCountsQuery): Promise<ReasonCounts> {
  const data: ReasonCounts['data'] = [];
  for (const reason of await presentReasons(environmentId)) {
    const filters = await resolveFilters(environmentId, { ...input, reason: [reason] });
    const ids = await findAnyIds(filters, { offset: 0, limit: MAX_COUNTED + 1 });
    const counted = { count: Math.min(ids.length, MAX_COUNTED), more: ids.length > MAX_COUNTED };
    const side = sideOf(reason);
    if (ids.length > 0) data.push({ reason, ...(side && { side }), ...counted });
  }
  return { data };
}

/** Returns the reasons of an environment's ended runs, except `sent`. Reasons of later releases are left out. */
async function presentReasons(environmentId: string): Promise<ReasonCode[]> {
  const rows = await hotQuery<{ reason: string }>('notifications-reasons', PRESENT, [environmentId]);
  const present = new Set(rows.map(({ reason }) => reason));
  return REASON_CODES.filter((code) => present.has(code));
}

const next = (above: string) => `(SELECT n.reason FROM notification_outcomes n
  WHERE n.environment_id = $1 AND n.reason <> '${PLAIN_REASON}'${above} ORDER BY n.reason LIMIT 1)`;

const PRESENT = `WITH RECURSIVE present (reason) AS (
  SELECT ${next('')} UNION ALL
  SELECT ${next(' AND n.reason > present.reason')} FROM present WHERE present.reason IS NOT NULL)
  SELECT reason FROM present WHERE reason IS NOT NULL`;
