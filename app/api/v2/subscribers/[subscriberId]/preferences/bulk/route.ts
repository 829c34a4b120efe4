import { operation, route } from '#lib/api/route.ts';
import { BulkUpdatePreferencesBody, PreferenceList } from '#lib/preferences/schema.ts';
import { bulkUpdatePreferences } from '#lib/preferences/service.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'bulkUpdateSubscriberPreferences',
    tag: 'Preferences',
    summary: 'Bulk update subscriber preferences',
    permission: 'preferences:write',
    params: SubscriberParams,
    body: BulkUpdatePreferencesBody,
    response: PreferenceList,
    errors: [400, 404],
    handle: async ({ ctx, params, body }) => bulkUpdatePreferences(ctx, params.subscriberId, body),
  }),
});
