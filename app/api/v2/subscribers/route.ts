import { operation, rawJson, route } from '#lib/api/route.ts';
import {
  CreateSubscriberBody,
  CreateSubscriberQuery,
  SearchSubscribersQuery,
  Subscriber,
  SubscriberPage,
} from '#lib/subscribers/schema.ts';
import { createSubscriber, searchSubscribers } from '#lib/subscribers/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'searchSubscribers',
    tag: 'Subscribers',
    summary: 'Search subscribers',
    permission: 'subscribers:read',
    query: SearchSubscribersQuery,
    response: SubscriberPage,
    errors: [400],
    handle: async ({ ctx, query }) => rawJson(await searchSubscribers(ctx, query)),
  }),
  POST: operation({
    operationId: 'createSubscriber',
    tag: 'Subscribers',
    summary: 'Create a subscriber, or update it if it exists',
    permission: 'subscribers:write',
    query: CreateSubscriberQuery,
    body: CreateSubscriberBody,
    status: 201,
    response: Subscriber,
    errors: [409],
    handle: async ({ ctx, query, body }) => rawJson(await createSubscriber(ctx, body, query)),
  }),
});
