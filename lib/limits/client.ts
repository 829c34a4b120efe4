import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Limits } from './schema.ts';

export const limitsQueries = {
  current: () =>
    queryOptions({
      queryKey: ['limits'],
      queryFn: ({ signal }) => api<Limits>('/v1/limits', { signal }),
    }),
};
