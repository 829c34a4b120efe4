import { operation, route } from '#lib/api/route.ts';
import { cookieRedirect } from '#lib/auth/cookie-reply.ts';
import { finishProviderSignIn } from '#lib/sign-in-providers/sign-in.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'finishProviderSignIn',
    tag: 'Sessions',
    summary: 'Receive the redirect of a sign-in provider, and redirect to the dashboard or back to the sign-in page',
    permission: 'public',
    status: 303,
    // Called by providers only, with a query that only they know.
    hidden: true,
    handle: async ({ request, requestId }) =>
      cookieRedirect(await finishProviderSignIn(request, requestId, new URL(request.url).searchParams)),
  }),
});
