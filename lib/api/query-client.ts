import { MutationCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiFailure } from './client.ts';

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiFailure;
    mutationMeta: {
      /** The keys of the queries that the mutation makes stale, or the beginnings of their keys. */
      invalidates?: readonly QueryKey[];
    };
  }
}

/**
 * Creates the query client of a page load. After a mutation, only the queries in its `meta.invalidates` are fetched
 * again.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a network, requests fail with a message. By default, they would silently wait for the network.
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
