import { operation, route } from '#lib/api/route.ts';
import { OutageList } from '#lib/integrations/schema.ts';
import { listOutages } from '#lib/outages/in-progress.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listOutages',
    tag: 'Integrations',
    summary: 'List the active integrations whose providers do not respond now, with the number of waiting messages',
    permission: 'integrations:read',
    response: OutageList,
    handle: ({ ctx }) => listOutages(ctx),
  }),
});
