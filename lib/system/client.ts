import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { SystemReport } from './schema.ts';

export const systemQueries = {
  /** The caller chooses how often it is read again. */
  report: () =>
    queryOptions({
      queryKey: ['system'],
      queryFn: ({ signal }) => api<SystemReport>('/v1/system', { signal }),
    }),
};
