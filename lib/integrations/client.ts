import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Integration } from './schema.ts';

export const integrationQueries = {
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['integrations', environmentId, 'list'],
      queryFn: ({ signal }) =>
        api<Integration[]>('/v1/integrations', { environmentId, query: { credentials: 'masked' }, signal }),
    }),
};

export const integrationMutations = {
  setPrimary: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<Integration>(`/v1/integrations/${integrationId}/set-primary`, {
          method: 'POST',
          environmentId,
          query: { credentials: 'masked' },
        }),
      meta: {
        invalidates: [
          ['integrations', environmentId],
          ['workflows', environmentId],
        ],
      },
    }),
  /** An act, not a query: every unmasked read is audited, so nothing may repeat or cache it. */
  revealCredentials: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) => api<Integration>(`/v1/integrations/${integrationId}`, { environmentId }),
      gcTime: 0,
    }),
};
