import { operation, route } from '#lib/api/route.ts';
import { PasswordReset, PasswordResetParams, ResetPasswordBody } from '#lib/password-resets/schema.ts';
import { getPasswordReset, resetPassword } from '#lib/password-resets/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getPasswordReset',
    tag: 'Members',
    summary: 'Retrieve the member of a password reset link',
    permission: 'public',
    params: PasswordResetParams,
    response: PasswordReset,
    errors: [404],
    handle: ({ params }) => getPasswordReset(params.passwordReset),
  }),
  POST: operation({
    operationId: 'resetPassword',
    tag: 'Members',
    summary: 'Choose a new password',
    permission: 'public',
    params: PasswordResetParams,
    body: ResetPasswordBody,
    errors: [404],
    idempotent: false,
    handle: ({ params, body, request, requestId }) => resetPassword(params.passwordReset, body, request, requestId),
  }),
});
