import type { RecoveryFilterInput } from '#lib/recoveries/client.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';

/** Returns the filters of the list for a recovery. Empty filters are left out, because an empty list matches nothing. */
export function recoverFilter(query: ActivityQuery, until: number): RecoveryFilterInput {
  const { page: _page, limit: _limit, status: _status, ...filters } = activityInput(query, until);
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value.length > 0));
}
