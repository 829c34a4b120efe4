import { operation, route } from '#lib/api/route.ts';
import { cookieReply } from '#lib/auth/cookie-reply.ts';
import { acceptInvitation } from '#lib/invitations/acceptance.ts';
import { AcceptInvitationBody, InvitationTokenParams, Joined } from '#lib/invitations/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'acceptInvitation',
    tag: 'Members',
    summary: 'Accept an invitation and sign in',
    permission: 'public',
    params: InvitationTokenParams,
    body: AcceptInvitationBody,
    status: 201,
    response: Joined,
    errors: [401, 404, 409, 429],
    idempotent: false,
    handle: async ({ params, body, request, requestId }) =>
      cookieReply(await acceptInvitation(params.invitation, body, request, requestId), 201),
  }),
});
