import { operation, route } from '#lib/api/route.ts';
import { listOwnPreferences, updateOwnGlobalPreference } from '#lib/preferences/own.ts';
import {
  OwnPreferenceAnswer,
  OwnPreferenceList,
  OwnPreferencesQuery,
  UpdateOwnPreferenceBody,
} from '#lib/preferences/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listInboxPreferences',
    tag: 'Embedded inbox',
    summary: 'List the effective preferences of the subscriber: the global one, and one for each active workflow',
    permission: 'subscriber',
    query: OwnPreferencesQuery,
    response: OwnPreferenceList,
    handle: ({ ctx, query }) => listOwnPreferences(ctx, query),
  }),
  PATCH: operation({
    operationId: 'updateInboxGlobalPreference',
    tag: 'Embedded inbox',
    summary: 'Change the global preference of the subscriber',
    permission: 'subscriber',
    body: UpdateOwnPreferenceBody,
    response: OwnPreferenceAnswer,
    handle: ({ ctx, body }) => updateOwnGlobalPreference(ctx, body),
  }),
});
