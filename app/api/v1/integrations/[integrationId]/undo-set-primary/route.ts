import { operation, route } from '#lib/api/route.ts';
import { Integration, IntegrationParams, IntegrationsQuery } from '#lib/integrations/schema.ts';
import { undoSetPrimary } from '#lib/integrations/set-primary.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'undoIntegrationAsPrimary',
    tag: 'Integrations',
    summary: 'Undo the change of a primary integration within a day',
    permission: 'integrations:write',
    params: IntegrationParams,
    query: IntegrationsQuery,
    response: Integration,
    errors: [400, 404, 409],
    handle: async ({ ctx, params, query }) => undoSetPrimary(ctx, params.integrationId, query),
  }),
});
