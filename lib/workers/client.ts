import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { WorkersState } from './schema.ts';

const POLL_MS = 30_000;

export const workerQueries = {
  state: () =>
    queryOptions({
      queryKey: ['workers'],
      queryFn: ({ signal }) => api<WorkersState>('/v1/workers', { signal }),
      refetchInterval: POLL_MS,
    }),
};
