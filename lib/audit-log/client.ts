import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { AuditPage } from './schema.ts';

/** The query of `GET /v1/audit-log` as the dashboard sends it. */
export interface AuditListInput {
  after?: string | null;
  environmentId?: string | null;
  resourceType?: string | null;
  q?: string | null;
  actorId?: string | null;
  action?: string | null;
  /** The earliest time, in ISO 8601. */
  createdGte?: string | null;
  /** The end of the time range (excluded), in ISO 8601. */
  createdLt?: string | null;
  limit?: number;
}

export const auditQueries = {
  list: (query: AuditListInput) =>
    queryOptions({
      queryKey: ['audit-log', query],
      queryFn: ({ signal }) => api<AuditPage>('/v1/audit-log', { query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
};

export const auditMutations = {
  /** Returns the file with the entries of a list. */
  export: () =>
    mutationOptions({
      mutationFn: ({ after: _after, limit: _limit, ...filters }: AuditListInput) =>
        apiFile('/v1/audit-log/export', { query: { ...filters } }),
    }),
};
