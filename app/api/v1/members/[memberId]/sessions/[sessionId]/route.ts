import { operation, route } from '#lib/api/route.ts';
import { MemberSessionParams } from '#lib/members/schema.ts';
import { endMemberSession } from '#lib/members/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  DELETE: operation({
    operationId: 'endMemberSession',
    tag: 'Members',
    summary: 'End a session of a member',
    permission: 'members:write',
    callers: ['session'],
    params: MemberSessionParams,
    errors: [404],
    handle: ({ ctx, params }) => endMemberSession(ctx, params.memberId, params.sessionId),
  }),
});
