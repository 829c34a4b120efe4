import { operation, route } from '#lib/api/route.ts';
import { Limits } from '#lib/limits/schema.ts';
import { getLimits } from '#lib/limits/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getLimits',
    tag: 'Environments',
    summary: 'Get the limits of the installation',
    permission: 'environments:read',
    callers: ['session'],
    response: Limits,
    handle: () => getLimits(),
  }),
});
