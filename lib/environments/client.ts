import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type {
  CreateEnvironmentBody,
  Environment,
  EnvironmentUsage,
  SigningSecret,
  UpdateEnvironmentBody,
} from './schema.ts';

export const environmentQueries = {
  list: () =>
    queryOptions({
      queryKey: ['environments'],
      queryFn: ({ signal }) => api<Environment[]>('/v1/environments', { signal }),
      staleTime: 5 * 60_000,
    }),
  usage: () =>
    queryOptions({
      queryKey: ['environments', 'usage'],
      queryFn: ({ signal }) => api<EnvironmentUsage[]>('/v1/environments/usage', { signal }),
    }),
};

const signingSecret = '/v1/environments/me/signing-secret';

/** The environment switcher reads the environments from the response with the signed-in user (`me`). */
const changed = [['environments'], ['me']];

export const environmentMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: CreateEnvironmentBody) => api<Environment>('/v1/environments', { method: 'POST', body }),
      meta: { invalidates: changed },
    }),
  update: () =>
    mutationOptions({
      mutationFn: ({ environmentId, ...body }: UpdateEnvironmentBody & { environmentId: string }) =>
        api<Environment>(`/v1/environments/${environmentId}`, { method: 'PUT', body }),
      meta: { invalidates: changed },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: (environmentId: string) => api(`/v1/environments/${environmentId}`, { method: 'DELETE' }),
      meta: { invalidates: changed },
    }),
  /** A mutation instead of a query, because every access is audited, so that it must not be repeated or cached. */
  revealSigningSecret: (environmentId: string) =>
    mutationOptions({ mutationFn: () => api<SigningSecret>(signingSecret, { environmentId }), gcTime: 0 }),
  renewSigningSecret: (environmentId: string) =>
    mutationOptions({
      mutationFn: () => api<SigningSecret>(signingSecret, { method: 'POST', environmentId }),
      gcTime: 0,
    }),
};
