import { operation, route } from '#lib/api/route.ts';
import { DeleteTransactionQuery, TransactionMessagesParams } from '#lib/messages/schema.ts';
import { deleteTransactionMessages } from '#lib/messages/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'deleteTransactionMessages',
    tag: 'Messages',
    summary: 'Delete the messages of a transaction, of one channel or of all',
    permission: 'messages:write',
    params: TransactionMessagesParams,
    query: DeleteTransactionQuery,
    errors: [404],
    handle: ({ ctx, params, query }) => deleteTransactionMessages(ctx, params.transactionId, query),
  }),
});
