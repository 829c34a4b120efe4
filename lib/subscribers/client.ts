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
      queryFn: ({ signal }) => api<SubscriberPage>('/v2/subscribers', { environmentId, query, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, subscriberId: string) =>
    queryOptions({
      queryKey: ['subscribers', environmentId, 'one', subscriberId],
      queryFn: ({ signal }) =>
        api<Subscriber>(`/v2/subscribers/${encodeURIComponent(subscriberId)}`, { environmentId, signal }),
    }),
};
