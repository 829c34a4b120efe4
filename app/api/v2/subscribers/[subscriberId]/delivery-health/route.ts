import { operation, route } from '#lib/api/route.ts';
import { getDeliveryHealth } from '#lib/subscribers/delivery-health.ts';
import { DeliveryHealth, SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSubscriberDeliveryHealth',
    tag: 'Subscribers',
    summary: 'Show for each channel whether messages reach a subscriber, or since when they fail',
    permission: 'messages:read',
    readsReplica: true,
    params: SubscriberParams,
    response: DeliveryHealth,
    errors: [404],
    handle: ({ ctx, params }) => getDeliveryHealth(ctx, params.subscriberId),
  }),
});
