import { queryOptions } from '@tanstack/react-query';
import type { LiveState } from '#lib/live/client.ts';
import { type NotificationListInput, notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummaryPage } from '#lib/notifications/list/run-summary.ts';

/** The pause between two reads without live updates. */
const POLL_MS = 15_000;
const LIMIT = 50;

/**
 * Returns the query for runs after `until` (milliseconds). Without live updates, it polls every 15 s until there are
 * more runs than it counts.
 */
export function newRunsQuery(environmentId: string, input: NotificationListInput, until: number, live: LiveState) {
  const after = new Date(until + 1).toISOString();
  const initialData: RunSummaryPage = { data: [], hasMore: false, page: 0, pageSize: LIMIT };
  return queryOptions({
    ...notificationQueries.summaries(environmentId, { ...input, after, before: undefined, page: 0, limit: LIMIT }),
    enabled: input.page === 0,
    initialData,
    refetchInterval: ({ state }) => pollEvery(live, state.data),
    placeholderData: undefined,
  });
}

/**
 * Returns the pause until new rows are counted again. False with live updates, or if there are more new rows than the
 * count can show.
 */
export function pollEvery(live: LiveState, page: { hasMore: boolean } | undefined): number | false {
  return live === 'live' || page?.hasMore ? false : POLL_MS;
}
