import { operation, route } from '#lib/api/route.ts';
import { CreatedInvitation, InvitationParams } from '#lib/invitations/schema.ts';
import { resendInvitation } from '#lib/invitations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'resendInvitation',
    tag: 'Members',
    summary: 'Replace the link of an open invitation, which may have expired. The new link is shown once',
    permission: 'members:write',
    callers: ['session'],
    params: InvitationParams,
    response: CreatedInvitation,
    errors: [404, 409],
    idempotent: false,
    handle: ({ ctx, params }) => resendInvitation(ctx, params.invitation),
  }),
});
