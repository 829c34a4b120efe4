import type { RecoveryFilterInput } from '#lib/recoveries/client.ts';
import { type ActivityQuery, activityInput } from './activity-query.ts';

/** Returns the filters of the list for a recovery. Empty filters are left out, because an empty list matches nothing. */
export function recoverFilter(query: ActivityQuery, until: number): RecoveryFilterInput {
  const { page: _page, limit: _limit, status: _status, ...filters } = activityInput(query, until);
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value.length > 0));
}

/** Whether two filters are equal apart from their time range, because the range of a list moves with the time. */
export function isSameFilter(one: object, other: object): boolean {
  return textOf(one) === textOf(other);
}

function textOf(filter: object): string {
  const filters = Object.entries(filter).filter(([name]) => name !== 'after' && name !== 'before');
  return JSON.stringify(filters.sort(([one], [other]) => (one < other ? -1 : 1)));
}
