import { operation, route } from '#lib/api/route.ts';
import { EnvironmentVariableParams, EnvironmentVariableUsage } from '#lib/environment-variables/schema.ts';
import { getEnvironmentVariableUsage } from '#lib/environment-variables/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getEnvironmentVariableUsage',
    tag: 'Environment variables',
    summary: 'List the workflows that read a variable',
    permission: 'environment-variables:read',
    params: EnvironmentVariableParams,
    response: EnvironmentVariableUsage,
    errors: [404],
    handle: async ({ ctx, params }) => getEnvironmentVariableUsage(ctx, params.variableKey),
  }),
});
