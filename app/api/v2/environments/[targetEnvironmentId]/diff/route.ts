import { operation, route } from '#lib/api/route.ts';
import { diffEnvironments } from '#lib/publishing/diff.ts';
import { DiffBody, EnvironmentDiff, TargetParams } from '#lib/publishing/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'diffEnvironment',
    tag: 'Environments',
    summary: 'Compare an environment with another environment',
    description:
      'Lists the changes that publishing each workflow would make in the target, and the items that the target lacks. Changes nothing. ' +
      'API keys need the right to publish.',
    permission: 'workflows:read',
    params: TargetParams,
    body: DiffBody,
    response: EnvironmentDiff,
    errors: [404],
    idempotent: false,
    handle: ({ ctx, params, body }) => diffEnvironments(ctx, params.targetEnvironmentId, body),
  }),
});
