import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import { jobState } from './run-status.ts';
import type { Notification, NotificationPage, RetriedStep } from './schema.ts';

/** The query of `GET /v1/notifications` as the dashboard sends it. Dates are ISO strings. */
export interface NotificationListInput {
  channels?: string[];
  templates?: string[];
  severity?: string[];
  subscriberIds?: string[];
  search?: string;
  transactionId?: string;
  topicKey?: string;
  subscriptionId?: string;
  contextKeys?: string[];
  after?: string;
  before?: string;
  page?: number;
  limit?: number;
}

export const notificationQueries = {
  list: (environmentId: string, query: NotificationListInput) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'list', query],
      queryFn: ({ signal }) =>
        api<NotificationPage>('/v1/notifications', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** `reveal`: with sensitive content. Each read is audited, so it is not read again by itself. */
  one: (environmentId: string, notificationId: string, reveal = false) =>
    queryOptions({
      queryKey: ['notifications', environmentId, reveal ? 'revealed' : 'one', notificationId],
      queryFn: ({ signal }) =>
        api<Notification>(`/v1/notifications/${notificationId}`, {
          environmentId,
          signal,
          ...(reveal && { query: { reveal } }),
        }),
      ...(reveal && { staleTime: Number.POSITIVE_INFINITY }),
    }),
};

export const notificationMutations = {
  retryStep: (environmentId: string, notificationId: string) =>
    mutationOptions({
      mutationFn: (jobId: string) =>
        api<RetriedStep>(`/v1/notifications/${notificationId}/steps/${jobId}/retry`, { method: 'POST', environmentId }),
      meta: {
        invalidates: [
          ['notifications', environmentId],
          ['messages', environmentId],
        ],
      },
    }),
};

/**
 * How often to read a run that has not ended, in milliseconds. With live updates only seldom: a step that a worker begins
 * to run is not announced.
 */
export function pollEvery(notification: Notification | undefined, isLive: boolean): number | false {
  const states = new Set(notification?.jobs?.map(jobState));
  if (!states.has('waiting') && !states.has('running')) return false;
  return isLive || states.has('waiting') ? 15_000 : 2_000;
}
