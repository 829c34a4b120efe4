import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { ListFormat } from '#lib/audit-log/list-formats.ts';
import type { ReceivedMessages } from '#lib/notifications/copies/received.ts';
import type { Failures, RunsByWorkflow } from '#lib/notifications/counts/failures-schema.ts';
import type { ReasonCounts } from '#lib/notifications/counts/reason-counts-schema.ts';
import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import type { RunSummaryPage } from '#lib/notifications/list/run-summary.ts';
import type { SlowerThan } from '#lib/time/slowness.ts';
import type { Notification, NotificationPage, ResentRun, RetriedStep, RetryStepBody, SummarisedRun } from './schema.ts';

/** The query of `GET /v1/notifications` as the dashboard sends it. Dates are ISO strings. */
export interface NotificationListInput {
  status?: string[];
  reason?: string[];
  side?: string[];
  integrationId?: string[];
  providerId?: string[];
  slowerThan?: SlowerThan;
  channels?: string[];
  templates?: string[];
  severity?: string[];
  subscriberIds?: string[];
  emails?: string[];
  search?: string;
  transactionId?: string;
  topicKey?: string;
  subscriptionId?: string;
  recoveryId?: string;
  contextKeys?: string[];
  after?: string;
  before?: string;
  page?: number;
  limit?: number;
}

/** The number of runs over time, with the requested range in milliseconds: buckets may exceed the range. */
export interface RangedVolume extends Volume {
  range: { from: number; to: number };
}

/** A query for one run of an environment, which shows whether the environment has runs. */
export const ANY_RUN: NotificationListInput = { page: 0, limit: 1 };

export const notificationQueries = {
  list: (environmentId: string, query: NotificationListInput) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'list', query],
      queryFn: ({ signal }) =>
        api<NotificationPage>('/v1/notifications', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The run that created a message. Null if the run was deleted; with `reveal`, a deleted run is an error. */
  ofMessage: (environmentId: string, notificationId: string, reveal = false) =>
    queryOptions({
      queryKey: ['notifications', environmentId, reveal ? 'revealed' : 'of-message', notificationId],
      queryFn: async ({ signal }) => {
        const place = { environmentId, signal };
        if (reveal) return api<Notification>(`/v1/notifications/${notificationId}`, { ...place, query: { reveal } });
        const page = await api<NotificationPage>('/v1/notifications', { ...place, query: { notificationId } });
        return page.data[0] ?? null;
      },
      ...(reveal && { staleTime: Number.POSITIVE_INFINITY }),
    }),
  /** The same list with short rows: each run's status and the reasons that decided it. */
  summaries: (environmentId: string, query: NotificationListInput) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'summaries', query],
      queryFn: ({ signal }) =>
        api<RunSummaryPage>('/v1/notifications', { environmentId, query: { ...query, view: 'summary' }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The messages that the subscriber of a step received already. Never cached, because people decide by this list. */
  received: (environmentId: string, notificationId: string, jobId: string) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'received', notificationId, jobId],
      queryFn: ({ signal }) =>
        api<ReceivedMessages>(`/v1/notifications/${notificationId}/steps/${jobId}/received`, { environmentId, signal }),
      staleTime: 0,
    }),
  /** The row of one run. Null if the run was deleted. */
  summary: (environmentId: string, notificationId: string) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'summary', notificationId],
      queryFn: async ({ signal }) => {
        const query = { notificationId, view: 'summary' };
        const page = await api<RunSummaryPage>('/v1/notifications', { environmentId, query, signal });
        return page.data[0] ?? null;
      },
    }),
  /** The list’s runs per day of an IANA time zone. */
  volume: (environmentId: string, { page: _page, limit: _limit, ...list }: NotificationListInput, zone = 'UTC') =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'volume', list, zone],
      queryFn: async ({ signal }): Promise<RangedVolume> => {
        const to = list.before ? Date.parse(list.before) : Date.now();
        const query = { ...list, zone };
        const volume = await api<Volume>('/v1/notifications/volume', { environmentId, query, signal });
        return { ...volume, range: { from: Date.parse(list.after ?? volume.from), to } };
      },
      placeholderData: keepPreviousData,
    }),
  /** The number of runs in the list by reason, without its filters by reason and side. */
  reasons: (environmentId: string, list: NotificationListInput) => {
    const { page: _page, limit: _limit, reason: _reason, side: _side, ...query } = list;
    return queryOptions({
      queryKey: ['notifications', environmentId, 'reasons', query],
      queryFn: ({ signal }) => api<ReasonCounts>('/v1/notifications/reasons', { environmentId, query, signal }),
    });
  },
  /** The failed runs of a workflow (Workflow._id) by step and reason. */
  failures: (environmentId: string, workflowId: string) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'failures', workflowId],
      queryFn: ({ signal }) =>
        api<Failures>('/v1/notifications/failures', { environmentId, query: { workflowId }, signal }),
      staleTime: 60_000,
    }),
  /** The runs of the last 7 days of these workflows (Workflow._id). */
  byWorkflow: (environmentId: string, templates: readonly string[]) =>
    queryOptions({
      queryKey: ['notifications', environmentId, 'by-workflow', templates],
      queryFn: ({ signal }) =>
        api<RunsByWorkflow>('/v1/notifications/by-workflow', {
          environmentId,
          query: { templates: [...templates] },
          signal,
        }),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
    }),
  /**
   * One run. With `reveal`, the response includes sensitive content. Such reads are audited, so they are never repeated
   * automatically.
   */
  one: (environmentId: string, notificationId: string, reveal = false) =>
    queryOptions({
      queryKey: ['notifications', environmentId, reveal ? 'revealed' : 'one', notificationId],
      queryFn: ({ signal }) =>
        api<SummarisedRun>(`/v1/notifications/${notificationId}`, {
          environmentId,
          signal,
          ...(reveal && { query: { reveal } }),
        }),
      ...(reveal && { staleTime: Number.POSITIVE_INFINITY }),
    }),
};

/** Reads the file with the runs of a list. */
export function exportRuns(environmentId: string, input: NotificationListInput, format: ListFormat): Promise<Blob> {
  const { page: _page, limit: _limit, ...filters } = input;
  return apiFile('/v1/notifications/export', { environmentId, query: { ...filters, format } });
}

const staleAfterRetry = (environmentId: string) => ({
  invalidates: [
    ['notifications', environmentId],
    ['messages', environmentId],
  ],
});

export const notificationMutations = {
  resendStep: (environmentId: string, notificationId: string) =>
    mutationOptions({
      mutationFn: ({ jobId, reason }: { jobId: string; reason: string }) =>
        api<ResentRun>(`/v1/notifications/${notificationId}/steps/${jobId}/resend`, {
          method: 'POST',
          environmentId,
          body: { reason },
        }),
      meta: staleAfterRetry(environmentId),
    }),
  retryStep: (environmentId: string, notificationId: string) =>
    mutationOptions({
      mutationFn: ({ jobId, ...body }: { jobId: string } & RetryStepBody) =>
        api<RetriedStep>(`/v1/notifications/${notificationId}/steps/${jobId}/retry`, {
          method: 'POST',
          environmentId,
          body,
        }),
      meta: staleAfterRetry(environmentId),
    }),
};
