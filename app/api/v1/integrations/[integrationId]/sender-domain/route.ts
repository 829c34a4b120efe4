import { operation, route } from '#lib/api/route.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';
import { SenderDomain } from '#lib/sender-domain/schema.ts';
import { senderDomain } from '#lib/sender-domain/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSenderDomain',
    tag: 'Integrations',
    summary: 'Check the DNS records of the domain of an email integration’s sender: SPF, DKIM and DMARC',
    permission: 'integrations:read',
    params: IntegrationParams,
    response: SenderDomain,
    errors: [404],
    handle: ({ ctx, params }) => senderDomain(ctx, params.integrationId),
  }),
});
