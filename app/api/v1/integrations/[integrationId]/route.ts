import { route } from '#lib/api/route.ts';
import { Integration, IntegrationParams, IntegrationsQuery } from '#lib/integrations/schema.ts';
import { getIntegration } from '#lib/integrations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'getIntegration',
    tag: 'Integrations',
    summary: 'Retrieve an integration',
    permission: 'integrations:read',
    params: IntegrationParams,
    query: IntegrationsQuery,
    response: Integration,
    errors: [404],
    handle: async ({ ctx, params, query }) => getIntegration(ctx, params.integrationId, query),
  },
});
