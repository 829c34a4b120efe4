import { noContent, operation, route } from '#lib/api/route.ts';
import { deleteOwnSubscription, getOwnSubscription, updateOwnSubscription } from '#lib/topics/own.ts';
import {
  DeletedOwnSubscription,
  OwnSubscriptionAnswer,
  OwnSubscriptionParams,
  OwnSubscriptionQuery,
  UpdateSubscriptionBody,
} from '#lib/topics/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getInboxSubscription',
    tag: 'Embedded inbox',
    summary: 'Get a subscription of the subscriber',
    description: 'The response is 204 without a body if there is no such subscription.',
    permission: 'subscriber',
    params: OwnSubscriptionParams,
    query: OwnSubscriptionQuery,
    response: OwnSubscriptionAnswer,
    mayBeEmpty: true,
    handle: async ({ ctx, params, query }) => (await getOwnSubscription(ctx, params, query)) ?? noContent(),
  }),
  PATCH: operation({
    operationId: 'updateInboxSubscription',
    tag: 'Embedded inbox',
    summary: 'Change a subscription of the subscriber',
    permission: 'subscriber',
    params: OwnSubscriptionParams,
    body: UpdateSubscriptionBody,
    response: OwnSubscriptionAnswer,
    errors: [404],
    handle: ({ ctx, params, body }) => updateOwnSubscription(ctx, params, body),
  }),
  DELETE: operation({
    operationId: 'deleteInboxSubscription',
    tag: 'Embedded inbox',
    summary: 'Delete a subscription of the subscriber',
    permission: 'subscriber',
    params: OwnSubscriptionParams,
    response: DeletedOwnSubscription,
    errors: [404],
    handle: ({ ctx, params }) => deleteOwnSubscription(ctx, params),
  }),
});
