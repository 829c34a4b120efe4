import { operation, route } from '#lib/api/route.ts';
import { GradualSwitchList } from '#lib/gradual-switch/schema.ts';
import { listGradualSwitches } from '#lib/gradual-switch/service.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'listGradualSwitches',
    tag: 'Integrations',
    summary:
      'List gradual switches of primary integrations, running or ended in the last seven days, with their figures',
    permission: 'integrations:read',
    response: GradualSwitchList,
    handle: ({ ctx }) => listGradualSwitches(ctx),
  }),
});
