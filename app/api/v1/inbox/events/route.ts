import { ApiError } from '#lib/api/errors.ts';
import { operation, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'triggerInboxEvent',
    tag: 'Embedded inbox',
    summary: 'Reject a trigger from an inbox that has no environment',
    permission: 'public',
    hidden: true,
    idempotent: false,
    status: 204,
    errors: [400],
    handle: () => {
      throw new ApiError('bad_request', 'A page cannot trigger workflows: call POST /v1/events/trigger on your server');
    },
  }),
});
