import { operation, route } from '#lib/api/route.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';
import { testConnection } from '#lib/integrations/trial.ts';
import { TrialResult } from '#lib/integrations/trial-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'testIntegrationConnection',
    tag: 'Integrations',
    summary: 'Test whether the provider accepts the credentials of an integration, without sending',
    permission: 'integrations:write',
    params: IntegrationParams,
    response: TrialResult,
    errors: [400, 404],
    // The handler waits for the provider, and no transaction should wait that long. A repeated call tests again.
    idempotent: false,
    handle: async ({ ctx, params }) => testConnection(ctx, params.integrationId),
  }),
});
