import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { api, apiFile } from '#lib/api/client.ts';
import type { ListFormat } from '#lib/audit-log/list-formats.ts';
import type { Cause, SuppressedChannel } from './causes.ts';
import type { SuppressionRun } from './import-run.ts';
import type { Suppression, SuppressionEffect, SuppressionPage } from './schema.ts';

/** The filters of the list, which the export accepts too. */
export interface SuppressionFilterInput {
  q?: string;
  cause?: readonly Cause[];
  channel?: readonly SuppressedChannel[];
}

/** The query of `GET /v1/suppressions` as the dashboard sends it. */
export interface SuppressionListInput extends SuppressionFilterInput {
  subscriberId?: string;
  after?: string;
  before?: string;
  limit?: number;
}

export const suppressionQueries = {
  list: (environmentId: string, query: SuppressionListInput) =>
    queryOptions({
      queryKey: ['suppressions', environmentId, 'list', query],
      queryFn: ({ signal }) => api<SuppressionPage>(PATH, { environmentId, query: { ...query }, signal }),
      placeholderData: keepPreviousData,
    }),
  one: (environmentId: string, suppressionId: string) =>
    queryOptions({
      queryKey: ['suppressions', environmentId, 'one', suppressionId],
      queryFn: ({ signal }) => api<SuppressionEffect>(`${PATH}/${suppressionId}`, { environmentId, signal }),
    }),
};

/** Reads the file with the suppressed addresses that match the filters. */
export function exportSuppressions(
  environmentId: string,
  filters: SuppressionFilterInput,
  format: ListFormat,
): Promise<Blob> {
  return apiFile(`${PATH}/export`, { environmentId, query: { ...filters, format } });
}

export const suppressionMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: { channel: SuppressedChannel; address: string; note?: string }) =>
        api<Suppression>(PATH, { method: 'POST', environmentId, body }),
      meta: { invalidates: [['suppressions', environmentId]] },
    }),
  remove: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ suppressionId, reason }: { suppressionId: string; reason: string }) =>
        api<SuppressionEffect>(`${PATH}/${suppressionId}/remove`, { method: 'POST', environmentId, body: { reason } }),
      // The suppression itself is not fetched again, because it was removed.
      meta: { invalidates: [['suppressions', environmentId, 'list']] },
    }),
  import: (environmentId: string) =>
    mutationOptions({
      mutationFn: async (run: SuppressionRun) =>
        (await import('./import-run.ts')).importSuppressions(environmentId, run),
      meta: { invalidates: [['suppressions', environmentId]] },
    }),
};

const PATH = '/v1/suppressions';
