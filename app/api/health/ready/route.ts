import { checkReadiness, Readiness } from '#lib/api/readiness.ts';
import { operation, route } from '#lib/api/route.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getReadiness',
    tag: 'Health',
    summary: 'Check that the database is reachable and up to date',
    permission: 'public',
    response: Readiness,
    errors: [503],
    handle: () => checkReadiness(),
  }),
});
