import { route } from '#lib/api/route.ts';
import { EnvironmentList } from '#lib/environments/schema.ts';
import { listEnvironments } from '#lib/environments/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: {
    operationId: 'listEnvironments',
    tag: 'Environments',
    summary: 'List the environments the caller can name',
    permission: 'environments:read',
    response: EnvironmentList,
    handle: ({ ctx }) => listEnvironments(ctx),
  },
});
