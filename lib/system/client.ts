import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { SystemProblems } from './problems-schema.ts';
import type { SystemReport } from './schema.ts';

export const systemQueries = {
  /** The number and the first of the red findings, for the mark next to the page’s name. */
  problems: () =>
    queryOptions({
      queryKey: ['system', 'problems'],
      queryFn: ({ signal }) => api<SystemProblems>('/v1/system/problems', { signal }),
    }),
  /** The report. The caller chooses how often it is refetched. */
  report: () =>
    queryOptions({
      queryKey: ['system', 'report'],
      queryFn: ({ signal }) => api<SystemReport>('/v1/system', { signal }),
    }),
};
