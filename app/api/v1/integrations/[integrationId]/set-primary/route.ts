import { operation, route } from '#lib/api/route.ts';
import { Integration, IntegrationParams, IntegrationsQuery } from '#lib/integrations/schema.ts';
import { setPrimary } from '#lib/integrations/set-primary.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'setIntegrationAsPrimary',
    tag: 'Integrations',
    summary: 'Set an integration as primary',
    permission: 'integrations:write',
    params: IntegrationParams,
    query: IntegrationsQuery,
    response: Integration,
    errors: [400, 404],
    handle: async ({ ctx, params, query }) => setPrimary(ctx, params.integrationId, query),
  }),
});
