import { operation, route } from '#lib/api/route.ts';
import { deleteCredentials } from '#lib/subscribers/credentials.ts';
import { CredentialsParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'deleteSubscriberCredentials',
    tag: 'Subscribers',
    summary: 'Delete provider credentials',
    permission: 'subscribers:write',
    params: CredentialsParams,
    errors: [404],
    handle: ({ ctx, params }) => deleteCredentials(ctx, params.subscriberId, params.providerId),
  }),
});
