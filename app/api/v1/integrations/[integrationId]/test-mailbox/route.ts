import { operation, route } from '#lib/api/route.ts';
import { testMailbox } from '#lib/bounce-mailbox/service.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';
import { TrialResult } from '#lib/integrations/trial-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'testBounceMailbox',
    tag: 'Integrations',
    summary: 'Sign in to the bounce mailbox of an integration and count its emails, without changing them',
    permission: 'integrations:write',
    params: IntegrationParams,
    response: TrialResult,
    errors: [400, 404],
    // The handler waits for the mail server, and no transaction should wait that long. A repeated call tests again.
    idempotent: false,
    handle: ({ ctx, params }) => testMailbox(ctx, params.integrationId),
  }),
});
