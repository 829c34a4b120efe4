/** The failed runs of a recovery’s filter. */
import { idCeil } from '#lib/id.ts';
import type { NotificationFilter } from '#lib/notifications/list/filter.ts';
import { countAnyByTime, findAnyIds } from '#lib/notifications/list/query.ts';
import { resolveFilters } from '#lib/notifications/service.ts';
import type { RecoveryFilter } from './schema.ts';

/**
 * Returns the filter for failed runs that were triggered up to `at`. Undefined if nothing can match.
 *
 * @throws ApiError `bad_request` for bad dates.
 */
export async function failedRuns(
  environmentId: string,
  filter: RecoveryFilter,
  at: Date,
): Promise<NotificationFilter | undefined> {
  const [found] = await resolveFilters(environmentId, { ...filter, status: ['failed'] });
  if (!found) return undefined;
  const latest = idCeil(at);
  return found.ceiling < latest ? found : { ...found, ceiling: latest };
}

export async function countRuns(filter: NotificationFilter): Promise<number> {
  const counts = await countAnyByTime([filter]);
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the IDs of the newest runs, newest first. */
export function newestRuns(filter: NotificationFilter, limit: number): Promise<string[]> {
  return findAnyIds([filter], { offset: 0, limit });
}
