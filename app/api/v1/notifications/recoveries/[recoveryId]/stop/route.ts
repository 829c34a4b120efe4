import { operation, route } from '#lib/api/route.ts';
import { Recovery, RecoveryParams } from '#lib/recoveries/schema.ts';
import { stopRecovery } from '#lib/recoveries/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'stopRecovery',
    tag: 'Notifications',
    summary: 'Stop a recovery of failed runs',
    description: 'Runs that were retried stay retried.',
    permission: 'messages:recover',
    params: RecoveryParams,
    status: 200,
    response: Recovery,
    errors: [404, 409],
    handle: ({ ctx, params }) => stopRecovery(ctx, params.recoveryId),
  }),
});
