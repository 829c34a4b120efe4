import { operation, route } from '#lib/api/route.ts';
import { getSystemProblems } from '#lib/system/problems.ts';
import { SystemProblems } from '#lib/system/problems-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSystemProblems',
    tag: 'Health',
    summary: 'The titles of what is red in the system report, at most half a minute old',
    permission: 'system:read',
    callers: ['session'],
    response: SystemProblems,
    handle: ({ ctx }) => getSystemProblems(ctx),
  }),
});
