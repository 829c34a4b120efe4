import { operation, route } from '#lib/api/route.ts';
import { CreateRecoveryBody, Recovery, RecoveryList } from '#lib/recoveries/schema.ts';
import { createRecovery, listRecoveries } from '#lib/recoveries/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listRecoveries',
    tag: 'Notifications',
    summary: 'List the newest recoveries of failed runs, newest first',
    permission: 'notifications:read',
    response: RecoveryList,
    handle: ({ ctx }) => listRecoveries(ctx),
  }),
  POST: operation({
    operationId: 'createRecovery',
    tag: 'Notifications',
    summary: 'Retry the failed runs of a filter together',
    description:
      'A worker retries the runs in the background, the newest first. Runs that are triggered later are not included. An environment has one running recovery: another request gets 409 with its `recoveryId`.',
    permission: 'messages:recover',
    body: CreateRecoveryBody,
    status: 201,
    response: Recovery,
    errors: [400, 409],
    handle: ({ ctx, body }) => createRecovery(ctx, body),
  }),
});
