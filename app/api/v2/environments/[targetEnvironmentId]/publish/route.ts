import { operation, route } from '#lib/api/route.ts';
import { publishEnvironment } from '#lib/publishing/publish.ts';
import { PublishBody, PublishResult, TargetParams } from '#lib/publishing/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'publishEnvironment',
    tag: 'Environments',
    summary: 'Publish workflows to another environment',
    description:
      'Writes the named workflows, or all of them, with the layouts that they need. A workflow that exists there stays active or ' +
      'paused; a new one arrives paused if something is missing there. API keys need the right to publish.',
    permission: 'workflows:write',
    params: TargetParams,
    body: PublishBody,
    response: PublishResult,
    errors: [404],
    handle: ({ ctx, params, body }) => publishEnvironment(ctx, params.targetEnvironmentId, body),
  }),
});
