import { operation, route } from '#lib/api/route.ts';
import { fetchMessageFate } from '#lib/messages/fate.ts';
import { FetchedFate, MessageParams } from '#lib/messages/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'fetchMessageFate',
    tag: 'Messages',
    summary: 'Fetch the fate of a message from the provider',
    permission: 'messages:fetch',
    params: MessageParams,
    status: 200,
    response: FetchedFate,
    errors: [404, 429],
    // The handler waits for the provider, and no transaction should wait that long. A repeated call fetches again.
    idempotent: false,
    handle: async ({ ctx, params }) => fetchMessageFate(ctx, params.messageId),
  }),
});
