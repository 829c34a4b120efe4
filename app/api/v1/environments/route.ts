import { operation, route } from '#lib/api/route.ts';
import { CreateEnvironmentBody, Environment, EnvironmentList } from '#lib/environments/schema.ts';
import { createEnvironment, listEnvironments } from '#lib/environments/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listEnvironments',
    tag: 'Environments',
    summary: 'List the environments of the caller',
    permission: 'environments:read',
    response: EnvironmentList,
    handle: ({ ctx }) => listEnvironments(ctx),
  }),
  POST: operation({
    operationId: 'createEnvironment',
    tag: 'Environments',
    summary: 'Create an environment',
    permission: 'environments:write',
    callers: ['session'],
    body: CreateEnvironmentBody,
    status: 201,
    response: Environment,
    errors: [400],
    handle: ({ ctx, body }) => createEnvironment(ctx, body),
  }),
});
