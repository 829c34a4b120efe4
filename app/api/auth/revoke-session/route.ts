import { operation, route } from '#lib/api/route.ts';
import { RevokeSessionBody } from '#lib/auth/schema.ts';
import { revokeSession } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'revokeSession',
    tag: 'Sessions',
    summary: 'End one of the caller’s sessions',
    permission: 'authenticated',
    callers: ['session'],
    body: RevokeSessionBody,
    errors: [404],
    handle: ({ ctx, body }) => revokeSession(ctx, body),
  }),
});
