import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { RequestLogDetails, RequestLogPage } from './schema.ts';

/** The query of `GET /v1/request-log` as the dashboard sends it. Times are ISO 8601. */
export interface RequestListInput {
  after?: string | null;
  apiKeyId?: string | null;
  userId?: string | null;
  requestId?: string | null;
  method?: string | null;
  path?: string | null;
  status?: string | null;
  createdGte?: string | null;
  createdLt?: string | null;
  limit?: number;
}

export const requestLogQueries = {
  list: (environmentId: string, query: RequestListInput) =>
    queryOptions({
      queryKey: ['request-log', environmentId, 'list', query],
      queryFn: ({ signal }) => api<RequestLogPage>('/v1/request-log', { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, requestLogId: string) =>
    queryOptions({
      queryKey: ['request-log', environmentId, 'one', requestLogId],
      queryFn: ({ signal }) => api<RequestLogDetails>(`/v1/request-log/${requestLogId}`, { environmentId, signal }),
    }),
};
