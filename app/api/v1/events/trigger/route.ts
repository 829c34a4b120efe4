import { operation, route } from '#lib/api/route.ts';
import { EVENTS_BODY_LIMIT_BYTES, TriggerBody, TriggerResult } from '#lib/events/schema.ts';
import { triggerEvent } from '#lib/events/trigger.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'triggerEvent',
    tag: 'Events',
    summary: 'Trigger a workflow for its recipients',
    permission: 'events:trigger',
    body: TriggerBody,
    bodyLimitBytes: EVENTS_BODY_LIMIT_BYTES,
    status: 201,
    response: TriggerResult,
    errors: [400, 422],
    rateLimit: { category: 'trigger' },
    handle: ({ ctx, body }) => triggerEvent(ctx, body),
  }),
});
