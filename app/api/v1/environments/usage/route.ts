import { operation, route } from '#lib/api/route.ts';
import { EnvironmentUsageList } from '#lib/environments/schema.ts';
import { listEnvironmentUsage } from '#lib/environments/usage.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listEnvironmentUsage',
    tag: 'Environments',
    summary: 'Count the contents of each environment',
    permission: 'environments:read',
    callers: ['session'],
    response: EnvironmentUsageList,
    handle: ({ ctx }) => listEnvironmentUsage(ctx),
  }),
});
