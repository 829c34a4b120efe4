import { operation, route } from '#lib/api/route.ts';
import { orderIntegrations } from '#lib/integrations/order.ts';
import { IntegrationList, IntegrationsQuery, OrderIntegrationsBody } from '#lib/integrations/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PUT: operation({
    operationId: 'orderIntegrations',
    tag: 'Integrations',
    summary: 'Order the active integrations of a channel',
    permission: 'integrations:write',
    query: IntegrationsQuery,
    body: OrderIntegrationsBody,
    response: IntegrationList,
    errors: [400],
    handle: async ({ ctx, query, body }) => orderIntegrations(ctx, body, query),
  }),
});
