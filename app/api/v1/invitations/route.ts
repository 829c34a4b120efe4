import { operation, route } from '#lib/api/route.ts';
import { CreatedInvitation, CreateInvitationBody, InvitationList } from '#lib/invitations/schema.ts';
import { createInvitation, listInvitations } from '#lib/invitations/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listInvitations',
    tag: 'Members',
    summary: 'List the open invitations',
    permission: 'members:read',
    callers: ['session'],
    response: InvitationList,
    handle: ({ ctx }) => listInvitations(ctx),
  }),
  POST: operation({
    operationId: 'createInvitation',
    tag: 'Members',
    summary: 'Create an invitation link, which is shown once',
    permission: 'members:write',
    callers: ['session'],
    body: CreateInvitationBody,
    status: 201,
    response: CreatedInvitation,
    errors: [409],
    idempotent: false,
    handle: ({ ctx, body }) => createInvitation(ctx, body),
  }),
});
