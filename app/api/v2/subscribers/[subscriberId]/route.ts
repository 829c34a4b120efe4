import { operation, rawJson, route } from '#lib/api/route.ts';
import { eraseSubscriber } from '#lib/erasure/service.ts';
import { deleteSubscriber, patchSubscriber } from '#lib/subscribers/changes.ts';
import {
  DeletedSubscriberResult,
  DeleteSubscriberQuery,
  PatchSubscriberBody,
  Subscriber,
  SubscriberParams,
} from '#lib/subscribers/schema.ts';
import { getSubscriber } from '#lib/subscribers/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSubscriber',
    tag: 'Subscribers',
    summary: 'Retrieve a subscriber',
    permission: 'subscribers:read',
    params: SubscriberParams,
    response: Subscriber,
    errors: [404],
    handle: async ({ ctx, params }) => rawJson(await getSubscriber(ctx, params.subscriberId)),
  }),
  PATCH: operation({
    operationId: 'patchSubscriber',
    tag: 'Subscribers',
    summary: 'Update the given fields of a subscriber',
    permission: 'subscribers:write',
    params: SubscriberParams,
    body: PatchSubscriberBody,
    response: Subscriber,
    errors: [404],
    handle: async ({ ctx, params, body }) => rawJson(await patchSubscriber(ctx, params.subscriberId, body)),
  }),
  DELETE: operation({
    operationId: 'deleteSubscriber',
    tag: 'Subscribers',
    summary: 'Delete a subscriber with credentials, preferences and subscriptions',
    description:
      'Runs and messages stay in the history. With `erase=true`, a worker removes them too, and everything else about the person; this needs the permission to erase.',
    permission: 'subscribers:write',
    params: SubscriberParams,
    query: DeleteSubscriberQuery,
    status: 200,
    response: DeletedSubscriberResult,
    errors: [404],
    handle: ({ ctx, params: { subscriberId }, query: { erase } }) =>
      erase ? eraseSubscriber(ctx, subscriberId) : deleteSubscriber(ctx, subscriberId),
  }),
});
