import { operation, rawJson, route } from '#lib/api/route.ts';
import { appendCredentials, updateCredentials } from '#lib/subscribers/credentials.ts';
import { Subscriber, SubscriberParams, UpdateCredentialsBody } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PUT: operation({
    operationId: 'updateSubscriberCredentials',
    tag: 'Subscribers',
    summary: 'Update provider credentials',
    permission: 'subscribers:write',
    params: SubscriberParams,
    body: UpdateCredentialsBody,
    response: Subscriber,
    errors: [400, 404],
    handle: async ({ ctx, params, body }) => rawJson(await updateCredentials(ctx, params.subscriberId, body)),
  }),
  PATCH: operation({
    operationId: 'appendSubscriberCredentials',
    tag: 'Subscribers',
    summary: 'Add provider credentials; device tokens are added to the stored tokens',
    permission: 'subscribers:write',
    params: SubscriberParams,
    body: UpdateCredentialsBody,
    response: Subscriber,
    errors: [400, 404],
    handle: async ({ ctx, params, body }) => rawJson(await appendCredentials(ctx, params.subscriberId, body)),
  }),
});
