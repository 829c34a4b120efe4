import { operation, route } from '#lib/api/route.ts';
import { NoChannels } from '#lib/inbox-sessions/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listInboxChannelConnections',
    tag: 'Embedded inbox',
    summary: 'List the channel connections of the subscriber',
    description: 'Always empty: Belfry has no channel connections.',
    permission: 'subscriber',
    response: NoChannels,
    handle: () => ({ data: [], next: null, previous: null }),
  }),
});
