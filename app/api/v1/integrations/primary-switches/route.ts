import { operation, route } from '#lib/api/route.ts';
import { PrimarySwitchList } from '#lib/integrations/schema.ts';
import { listPrimarySwitches } from '#lib/integrations/set-primary.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listPrimarySwitches',
    tag: 'Integrations',
    summary: 'List changes of primary integrations in the last 24 hours, and whether each can be undone',
    permission: 'integrations:read',
    response: PrimarySwitchList,
    handle: ({ ctx }) => listPrimarySwitches(ctx),
  }),
});
