import { operation, route } from '#lib/api/route.ts';
import { BulkSuppressionsBody, BulkSuppressionsQuery, BulkSuppressionsResult } from '#lib/suppressions/schema.ts';
import { importSuppressions } from '#lib/suppressions/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'importSuppressions',
    tag: 'Suppressions',
    summary: 'Suppress up to 500 addresses',
    description: 'Invalid entries are reported, the others are added.',
    permission: 'suppressions:write',
    query: BulkSuppressionsQuery,
    body: BulkSuppressionsBody,
    status: 200,
    response: BulkSuppressionsResult,
    rateLimit: { cost: 'bulk' },
    handle: ({ ctx, query, body }) => importSuppressions(ctx, body, query),
  }),
});
