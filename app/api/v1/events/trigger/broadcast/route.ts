import { operation, route } from '#lib/api/route.ts';
import { BroadcastBody, EVENTS_BODY_LIMIT_BYTES, TriggerResult } from '#lib/events/schema.ts';
import { broadcastEvent } from '#lib/events/trigger.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'broadcastEvent',
    tag: 'Events',
    summary: 'Trigger a workflow for every subscriber',
    permission: 'events:trigger',
    body: BroadcastBody,
    bodyLimitBytes: EVENTS_BODY_LIMIT_BYTES,
    status: 201,
    response: TriggerResult,
    errors: [400, 422],
    rateLimit: { category: 'trigger', cost: 'bulk' },
    handle: ({ ctx, body }) => broadcastEvent(ctx, body),
  }),
});
