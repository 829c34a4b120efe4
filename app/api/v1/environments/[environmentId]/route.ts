import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { deleteEnvironment } from '#lib/environments/deletion.ts';
import { Environment, EnvironmentParams, UpdateEnvironmentBody } from '#lib/environments/schema.ts';
import { updateEnvironment } from '#lib/environments/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PUT: operation({
    operationId: 'updateEnvironment',
    tag: 'Environments',
    summary: 'Change an environment',
    permission: 'environments:write',
    callers: ['session'],
    params: EnvironmentParams,
    body: UpdateEnvironmentBody,
    response: Environment,
    errors: [404],
    handle: ({ ctx, params, body }) => updateEnvironment(ctx, params.environmentId, body),
  }),
  DELETE: operation({
    operationId: 'deleteEnvironment',
    tag: 'Environments',
    summary: 'Delete an environment with everything in it',
    permission: 'environments:write',
    callers: ['session'],
    params: EnvironmentParams,
    response: z.strictObject({}),
    errors: [400, 404],
    handle: async ({ ctx, params }) => {
      await deleteEnvironment(ctx, params.environmentId);
      return {};
    },
  }),
});
