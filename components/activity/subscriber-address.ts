import { createSerializer } from 'nuqs/server';
import { type ActivityQuery, activityParsers } from './activity-query.ts';

const serialised = createSerializer(activityParsers);

/** Returns the path of the list with a filter by subscriber, which replaces the searched text. */
export function subscriberAddress(base: string, query: ActivityQuery, subscriberId: string): string {
  return serialised(`${base}/activity`, { ...query, search: '', subscriber: [subscriberId], page: 0 });
}
