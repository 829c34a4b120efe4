import { operation, route } from '#lib/api/route.ts';
import { listIntegrationHealth } from '#lib/integrations/health.ts';
import { IntegrationHealthList } from '#lib/integrations/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listIntegrationHealth',
    tag: 'Integrations',
    summary: 'Count the sent and failed messages of each integration in the last 24 hours',
    permission: 'integrations:read',
    response: IntegrationHealthList,
    handle: ({ ctx }) => listIntegrationHealth(ctx),
  }),
});
