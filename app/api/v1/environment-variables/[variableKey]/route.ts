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

const one = { tag: 'Environment variables', params: EnvironmentVariableParams, errors: [404] } as const;
export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    ...one,
    operationId: 'getEnvironmentVariable',
    summary: 'Retrieve a variable; secrets are masked',
    permission: 'environment-variables:read',
    response: EnvironmentVariable,
    handle: async ({ ctx, params }) => getEnvironmentVariable(ctx, params.variableKey),
  }),
  PATCH: operation({
    ...one,
    operationId: 'updateEnvironmentVariable',
    summary: 'Change a variable; environments that are not named keep their values',
    permission: 'environment-variables:write',
    body: UpdateEnvironmentVariableBody,
    response: EnvironmentVariable,
    handle: async ({ ctx, params, body }) => updateEnvironmentVariable(ctx, params.variableKey, body),
  }),
  DELETE: operation({
    ...one,
    operationId: 'deleteEnvironmentVariable',
    summary: 'Delete a variable with its values',
    permission: 'environment-variables:write',
    status: 204,
    handle: async ({ ctx, params }) => deleteEnvironmentVariable(ctx, params.variableKey),
  }),
});
