import { operation, route } from '#lib/api/route.ts';
import { MessageParams } from '#lib/messages/schema.ts';
import { retryMessage } from '#lib/messages/service.ts';
import { RetriedStep } from '#lib/notifications/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'retryMessage',
    tag: 'Messages',
    summary: 'Retry a message that its provider rejected',
    permission: 'messages:retry',
    params: MessageParams,
    status: 200,
    response: RetriedStep,
    errors: [404, 409],
    handle: ({ ctx, params }) => retryMessage(ctx, params.messageId),
  }),
});
