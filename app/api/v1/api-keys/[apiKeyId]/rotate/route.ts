import { operation, route } from '#lib/api/route.ts';
import { ApiKeyParams, CreatedApiKey, RotateApiKeyBody } from '#lib/api-keys/schema.ts';
import { rotateApiKey } from '#lib/api-keys/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'rotateApiKey',
    tag: 'API keys',
    summary: 'Replace an API key with a new key, which is shown once',
    permission: 'api-keys:write',
    callers: ['session'],
    params: ApiKeyParams,
    body: RotateApiKeyBody,
    status: 201,
    response: CreatedApiKey,
    errors: [404],
    idempotent: false,
    handle: ({ ctx, params, body }) => rotateApiKey(ctx, params.apiKeyId, body),
  }),
});
