import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
    mutationMeta: {
      /** The keys (or their beginnings) of the queries that the mutation makes stale. */
      invalidates?: readonly QueryKey[];
    };
  }
}

/**
 * Creates the client of a page load. `meta.invalidates` of a mutation lists the stale queries. Only these are fetched again.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network, requests fail with a message instead of waiting silently for the network.
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
