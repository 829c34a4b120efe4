import { operation, route } from '#lib/api/route.ts';
import { OwnPreferenceList, UpdateOwnPreferencesBody } from '#lib/preferences/schema.ts';
import { updateOwnPreferences } from '#lib/topics/own.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'updateInboxPreferences',
    tag: 'Embedded inbox',
    summary: 'Change the preferences of the subscriber for several workflows',
    permission: 'subscriber',
    body: UpdateOwnPreferencesBody,
    response: OwnPreferenceList,
    errors: [400, 404],
    handle: ({ ctx, body }) => updateOwnPreferences(ctx, body),
  }),
});
