import { operation, route } from '#lib/api/route.ts';
import { ReceivedMessages } from '#lib/notifications/copies/received.ts';
import { listReceived } from '#lib/notifications/copies/received-messages.ts';
import { StepParams } from '#lib/notifications/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listReceivedMessages',
    tag: 'Notifications',
    summary:
      'List the messages that the subscriber of a step received already: from its trigger, or with the same content',
    permission: 'messages:read',
    params: StepParams,
    response: ReceivedMessages,
    errors: [404],
    handle: ({ ctx, params }) => listReceived(ctx, params),
  }),
});
