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
  /** Polls while a step has not ended. */
  one: (environmentId: string, notificationId: string) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'one', notificationId],
      queryFn: ({ signal }) => api<Notification>(`/v1/notifications/${notificationId}`, { environmentId, signal }),
      refetchInterval: ({ state }) => pollEvery(state.data),
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

/** The polling interval in milliseconds: 2 s while a step runs, 15 s while all wait, none after the end. */
function pollEvery(notification: Notification | undefined): number | false {
  const states = new Set(notification?.jobs?.map(jobState));
  if (states.has('waiting')) return 15_000;
  return states.has('running') && 2000;
}
