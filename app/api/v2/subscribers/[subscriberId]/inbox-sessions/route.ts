import { operation, route } from '#lib/api/route.ts';
import { endInboxSessions } from '#lib/inbox-sessions/end.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'endInboxSessions',
    tag: 'Subscribers',
    summary: 'End all inbox sessions of a subscriber',
    permission: 'subscribers:write',
    params: SubscriberParams,
    errors: [404],
    handle: ({ ctx, params }) => endInboxSessions(ctx, params.subscriberId),
  }),
});
