import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { ApiKey, CreateApiKeyBody, CreatedApiKey, Overlap, UpdateApiKeyBody } from './schema.ts';

export const apiKeyQueries = {
  list: (environmentId: string) =>
    queryOptions({
      queryKey: ['api-keys', environmentId],
      queryFn: ({ signal }) => api<ApiKey[]>('/v1/api-keys', { environmentId, signal }),
    }),
};

export const apiKeyMutations = {
  create: (environmentId: string) =>
    mutationOptions({
      mutationFn: (body: CreateApiKeyBody) =>
        api<CreatedApiKey>('/v1/api-keys', { method: 'POST', environmentId, body }),
      meta: { invalidates: [['api-keys', environmentId]] },
    }),
  rename: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ apiKeyId, ...body }: UpdateApiKeyBody & { apiKeyId: string }) =>
        api<ApiKey>(`/v1/api-keys/${apiKeyId}`, { method: 'PATCH', environmentId, body }),
      meta: { invalidates: [['api-keys', environmentId]] },
    }),
  rotate: (environmentId: string) =>
    mutationOptions({
      mutationFn: ({ apiKeyId, oldKeyEnds }: { apiKeyId: string; oldKeyEnds: Overlap }) =>
        api<CreatedApiKey>(`/v1/api-keys/${apiKeyId}/rotate`, { method: 'POST', environmentId, body: { oldKeyEnds } }),
      meta: { invalidates: [['api-keys', environmentId]] },
    }),
  revoke: (environmentId: string) =>
    mutationOptions({
      mutationFn: (apiKeyId: string) => api(`/v1/api-keys/${apiKeyId}`, { method: 'DELETE', environmentId }),
      meta: { invalidates: [['api-keys', environmentId]] },
    }),
};
