import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { BulkUpdatePreferencesBody, Preference, SubscriberPreferences, UpdatePreferencesBody } from './schema.ts';

const path = (subscriberId: string) => `/v2/subscribers/${encodeURIComponent(subscriberId)}/preferences`;
const key = (environmentId: string, subscriberId: string) => ['preferences', environmentId, subscriberId] as const;

export const preferenceQueries = {
  ofSubscriber: (environmentId: string, subscriberId: string) =>
    queryOptions({
      queryKey: key(environmentId, subscriberId),
      queryFn: ({ signal }) =>
        api<SubscriberPreferences>(path(subscriberId), { environmentId, query: { criticality: 'all' }, signal }),
    }),
};

export const preferenceMutations = {
  /** Updates the preference for a workflow. Without `workflowId`, updates the global preference. */
  update: (environmentId: string, subscriberId: string) =>
    mutationOptions({
      mutationFn: (body: Pick<UpdatePreferencesBody, 'workflowId' | 'channels'>) =>
        api<SubscriberPreferences>(path(subscriberId), { method: 'PATCH', environmentId, body }),
      meta: { invalidates: [key(environmentId, subscriberId)] },
    }),
  bulkUpdate: (environmentId: string, subscriberId: string) =>
    mutationOptions({
      mutationFn: (body: BulkUpdatePreferencesBody) =>
        api<Preference[]>(`${path(subscriberId)}/bulk`, { method: 'PATCH', environmentId, body }),
      meta: { invalidates: [key(environmentId, subscriberId)] },
    }),
};
