import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Integration, IntegrationConfigurations } from '#lib/integrations/schema.ts';
import type { AutoConfigured, EventAddress } from './schema.ts';

const ofAddress = (environmentId: string) => ['event-address', environmentId];
const place = (integrationId: string) => `/v1/integrations/${encodeURIComponent(integrationId)}`;

export const eventQueries = {
  /** Events arrive at any time, so the address is refetched while it is shown. */
  address: (environmentId: string, integrationId: string) =>
    queryOptions({
      queryKey: [...ofAddress(environmentId), integrationId],
      queryFn: ({ signal }) => api<EventAddress>(`${place(integrationId)}/event-address`, { environmentId, signal }),
      refetchInterval: 5_000,
    }),
};

interface Configured {
  integrationId: string;
  /** All configurations of the integration. */
  configurations: IntegrationConfigurations;
}

export const eventMutations = {
  createAddress: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<EventAddress>(`${place(integrationId)}/event-address`, { method: 'POST', environmentId }),
      meta: { invalidates: [ofAddress(environmentId)] },
    }),
  /** Registers the address at the provider. */
  register: (environmentId: string) =>
    mutationOptions({
      mutationFn: (integrationId: string) =>
        api<AutoConfigured>(`${place(integrationId)}/auto-configure`, { method: 'POST', environmentId }),
      meta: { invalidates: [ofAddress(environmentId), ['integrations', environmentId]] },
    }),
  configure: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ integrationId, configurations }: Configured) =>
        api<Integration>(place(integrationId), {
          method: 'PUT',
          environmentId,
          query: { credentials: 'masked' },
          body: { configurations },
        }),
      meta: { invalidates: [ofAddress(environmentId), ['integrations', environmentId]] },
    }),
};
