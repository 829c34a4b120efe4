import { operation, route } from '#lib/api/route.ts';
import { Member, MemberParams, UpdateMemberBody } from '#lib/members/schema.ts';
import { deleteMember, updateMember } from '#lib/members/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PATCH: operation({
    operationId: 'updateMember',
    tag: 'Members',
    summary: 'Change the role of a member',
    permission: 'members:write',
    callers: ['session'],
    params: MemberParams,
    body: UpdateMemberBody,
    response: Member,
    errors: [404, 409],
    handle: ({ ctx, params, body }) => updateMember(ctx, params.memberId, body),
  }),
  DELETE: operation({
    operationId: 'deleteMember',
    tag: 'Members',
    summary: 'Remove a member',
    permission: 'members:write',
    callers: ['session'],
    params: MemberParams,
    errors: [404, 409],
    handle: ({ ctx, params }) => deleteMember(ctx, params.memberId),
  }),
});
