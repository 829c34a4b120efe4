import { operation, route } from '#lib/api/route.ts';
import { GradualSwitch, SetGradualSwitchBody } from '#lib/gradual-switch/schema.ts';
import { endGradualSwitch, setGradualSwitch } from '#lib/gradual-switch/service.ts';
import { IntegrationParams } from '#lib/integrations/schema.ts';

const shared = {
  tag: 'Integrations',
  params: IntegrationParams,
  permission: 'integrations:write',
  response: GradualSwitch,
} as const;

export const { GET, POST, PUT, PATCH, DELETE } = route({
  PUT: operation({
    ...shared,
    operationId: 'setGradualSwitch',
    summary: 'Start a gradual switch from the primary integration to this integration, or change the share',
    body: SetGradualSwitchBody,
    errors: [400, 404, 409],
    handle: ({ ctx, params, body }) => setGradualSwitch(ctx, params.integrationId, body),
  }),
  DELETE: operation({
    ...shared,
    operationId: 'endGradualSwitch',
    summary: 'End a gradual switch: everything goes through the primary integration again',
    errors: [400, 404],
    handle: ({ ctx, params }) => endGradualSwitch(ctx, params.integrationId),
  }),
});
