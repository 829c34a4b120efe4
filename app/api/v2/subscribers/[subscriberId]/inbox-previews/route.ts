import { operation, route } from '#lib/api/route.ts';
import { createInboxPreview } from '#lib/inbox-sessions/preview.ts';
import { InboxPreview } from '#lib/inbox-sessions/schema.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'createInboxPreview',
    tag: 'Subscribers',
    summary: 'Open the inbox of a subscriber in a preview of the dashboard',
    permission: 'messages:content',
    params: SubscriberParams,
    status: 201,
    response: InboxPreview,
    errors: [404],
    // A repeated call must return a hash of full lifetime, not the hash of the first call.
    idempotent: false,
    handle: ({ ctx, params }) => createInboxPreview(ctx, params.subscriberId),
  }),
});
