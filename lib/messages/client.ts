import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { ListFormat } from '#lib/audit-log/list-formats.ts';
import type { RangedVolume } from '#lib/notifications/client.ts';
import type { Volume } from '#lib/notifications/counts/volume-schema.ts';
import type { SlowerThan } from '#lib/time/slowness.ts';
import type { FetchedFate, Message, MessagePage } from './schema.ts';

/** The query of `GET /v1/messages` as the dashboard sends it. */
export interface MessageListInput {
  channel?: string;
  subscriberId?: string;
  transactionId?: string[];
  contextKeys?: string[];
  notificationId?: string;
  outcome?: string[];
  delivery?: string[];
  providerId?: string[];
  integrationId?: string[];
  /** The `_id`s of workflows. */
  templates?: string[];
  slowerThan?: SlowerThan;
  after?: string;
  before?: string;
  q?: string;
  page?: number;
  limit?: number;
}

export const messageQueries = {
  list: (environmentId: string, query: MessageListInput) =>
    queryOptions({
      queryKey: ['messages', environmentId, 'list', query],
      queryFn: ({ signal }) => api<MessagePage>('/v1/messages', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  /** The number of messages in the list over time, by the days of an IANA time zone. */
  volume: (environmentId: string, { page: _page, limit: _limit, ...list }: MessageListInput, zone = 'UTC') =>
    queryOptions({
      queryKey: ['messages', environmentId, 'volume', list, zone],
      queryFn: async ({ signal }): Promise<RangedVolume> => {
        const to = list.before ? Date.parse(list.before) : Date.now();
        const volume = await api<Volume>('/v1/messages/volume', { environmentId, query: { ...list, zone }, signal });
        return { ...volume, range: { from: Date.parse(list.after ?? volume.from), to } };
      },
      placeholderData: keepPreviousData,
    }),
  /** One message in the form of lists. Null if the message was deleted. */
  listed: (environmentId: string, messageId: string) =>
    queryOptions({
      queryKey: ['messages', environmentId, 'listed', messageId],
      queryFn: async ({ signal }) => {
        const page = await api<MessagePage>('/v1/messages', { environmentId, query: { messageId }, signal });
        return page.data[0] ?? null;
      },
    }),
  /**
   * One message. `reveal` includes sensitive content. Such reads are audited, so they are never repeated automatically.
   */
  one: (environmentId: string, messageId: string, reveal = false) =>
    queryOptions({
      queryKey: ['messages', environmentId, reveal ? 'revealed' : 'one', messageId],
      queryFn: ({ signal }) =>
        api<Message>(`/v1/messages/${messageId}`, { environmentId, signal, ...(reveal && { query: { reveal } }) }),
      ...(reveal && { staleTime: Number.POSITIVE_INFINITY }),
    }),
};

export const messageMutations = {
  /** Fetches the fate of a message from its provider. */
  fetchFate: (environmentId: string, messageId: string) =>
    mutationOptions({
      mutationFn: () => api<FetchedFate>(`/v1/messages/${messageId}/fate`, { method: 'POST', environmentId }),
      meta: {
        invalidates: [
          ['messages', environmentId],
          ['notifications', environmentId],
        ],
      },
    }),
};

/** Reads the file with the messages of a list. */
export function exportMessages(environmentId: string, input: MessageListInput, format: ListFormat): Promise<Blob> {
  const { page: _page, limit: _limit, ...filters } = input;
  return apiFile('/v1/messages/export', { environmentId, query: { ...filters, format } });
}
