import { operation, route } from '#lib/api/route.ts';
import { Recovery, RecoveryParams } from '#lib/recoveries/schema.ts';
import { getRecovery } from '#lib/recoveries/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getRecovery',
    tag: 'Notifications',
    summary: 'Return a recovery of failed runs with its progress',
    permission: 'notifications:read',
    params: RecoveryParams,
    response: Recovery,
    errors: [404],
    handle: ({ ctx, params }) => getRecovery(ctx, params.recoveryId),
  }),
});
