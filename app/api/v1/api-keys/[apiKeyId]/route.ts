import { operation, route } from '#lib/api/route.ts';
import { ApiKeyParams } from '#lib/api-keys/schema.ts';
import { revokeApiKey } from '#lib/api-keys/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'revokeApiKey',
    tag: 'API keys',
    summary: 'Revoke a key immediately',
    permission: 'api-keys:write',
    callers: ['session'],
    params: ApiKeyParams,
    errors: [404],
    handle: ({ ctx, params }) => revokeApiKey(ctx, params.apiKeyId),
  }),
});
