import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Subscriber, SubscriberPage } from './schema.ts';

/** The query of `GET /v2/subscribers` as the dashboard sends it. */
export type SubscriberListInput = Partial<
  Record<'after' | 'before' | 'orderBy' | 'orderDirection' | 'email' | 'name' | 'phone' | 'subscriberId', string>
> & { limit?: number };

export const subscriberQueries = {
  list: (environmentId: string, query: SubscriberListInput) =>
    queryOptions({
      queryKey: ['subscribers', environmentId, 'list', query],
      queryFn: ({ signal }) =>
        firstWithRows(query, (step) => api<SubscriberPage>('/v2/subscribers', { environmentId, query: step, signal })),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, subscriberId: string) =>
    queryOptions({
      queryKey: ['subscribers', environmentId, 'one', subscriberId],
      queryFn: ({ signal }) =>
        api<Subscriber>(`/v2/subscribers/${encodeURIComponent(subscriberId)}`, { environmentId, signal }),
    }),
};

/**
 * A search may stop before it finds anything. This continues in its direction until a page has rows or the list ends.
 */
export async function firstWithRows(
  query: SubscriberListInput,
  read: (query: SubscriberListInput) => Promise<SubscriberPage>,
): Promise<SubscriberPage> {
  const { after: _after, before, ...rest } = query;
  for (let step = query; ; ) {
    const page = await read(step);
    const cursor = before === undefined ? page.next : page.previous;
    if (page.data.length > 0 || !cursor) return page;
    step = before === undefined ? { ...rest, after: cursor } : { ...rest, before: cursor };
  }
}
