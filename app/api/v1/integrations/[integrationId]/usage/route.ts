import { operation, route } from '#lib/api/route.ts';
import { IntegrationParams, IntegrationUsage, UsageQuery } from '#lib/integrations/schema.ts';
import { integrationUsage } from '#lib/integrations/usage.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getIntegrationUsage',
    tag: 'Integrations',
    summary: 'Count the sent and failed messages of an integration on each of the last seven days',
    permission: 'integrations:read',
    params: IntegrationParams,
    query: UsageQuery,
    response: IntegrationUsage,
    errors: [404],
    handle: ({ ctx, params, query }) => integrationUsage(ctx, params.integrationId, query),
  }),
});
