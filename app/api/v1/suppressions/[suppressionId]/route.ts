import { operation, route } from '#lib/api/route.ts';
import { SuppressionEffect, SuppressionParams } from '#lib/suppressions/schema.ts';
import { getSuppression } from '#lib/suppressions/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSuppression',
    tag: 'Suppressions',
    summary: 'Return a suppressed address with its subscribers and the number of skipped messages',
    permission: 'suppressions:read',
    params: SuppressionParams,
    response: SuppressionEffect,
    errors: [404],
    handle: ({ ctx, params }) => getSuppression(ctx, params.suppressionId),
  }),
});
