import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Environment } from './schema.ts';

export const environmentQueries = {
  list: () =>
    queryOptions({
      queryKey: ['environments'],
      queryFn: ({ signal }) => api<Environment[]>('/v1/environments', { signal }),
      staleTime: 5 * 60_000,
    }),
};
