import { operation, route } from '#lib/api/route.ts';
import { CreatedInboxSession, CreateInboxSessionBody } from '#lib/inbox-sessions/schema.ts';
import { createInboxSession } from '#lib/inbox-sessions/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'createInboxSession',
    tag: 'Embedded inbox',
    summary: 'Begin the session of a subscriber in an embedded inbox',
    permission: 'public',
    body: CreateInboxSessionBody,
    status: 201,
    response: CreatedInboxSession,
    errors: [400, 403, 404, 429],
    idempotent: false,
    handle: ({ request, requestId, body }) => createInboxSession(body, request, requestId),
  }),
});
