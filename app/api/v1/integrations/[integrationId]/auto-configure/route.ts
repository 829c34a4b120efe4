import { operation, route } from '#lib/api/route.ts';
import { autoConfigure } from '#lib/delivery-events/auto-configure.ts';
import { AutoConfigured } from '#lib/delivery-events/schema.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'autoConfigureIntegration',
    tag: 'Integrations',
    summary: 'Register the event address of an integration at its provider',
    permission: 'integrations:write',
    params: IntegrationParams,
    status: 200,
    response: AutoConfigured,
    errors: [400, 404, 429],
    // The handler waits for the provider, and no transaction should wait that long. A repeated call registers again.
    idempotent: false,
    handle: async ({ ctx, params }) => autoConfigure(ctx, params.integrationId),
  }),
});
