import { operation, route } from '#lib/api/route.ts';
import { receiveSigned, receiveSignedByGet } from '#lib/delivery-events/receive.ts';
import { InboundWebhookParams, TrackedEvents } from '#lib/delivery-events/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'receiveSignedEventsByGet',
    tag: 'Delivery events',
    summary: 'Receive signed events that a provider pushes as a query, or confirm the address to the provider',
    permission: 'public',
    params: InboundWebhookParams,
    response: TrackedEvents,
    errors: [401, 404, 405],
    handle: ({ params, request }) => receiveSignedByGet(params, request),
  }),
  POST: operation({
    operationId: 'receiveSignedEvents',
    tag: 'Delivery events',
    summary: 'Receive events that a provider pushes, and signs, for an integration',
    permission: 'public',
    params: InboundWebhookParams,
    acceptsAnyType: true,
    bodyLimitBytes: 4_194_304,
    status: 200,
    response: TrackedEvents,
    errors: [401, 404],
    idempotent: false,
    handle: ({ params, rawBody, request }) => receiveSigned(params, { body: rawBody, headers: request.headers }),
  }),
});
