import { operation, route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { ProviderSignInStarted, StartProviderSignInBody } from '#lib/sign-in-providers/schema.ts';
import { startProviderSignIn } from '#lib/sign-in-providers/sign-in.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'startProviderSignIn',
    tag: 'Sessions',
    summary: 'Start a sign-in through a provider, and return the address to open',
    permission: 'public',
    body: StartProviderSignInBody,
    response: ProviderSignInStarted,
    errors: [403, 404, 429],
    idempotent: false,
    handle: async ({ request, body }) => cookieReply(await startProviderSignIn(request, body)),
  }),
});
