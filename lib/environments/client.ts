import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Environment, SigningSecret } from './schema.ts';

export const environmentQueries = {
  list: () =>
    queryOptions({
      queryKey: ['environments'],
      queryFn: ({ signal }) => api<Environment[]>('/v1/environments', { signal }),
      staleTime: 5 * 60_000,
    }),
};

const signingSecret = '/v1/environments/me/signing-secret';

export const environmentMutations = {
  /** A mutation instead of a query: every access is audited, so it must not be repeated or cached. */
  revealSigningSecret: (environmentId: string) =>
    mutationOptions({ mutationFn: () => api<SigningSecret>(signingSecret, { environmentId }), gcTime: 0 }),
  renewSigningSecret: (environmentId: string) =>
    mutationOptions({
      mutationFn: () => api<SigningSecret>(signingSecret, { method: 'POST', environmentId }),
      gcTime: 0,
    }),
};
