import { z } from 'zod';
import { operation, route } from '#lib/api/route.ts';
import { triggerBulk } from '#lib/events/bulk.ts';
import { BulkTriggerBody, EVENTS_BODY_LIMIT_BYTES, TriggerResult } from '#lib/events/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'triggerEventsInBulk',
    tag: 'Events',
    summary: 'Trigger up to 100 events, with one result per event in the same order',
    permission: 'events:trigger',
    body: BulkTriggerBody,
    bodyLimitBytes: EVENTS_BODY_LIMIT_BYTES,
    status: 201,
    response: z.array(TriggerResult),
    rateLimit: { category: 'trigger', cost: 'bulk' },
    handle: ({ ctx, body }) => triggerBulk(ctx, body),
  }),
});
