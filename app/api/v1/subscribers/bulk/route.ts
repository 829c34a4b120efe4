import { operation, route } from '#lib/api/route.ts';
import { saveSubscribers } from '#lib/subscribers/changes.ts';
import { BulkSubscribersBody, BulkSubscribersQuery, BulkSubscribersResult } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'bulkCreateSubscribers',
    tag: 'Subscribers',
    summary: 'Create or update up to 500 subscribers',
    permission: 'subscribers:write',
    query: BulkSubscribersQuery,
    body: BulkSubscribersBody,
    status: 201,
    response: BulkSubscribersResult,
    rateLimit: { cost: 'bulk' },
    handle: ({ ctx, query, body }) => saveSubscribers(ctx, body, query),
  }),
});
