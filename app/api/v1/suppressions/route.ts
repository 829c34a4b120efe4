import { operation, route } from '#lib/api/route.ts';
import { listSuppressions } from '#lib/suppressions/list.ts';
import {
  CreateSuppressionBody,
  ListSuppressionsQuery,
  Suppression,
  SuppressionPage,
} from '#lib/suppressions/schema.ts';
import { createSuppression } from '#lib/suppressions/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listSuppressions',
    tag: 'Suppressions',
    summary: 'List the suppressed addresses, newest first',
    description: 'With `q`, the list is sorted by address.',
    permission: 'suppressions:read',
    query: ListSuppressionsQuery,
    response: SuppressionPage,
    errors: [400, 404],
    handle: ({ ctx, query }) => listSuppressions(ctx, query),
  }),
  POST: operation({
    operationId: 'createSuppression',
    tag: 'Suppressions',
    summary: 'Suppress an address, so that nothing is sent to it',
    permission: 'suppressions:write',
    body: CreateSuppressionBody,
    status: 201,
    response: Suppression,
    handle: ({ ctx, body }) => createSuppression(ctx, body),
  }),
});
