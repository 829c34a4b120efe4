import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
    mutationMeta: {
      /** Keys (or their beginnings) of what the mutation makes stale. */
      invalidates?: readonly QueryKey[];
    };
  }
}

/** One per page load. A mutation says in `meta.invalidates` what it makes stale; nothing else refetches. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network whatever is asked fails and says so, instead of waiting unseen for the network to come back.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 20_000,
        refetchOnWindowFocus: false,
        retry: isWorthRetrying,
        retryDelay: 600,
      },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, mutation) =>
        Promise.all((mutation.meta?.invalidates ?? []).map((queryKey) => client.invalidateQueries({ queryKey }))),
    }),
  });
  return client;
}

function isWorthRetrying(count: number, error: ApiFailure): boolean {
  return count < 2 && error instanceof ApiFailure && [0, 429, 502, 503, 504].includes(error.statusCode);
}
