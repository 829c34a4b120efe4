import { operation, route } from '#lib/api/route.ts';
import { RemoveSuppressionBody, SuppressionEffect, SuppressionParams } from '#lib/suppressions/schema.ts';
import { removeSuppression } from '#lib/suppressions/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'removeSuppression',
    tag: 'Suppressions',
    summary: 'Remove an address from the suppression list, so that the next message is sent',
    permission: 'suppressions:remove',
    params: SuppressionParams,
    body: RemoveSuppressionBody,
    status: 200,
    response: SuppressionEffect,
    errors: [404],
    handle: ({ ctx, params, body }) => removeSuppression(ctx, params.suppressionId, body),
  }),
});
