import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { ImportRun } from '#lib/subscribers/import-run.ts';
import type { Subscription, SubscriptionPage, SubscriptionResults, Topic, TopicPage, TopicReach } from './schema.ts';

/** The query of a list with cursors as the dashboard sends it. */
export interface CursorInput {
  after?: string;
  before?: string;
  limit?: number;
}

/** The query of `GET /v2/topics` as the dashboard sends it. */
export interface TopicListInput extends CursorInput {
  key?: string;
  name?: string;
  q?: string;
  orderBy?: string;
  orderDirection?: string;
  includeSubscriptionCount?: boolean;
}

export const topicQueries = {
  list: (environmentId: string, query: TopicListInput) =>
    queryOptions({
      queryKey: ['topics', environmentId, 'list', query],
      queryFn: ({ signal }) => api<TopicPage>('/v2/topics', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, topicKey: string) =>
    queryOptions({
      queryKey: ['topics', environmentId, 'one', topicKey],
      queryFn: ({ signal }) => api<Topic>(place(topicKey), { environmentId, signal }),
    }),
  reach: (environmentId: string, topicKey: string) =>
    queryOptions({
      queryKey: ['topics', environmentId, 'reach', topicKey],
      queryFn: ({ signal }) => api<TopicReach>(place(topicKey, '/reach'), { environmentId, signal }),
    }),
  subscriptions: (environmentId: string, topicKey: string, query: CursorInput & { subscriberId?: string }) =>
    queryOptions({
      queryKey: ['topics', environmentId, 'subscriptions', topicKey, query],
      queryFn: ({ signal }) =>
        api<SubscriptionPage>(subscriptionsOf(topicKey), { environmentId, query: { ...query }, signal }),
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
  /** Creates a topic. Fails if the key exists. */
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: { key: string; name?: string }) =>
        api<Topic>('/v2/topics', { method: 'POST', environmentId, query: { failIfExists: true }, body }),
      meta: staleFor(environmentId),
    }),
  update: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ key, name }: { key: string; name: string }) =>
        api<Topic>(place(key), { method: 'PATCH', environmentId, body: { name } }),
      meta: staleFor(environmentId),
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: (key: string) => api<unknown>(place(key), { method: 'DELETE', environmentId }),
      // The topic itself is not fetched again, because it was deleted.
      meta: {
        invalidates: [
          ['topics', environmentId, 'list'],
          ['subscribers', environmentId],
        ],
      },
    }),
  /** Deletes up to 100 subscriptions of a topic. */
  removeSubscriptions: (environmentId: string, topicKey: string) =>
    mutationOptions({
      mutationFn: (identifiers: readonly string[]) =>
        api<SubscriptionResults>(subscriptionsOf(topicKey), {
          method: 'DELETE',
          environmentId,
          body: { subscriptions: identifiers.map((identifier) => ({ identifier })) },
        }),
      meta: staleFor(environmentId),
    }),
  /** Subscribes the subscribers of a file to a topic. */
  import: (environmentId: string, topicKey: string) =>
    mutationOptions({
      mutationFn: async (run: ImportRun) =>
        (await import('./import-run.ts')).runTopicImport(environmentId, topicKey, run),
      meta: staleFor(environmentId),
    }),
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
  /** Subscribes up to 100 subscribers. Those who are subscribed already stay so. */
  subscribeAll: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ topicKey, subscriberIds }: { topicKey: string; subscriberIds: readonly string[] }) =>
        api<SubscriptionResults>(subscriptionsOf(topicKey), {
          method: 'POST',
          environmentId,
          body: { subscriptions: subscriberIds },
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

const place = (topicKey: string, rest = '') => `/v2/topics/${encodeURIComponent(topicKey)}${rest}`;
const subscriptionsOf = (topicKey: string) => place(topicKey, '/subscriptions');

/**
 * Returns the queries that are stale after a change. Queries of subscribers are included, because a subscriber's page
 * lists topics.
 */
function staleFor(environmentId: string) {
  return {
    invalidates: [
      ['topics', environmentId],
      ['subscribers', environmentId],
    ],
  };
}
