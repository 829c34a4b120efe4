import { operation, rawJson, route } from '#lib/api/route.ts';
import { DeletedMessage, Message, MessageParams } from '#lib/messages/schema.ts';
import { deleteMessage, getMessage } from '#lib/messages/service.ts';
import { RevealQuery } from '#lib/notifications/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getMessage',
    tag: 'Messages',
    summary: 'Retrieve one message with its template',
    permission: 'messages:read',
    params: MessageParams,
    query: RevealQuery,
    response: Message,
    errors: [404],
    handle: async ({ ctx, params, query }) => rawJson(await getMessage(ctx, params.messageId, query)),
  }),
  DELETE: operation({
    operationId: 'deleteMessage',
    tag: 'Messages',
    summary: 'Delete one message',
    permission: 'messages:write',
    params: MessageParams,
    status: 200,
    response: DeletedMessage,
    errors: [404],
    handle: ({ ctx, params }) => deleteMessage(ctx, params.messageId),
  }),
});
