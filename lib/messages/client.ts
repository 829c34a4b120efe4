import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Message, MessagePage } from './schema.ts';

/** The query of `GET /v1/messages` as the dashboard sends it. */
export interface MessageListInput {
  channel?: string;
  subscriberId?: string;
  transactionId?: string[];
  contextKeys?: string[];
  notificationId?: string;
  outcome?: string[];
  providerId?: string[];
  integrationId?: string[];
  /** The `_id`s of workflows. */
  templates?: string[];
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
  /** One message in the form of lists. Null if the message was deleted. */
  listed: (environmentId: string, messageId: string) =>
    queryOptions({
      queryKey: ['messages', environmentId, 'listed', messageId],
      queryFn: async ({ signal }) => {
        const page = await api<MessagePage>('/v1/messages', { environmentId, query: { messageId }, signal });
        return page.data[0] ?? null;
      },
    }),
  /** One message, with `reveal` including sensitive content. Such reads are audited, so they are never repeated automatically. */
  one: (environmentId: string, messageId: string, reveal = false) =>
    queryOptions({
      queryKey: ['messages', environmentId, reveal ? 'revealed' : 'one', messageId],
      queryFn: ({ signal }) =>
        api<Message>(`/v1/messages/${messageId}`, { environmentId, signal, ...(reveal && { query: { reveal } }) }),
      ...(reveal && { staleTime: Number.POSITIVE_INFINITY }),
    }),
};
