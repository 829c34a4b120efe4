import { operation, route } from '#lib/api/route.ts';
import { ContextTypes } from '#lib/contexts/schema.ts';
import { listContextTypes } from '#lib/contexts/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listContextTypes',
    tag: 'Contexts',
    summary: 'List the types of contexts',
    permission: 'contexts:read',
    response: ContextTypes,
    handle: ({ ctx }) => listContextTypes(ctx),
  }),
});
