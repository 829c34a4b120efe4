import { operation, route } from '#lib/api/route.ts';
import { WorkersState } from '#lib/workers/schema.ts';
import { getWorkers } from '#lib/workers/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getWorkers',
    tag: 'Notifications',
    summary: 'Count the living worker processes',
    permission: 'notifications:read',
    response: WorkersState,
    handle: () => getWorkers(),
  }),
});
