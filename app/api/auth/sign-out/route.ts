import { operation, route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { SignedOut } from '#lib/auth/schema.ts';
import { signOut } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'signOut',
    tag: 'Sessions',
    summary: 'End the current session',
    permission: 'public',
    response: SignedOut,
    errors: [403],
    idempotent: false,
    handle: async ({ request, requestId }) => cookieReply(await signOut(request, requestId)),
  }),
});
