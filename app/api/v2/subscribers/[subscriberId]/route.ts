import { rawJson, route } from '#lib/api/route.ts';
import { Subscriber, SubscriberParams } from '#lib/subscribers/schema.ts';
import { getSubscriber } from '#lib/subscribers/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'getSubscriber',
    tag: 'Subscribers',
    summary: 'Retrieve a subscriber',
    permission: 'subscribers:read',
    params: SubscriberParams,
    response: Subscriber,
    errors: [404],
    handle: async ({ ctx, params }) => rawJson(await getSubscriber(ctx, params.subscriberId)),
  },
});
