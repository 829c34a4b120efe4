import { operation, route } from '#lib/api/route.ts';
import { SessionList } from '#lib/auth/schema.ts';
import { listSessions } from '#lib/auth/sessions.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listSessions',
    tag: 'Sessions',
    summary: 'List the caller’s open sessions',
    permission: 'authenticated',
    callers: ['session'],
    response: SessionList,
    handle: ({ ctx }) => listSessions(ctx),
  }),
});
