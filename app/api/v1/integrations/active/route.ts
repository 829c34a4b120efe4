import { operation, route } from '#lib/api/route.ts';
import { IntegrationList, IntegrationsQuery } from '#lib/integrations/schema.ts';
import { listIntegrations } from '#lib/integrations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listActiveIntegrations',
    tag: 'Integrations',
    summary: 'List active integrations',
    permission: 'integrations:read',
    query: IntegrationsQuery,
    response: IntegrationList,
    handle: async ({ ctx, query }) => listIntegrations(ctx, { ...query, activeOnly: true }),
  }),
});
