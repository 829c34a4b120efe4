import { operation, route } from '#lib/api/route.ts';
import { Outage, OutageParams } from '#lib/outages/schema.ts';
import { getOutage } from '#lib/outages/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getOutage',
    tag: 'Integrations',
    summary: 'Return an outage of an integration, with the number of messages that were late, failed or recovered',
    permission: 'messages:read',
    params: OutageParams,
    response: Outage,
    errors: [404],
    handle: ({ ctx, params }) => getOutage(ctx, params),
  }),
});
