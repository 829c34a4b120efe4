import { operation, route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { ChangePasswordBody, PasswordChanged } from '#lib/auth/schema.ts';
import { changePassword } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'changePassword',
    tag: 'Sessions',
    summary: 'Change the caller’s password',
    permission: 'authenticated',
    callers: ['session'],
    body: ChangePasswordBody,
    response: PasswordChanged,
    errors: [429],
    idempotent: false,
    handle: async ({ ctx, request, body }) => cookieReply(await changePassword(ctx, request, body)),
  }),
});
