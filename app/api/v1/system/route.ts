import { operation, route } from '#lib/api/route.ts';
import { SystemReport } from '#lib/system/schema.ts';
import { getSystemReport } from '#lib/system/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getSystem',
    tag: 'Health',
    summary: 'Retrieve the state of workers, queue and database, with fixes for problems',
    permission: 'system:read',
    callers: ['session'],
    response: SystemReport,
    handle: ({ ctx }) => getSystemReport(ctx),
  }),
});
