import { operation, route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { SignedIn, SignInBody } from '#lib/auth/schema.ts';
import { signIn } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'signIn',
    tag: 'Sessions',
    summary: 'Sign in with email address and password',
    permission: 'public',
    body: SignInBody,
    response: SignedIn,
    errors: [401, 403, 429],
    idempotent: false,
    handle: async ({ request, requestId, body }) => cookieReply(await signIn(request, requestId, body)),
  }),
});
