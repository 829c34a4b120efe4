import { operation, route } from '#lib/api/route.ts';
import { receiveByGet, receiveByToken } from '#lib/delivery-events/receive.ts';
import { InboundParams, ReceivedEvents } from '#lib/delivery-events/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'receiveEventsByGet',
    tag: 'Delivery events',
    summary: 'Receive events that a provider pushes as a query, or confirm the address to the provider',
    permission: 'public',
    params: InboundParams,
    response: ReceivedEvents,
    errors: [401, 404, 405],
    handle: ({ params, request }) => receiveByGet(params.token, request),
  }),
  POST: operation({
    operationId: 'receiveEvents',
    tag: 'Delivery events',
    summary: 'Receive events that a provider pushes to the secret address of an integration',
    permission: 'public',
    params: InboundParams,
    acceptsAnyType: true,
    bodyLimitBytes: 4_194_304,
    status: 200,
    response: ReceivedEvents,
    errors: [401, 404],
    idempotent: false,
    handle: ({ params, rawBody, request }) => receiveByToken(params.token, { body: rawBody, headers: request.headers }),
  }),
});
