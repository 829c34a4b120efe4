import { operation, route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { CurrentSession } from '#lib/auth/schema.ts';
import { getSession } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSession',
    tag: 'Sessions',
    summary: 'Retrieve the current session, or null',
    permission: 'public',
    response: CurrentSession,
    handle: async ({ request }) => cookieReply(await getSession(request)),
  }),
});
