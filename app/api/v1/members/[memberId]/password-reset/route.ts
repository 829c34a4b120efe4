import { operation, route } from '#lib/api/route.ts';
import { MemberParams } from '#lib/members/schema.ts';
import { CreatedPasswordReset } from '#lib/password-resets/schema.ts';
import { createPasswordReset } from '#lib/password-resets/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'createPasswordReset',
    tag: 'Members',
    summary: 'Create a link that resets a member’s password. The link is shown once',
    permission: 'members:write',
    callers: ['session'],
    params: MemberParams,
    status: 201,
    response: CreatedPasswordReset,
    errors: [404, 409],
    idempotent: false,
    handle: ({ ctx, params }) => createPasswordReset(ctx, params.memberId),
  }),
});
