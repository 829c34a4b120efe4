import { operation, route } from '#lib/api/route.ts';
import { ApiKeyList, CreateApiKeyBody, CreatedApiKey } from '#lib/api-keys/schema.ts';
import { createApiKey, listApiKeys } from '#lib/api-keys/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listApiKeys',
    tag: 'API keys',
    summary: 'List the keys of the environment that are valid, or ended in the last seven days',
    permission: 'api-keys:read',
    callers: ['session'],
    response: ApiKeyList,
    handle: ({ ctx }) => listApiKeys(ctx),
  }),
  POST: operation({
    operationId: 'createApiKey',
    tag: 'API keys',
    summary: 'Create an API key for the environment; the key is shown once',
    permission: 'api-keys:write',
    callers: ['session'],
    body: CreateApiKeyBody,
    status: 201,
    response: CreatedApiKey,
    idempotent: false,
    handle: ({ ctx, body }) => createApiKey(ctx, body),
  }),
});
