import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { ListFormat } from '#lib/audit-log/list-formats.ts';
import type { RequestLogDetails, RequestLogPage } from './schema.ts';

/** The query of `GET /v1/request-log` as the dashboard sends it. Times are ISO 8601. */
export interface RequestListInput {
  after?: string | null;
  apiKeyId?: string | null;
  userId?: string | null;
  requestId?: string | null;
  q?: string | null;
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

/** Reads the file with the calls that match the filters. */
export function exportRequests(
  environmentId: string,
  { after: _after, limit: _limit, ...filters }: RequestListInput,
  format: ListFormat,
): Promise<Blob> {
  return apiFile('/v1/request-log/export', { environmentId, query: { ...filters, format } });
}
