import { operation, route } from '#lib/api/route.ts';
import { Environment } from '#lib/environments/schema.ts';
import { getCurrentEnvironment } from '#lib/environments/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getCurrentEnvironment',
    tag: 'Environments',
    summary: 'Retrieve the current environment',
    permission: 'environments:read',
    response: Environment,
    handle: ({ ctx }) => getCurrentEnvironment(ctx),
  }),
});
