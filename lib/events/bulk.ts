import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { problemTexts } from '#lib/api/error-mapper.ts';
import { ApiError } from '#lib/api/errors.ts';
import { type BulkTriggerBody, TriggerBody, type TriggerResult } from './schema.ts';
import { triggerEvents } from './trigger.ts';

/**
 * Triggers up to 100 events in one transaction. For an invalid event, the result contains an error at its index; the
 * other events still run.
 */
export async function triggerBulk(ctx: Ctx, { events }: BulkTriggerBody): Promise<TriggerResult[]> {
  const parsed = events.map((event) => TriggerBody.safeParse(event));
  const results = await triggerEvents(
    ctx,
    parsed.flatMap(({ data }) => data ?? []),
  );
  return parsed.map(({ error }, at) =>
    error ? invalid(error, events[at]) : resultOf(results.shift() as TriggerResult | ApiError),
  );
}

function invalid(problem: z.ZodError, event: unknown): TriggerResult {
  return { acknowledged: false, status: 'error', error: problemTexts(problem, event) };
}

function resultOf(result: TriggerResult | ApiError): TriggerResult {
  if (!(result instanceof ApiError)) return result;
  const details = Array.isArray(result.extra?.errors)
    ? (result.extra.errors as { message: string }[]).map(({ message }) => message)
    : Object.entries(result.errors ?? {}).flatMap(([, { messages }]) => messages);
  return { acknowledged: false, status: 'error', error: details.length > 0 ? details : [result.message] };
}
