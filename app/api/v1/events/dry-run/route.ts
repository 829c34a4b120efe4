import { operation, route } from '#lib/api/route.ts';
import { dryRunEvent } from '#lib/events/dry-run.ts';
import { DryRunBody, DryRunResult } from '#lib/events/dry-run-schema.ts';
import { EVENTS_BODY_LIMIT_BYTES } from '#lib/events/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  POST: operation({
    operationId: 'dryRunEvent',
    tag: 'Events',
    summary: 'Predict the result of a trigger for one subscriber, without writing or sending',
    permission: 'events:trigger',
    body: DryRunBody,
    bodyLimitBytes: EVENTS_BODY_LIMIT_BYTES,
    response: DryRunResult,
    errors: [400],
    rateLimit: { category: 'trigger' },
    idempotent: false,
    handle: ({ ctx, body }) => dryRunEvent(ctx, body),
  }),
});
