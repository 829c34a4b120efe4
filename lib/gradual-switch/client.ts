import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { GradualSwitch, GradualSwitchList, Share } from './schema.ts';

const staleIn = (environmentId: string) => ({ invalidates: [['integrations', environmentId]] });

export const gradualSwitchQueries = {
  /** The figures change while a switch runs. */
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['integrations', environmentId, 'gradual-switches'],
      queryFn: ({ signal }) => api<GradualSwitchList>('/v1/integrations/gradual-switches', { environmentId, signal }),
      refetchInterval: ({ state }) => (state.data?.some(({ endedAt }) => endedAt === undefined) ? 30_000 : false),
    }),
};

export const gradualSwitchMutations = {
  /** Starts a switch to the integration, or changes its share. */
  set: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ integrationId, share }: { integrationId: string; share: Share }) =>
        api<GradualSwitch>(place(integrationId), { method: 'PUT', environmentId, body: { share } }),
      meta: staleIn(environmentId),
    }),
  end: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<GradualSwitch>(place(integrationId), { method: 'DELETE', environmentId }),
      meta: staleIn(environmentId),
    }),
};

function place(integrationId: string): string {
  return `/v1/integrations/${encodeURIComponent(integrationId)}/gradual-switch`;
}
