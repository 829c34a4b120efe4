import { operation, route } from '#lib/api/route.ts';
import { SessionList, SessionsRevoked } from '#lib/auth/schema.ts';
import { MemberParams } from '#lib/members/schema.ts';
import { endMemberSessions, listMemberSessions } from '#lib/members/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listMemberSessions',
    tag: 'Members',
    summary: 'List a member’s open sessions',
    permission: 'members:write',
    callers: ['session'],
    params: MemberParams,
    response: SessionList,
    errors: [404],
    handle: ({ ctx, params }) => listMemberSessions(ctx, params.memberId),
  }),
  DELETE: operation({
    operationId: 'endMemberSessions',
    tag: 'Members',
    summary: 'End all sessions of a member except the current session',
    permission: 'members:write',
    callers: ['session'],
    params: MemberParams,
    response: SessionsRevoked,
    errors: [404],
    handle: async ({ ctx, params }) => ({ revoked: await endMemberSessions(ctx, params.memberId) }),
  }),
});
