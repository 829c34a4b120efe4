import { operation, route } from '#lib/api/route.ts';
import { UpdateSubscriptionBody } from '#lib/topics/schema.ts';
import { OwnSubscriptionAnswer, OwnSubscriptionParams, OwnSubscriptionQuery, DeletedOwnSubscription } from '#lib/topics/own-schema.ts';
import { deleteOwnSubscription, getOwnSubscription, updateOwnSubscription } from '#lib/topics/own.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getInboxSubscription',
    tag: 'Embedded inbox',
    summary: 'Get a subscription of the subscriber, or 204 without it',
    permission: 'subscriber',
    params: OwnSubscriptionParams,
    query: OwnSubscriptionQuery,
    response: OwnSubscriptionAnswer,
    handle: ({ ctx, params, query }) => getOwnSubscription(ctx, params, query),
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
