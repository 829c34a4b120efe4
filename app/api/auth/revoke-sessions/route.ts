import { operation, route } from '#lib/api/route.ts';
import { SessionsRevoked } from '#lib/auth/schema.ts';
import { revokeOtherSessions } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'revokeOtherSessions',
    tag: 'Sessions',
    summary: 'End the caller’s sessions except the current session',
    permission: 'authenticated',
    callers: ['session'],
    response: SessionsRevoked,
    handle: async ({ ctx }) => ({ revoked: await revokeOtherSessions(ctx) }),
  }),
});
