import { operation, route } from '#lib/api/route.ts';
import { EventAddress } from '#lib/delivery-events/schema.ts';
import { createEventAddress, getEventAddress } from '#lib/delivery-events/service.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';

const shared = { tag: 'Integrations', params: IntegrationParams, response: EventAddress };

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...shared,
    operationId: 'getEventAddress',
    summary: 'Retrieve the address to which the provider of an integration pushes events, and the latest arrivals',
    permission: 'integrations:read',
    errors: [404],
    handle: ({ ctx, params }) => getEventAddress(ctx, params.integrationId),
  }),
  POST: operation({
    ...shared,
    operationId: 'createEventAddress',
    summary: 'Create or replace the secret address for the events of an integration',
    permission: 'integrations:write',
    status: 200,
    errors: [404],
    handle: ({ ctx, params }) => createEventAddress(ctx, params.integrationId),
  }),
});
