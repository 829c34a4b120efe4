import { ifMatchOf } from '#lib/api/etag.ts';
import { operation, route } from '#lib/api/route.ts';
import * as wire from '#lib/integrations/schema.ts';
import { deleteIntegration, getIntegration, updateIntegration } from '#lib/integrations/service.ts';

const shared = { tag: 'Integrations', params: wire.IntegrationParams, query: wire.IntegrationsQuery };

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...shared,
    operationId: 'getIntegration',
    summary: 'Retrieve an integration',
    permission: 'integrations:read',
    response: wire.Integration,
    errors: [404],
    handle: async ({ ctx, params, query }) => getIntegration(ctx, params.integrationId, query),
  }),
  PUT: operation({
    ...shared,
    operationId: 'updateIntegration',
    summary: 'Update an integration',
    permission: 'integrations:write',
    body: wire.UpdateIntegrationBody,
    response: wire.Integration,
    errors: [404, 412],
    handle: async ({ ctx, params, query, body, request }) =>
      updateIntegration(ctx, params.integrationId, body, { ...query, ifMatch: ifMatchOf(request) }),
  }),
  DELETE: operation({
    ...shared,
    operationId: 'deleteIntegration',
    summary: 'Delete an integration',
    permission: 'integrations:write',
    response: wire.IntegrationList,
    errors: [404, 412],
    handle: async ({ ctx, params, query, request }) =>
      deleteIntegration(ctx, params.integrationId, { ...query, ifMatch: ifMatchOf(request) }),
  }),
});
