import { operation, route } from '#lib/api/route.ts';
import {
  CreateEnvironmentVariableBody,
  EnvironmentVariable,
  EnvironmentVariableList,
  ListEnvironmentVariablesQuery,
} from '#lib/environment-variables/schema.ts';
import { createEnvironmentVariable, listEnvironmentVariables } from '#lib/environment-variables/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listEnvironmentVariables',
    tag: 'Environment variables',
    summary: 'List the variables of the organization',
    permission: 'environment-variables:read',
    query: ListEnvironmentVariablesQuery,
    response: EnvironmentVariableList,
    handle: async ({ ctx, query }) => listEnvironmentVariables(ctx, query),
  }),
  POST: operation({
    operationId: 'createEnvironmentVariable',
    tag: 'Environment variables',
    summary: 'Create a variable that templates read as env.KEY',
    permission: 'environment-variables:write',
    body: CreateEnvironmentVariableBody,
    response: EnvironmentVariable,
    handle: async ({ ctx, body }) => createEnvironmentVariable(ctx, body),
  }),
});
