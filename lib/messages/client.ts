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
  one: (environmentId: string, messageId: string) =>
    queryOptions({
      queryKey: ['messages', environmentId, 'one', messageId],
      queryFn: ({ signal }) => api<Message>(`/v1/messages/${messageId}`, { environmentId, signal }),
    }),
};
