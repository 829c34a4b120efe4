import { operation, route } from '#lib/api/route.ts';
import { SubscriberPreferences, SubscriberPreferencesQuery, UpdatePreferencesBody } from '#lib/preferences/schema.ts';
import { getPreferences, updatePreferences } from '#lib/preferences/service.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSubscriberPreferences',
    tag: 'Preferences',
    summary: 'Retrieve subscriber preferences',
    permission: 'subscribers:read',
    params: SubscriberParams,
    query: SubscriberPreferencesQuery,
    response: SubscriberPreferences,
    errors: [404],
    handle: async ({ ctx, params, query }) => getPreferences(ctx, params.subscriberId, query),
  }),
  PATCH: operation({
    operationId: 'updateSubscriberPreferences',
    tag: 'Preferences',
    summary: 'Update subscriber preferences, of a workflow or globally',
    permission: 'preferences:write',
    params: SubscriberParams,
    body: UpdatePreferencesBody,
    response: SubscriberPreferences,
    errors: [400, 404],
    handle: async ({ ctx, params, body }) => updatePreferences(ctx, params.subscriberId, body),
  }),
});
