import { operation, route } from '#lib/api/route.ts';
import { getOwnGlobalPreference } from '#lib/preferences/own.ts';
import { OwnPreferenceAnswer } from '#lib/preferences/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getInboxGlobalPreference',
    tag: 'Embedded inbox',
    summary: 'Get the global preference of the subscriber',
    permission: 'subscriber',
    response: OwnPreferenceAnswer,
    handle: ({ ctx }) => getOwnGlobalPreference(ctx),
  }),
});
