import { operation, route } from '#lib/api/route.ts';
import {
  EnvironmentVariable,
  EnvironmentVariableParams,
  UpdateEnvironmentVariableBody,
} from '#lib/environment-variables/schema.ts';
import {
  deleteEnvironmentVariable,
  getEnvironmentVariable,
  updateEnvironmentVariable,
} from '#lib/environment-variables/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getEnvironmentVariable',
    tag: 'Environment variables',
    summary: 'Retrieve a variable; secrets are masked',
    permission: 'environment-variables:read',
    params: EnvironmentVariableParams,
    response: EnvironmentVariable,
    errors: [404],
    handle: async ({ ctx, params }) => getEnvironmentVariable(ctx, params.variableKey),
  }),
  PATCH: operation({
    operationId: 'updateEnvironmentVariable',
    tag: 'Environment variables',
    summary: 'Change a variable; environments that are not named keep their values',
    permission: 'environment-variables:write',
    params: EnvironmentVariableParams,
    body: UpdateEnvironmentVariableBody,
    response: EnvironmentVariable,
    errors: [404],
    handle: async ({ ctx, params, body }) => updateEnvironmentVariable(ctx, params.variableKey, body),
  }),
  DELETE: operation({
    operationId: 'deleteEnvironmentVariable',
    tag: 'Environment variables',
    summary: 'Delete a variable with its values',
    permission: 'environment-variables:write',
    params: EnvironmentVariableParams,
    status: 204,
    errors: [404],
    handle: async ({ ctx, params }) => deleteEnvironmentVariable(ctx, params.variableKey),
  }),
});
