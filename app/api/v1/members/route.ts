import { operation, route } from '#lib/api/route.ts';
import { MemberList } from '#lib/members/schema.ts';
import { listMembers } from '#lib/members/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listMembers',
    tag: 'Members',
    summary: 'List the members of the organization',
    permission: 'members:read',
    callers: ['session'],
    response: MemberList,
    handle: ({ ctx }) => listMembers(ctx),
  }),
});
