import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Subscription, SubscriptionPage, SubscriptionResults, TopicPage } from './schema.ts';

/** The query of a list with cursors as the dashboard sends it. */
export interface CursorInput {
  after?: string;
  before?: string;
  limit?: number;
}

export const topicQueries = {
  list: (environmentId: string, query: CursorInput & { key?: string; name?: string }) =>
    queryOptions({
      queryKey: ['topics', environmentId, 'list', query],
      queryFn: ({ signal }) => api<TopicPage>('/v2/topics', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  ofSubscriber: (environmentId: string, subscriberId: string, query: CursorInput) =>
    queryOptions({
      queryKey: ['topics', environmentId, 'of', subscriberId, query],
      queryFn: ({ signal }) =>
        api<SubscriptionPage>(`/v2/subscribers/${encodeURIComponent(subscriberId)}/subscriptions`, {
          environmentId,
          query: { ...query },
          signal,
        }),
      placeholderData: keepPreviousData,
    }),
};

export const topicMutations = {
  subscribe: (environmentId: string, subscriberId: string) =>
    mutationOptions({
      mutationFn: (topicKey: string) =>
        api<SubscriptionResults>(subscriptionsOf(topicKey), {
          method: 'POST',
          environmentId,
          body: { subscriptions: [subscriberId] },
        }),
      meta: staleFor(environmentId),
    }),
  unsubscribe: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ topic, identifier }: Subscription) =>
        api<SubscriptionResults>(subscriptionsOf(topic.key), {
          method: 'DELETE',
          environmentId,
          body: { subscriptions: [{ identifier }] },
        }),
      meta: staleFor(environmentId),
    }),
};

const subscriptionsOf = (topicKey: string) => `/v2/topics/${encodeURIComponent(topicKey)}/subscriptions`;

/** Returns the stale queries after a change. Subscribers are included, because they list their topics. */
function staleFor(environmentId: string) {
  return {
    invalidates: [
      ['topics', environmentId],
      ['subscribers', environmentId],
    ],
  };
}
