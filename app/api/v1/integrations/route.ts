import { operation, route } from '#lib/api/route.ts';
import { CreateIntegrationBody, Integration, IntegrationList, IntegrationsQuery } from '#lib/integrations/schema.ts';
import { createIntegration, listIntegrations } from '#lib/integrations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listIntegrations',
    tag: 'Integrations',
    summary: 'List integrations',
    permission: 'integrations:read',
    query: IntegrationsQuery,
    response: IntegrationList,
    handle: async ({ ctx, query }) => listIntegrations(ctx, query),
  }),
  POST: operation({
    operationId: 'createIntegration',
    tag: 'Integrations',
    summary: 'Create an integration',
    permission: 'integrations:write',
    query: IntegrationsQuery,
    body: CreateIntegrationBody,
    status: 201,
    response: Integration,
    handle: async ({ ctx, query, body }) => createIntegration(ctx, body, query),
  }),
});
