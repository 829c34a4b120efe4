import { operation, route } from '#lib/api/route.ts';
import { getSystemProblems } from '#lib/system/problems.ts';
import { SystemProblems } from '#lib/system/problems-schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSystemProblems',
    tag: 'Health',
    summary: 'List the titles of red findings in the system report, at most 30 seconds old',
    permission: 'system:read',
    callers: ['session'],
    response: SystemProblems,
    handle: ({ ctx }) => getSystemProblems(ctx),
  }),
});
