import { operation, route } from '#lib/api/route.ts';
import { getInvitation } from '#lib/invitations/acceptance.ts';
import { InvitationOffer, InvitationParams, InvitationTokenParams } from '#lib/invitations/schema.ts';
import { revokeInvitation } from '#lib/invitations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getInvitation',
    tag: 'Members',
    summary: 'Retrieve the invitation of a link',
    permission: 'public',
    params: InvitationTokenParams,
    response: InvitationOffer,
    errors: [404],
    handle: ({ params }) => getInvitation(params.invitation),
  }),
  DELETE: operation({
    operationId: 'revokeInvitation',
    tag: 'Members',
    summary: 'Revoke an open invitation',
    permission: 'members:write',
    callers: ['session'],
    params: InvitationParams,
    errors: [404],
    handle: ({ ctx, params }) => revokeInvitation(ctx, params.invitation),
  }),
});
