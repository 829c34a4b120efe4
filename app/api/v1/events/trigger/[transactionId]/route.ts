import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { TransactionParams } from '#lib/events/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'cancelEvent',
    tag: 'Events',
    summary: 'Cancel the unsent steps of a transaction',
    permission: 'events:cancel',
    params: TransactionParams,
    status: 200,
    response: z.boolean(),
    rateLimit: { category: 'trigger' },
    handle: ({ ctx, params }) => cancelTransaction(ctx, params.transactionId),
  }),
});
