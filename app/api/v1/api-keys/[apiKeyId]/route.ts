import { operation, route } from '#lib/api/route.ts';
import { ApiKey, ApiKeyParams, UpdateApiKeyBody } from '#lib/api-keys/schema.ts';
import { renameApiKey, revokeApiKey } from '#lib/api-keys/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'renameApiKey',
    tag: 'API keys',
    summary: 'Rename an API key; the key itself and its rights stay',
    permission: 'api-keys:write',
    callers: ['session'],
    params: ApiKeyParams,
    body: UpdateApiKeyBody,
    response: ApiKey,
    errors: [404],
    handle: ({ ctx, params, body }) => renameApiKey(ctx, params.apiKeyId, body),
  }),
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
