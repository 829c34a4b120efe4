import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { transaction } from '#lib/db.ts';
import { type BulkTriggerBody, TriggerBody, type TriggerResult } from './schema.ts';
import { triggerEvent } from './trigger.ts';

/** Triggers up to 100 events in one transaction. An invalid event gets an error in its place; the others still run. */
export function triggerBulk(ctx: Ctx, { events }: BulkTriggerBody): Promise<TriggerResult[]> {
  return transaction(async () => {
    const results: TriggerResult[] = [];
    for (const event of events) results.push(await triggerOne(ctx, event));
    return results;
  });
}

async function triggerOne(ctx: Ctx, event: BulkTriggerBody['events'][number]): Promise<TriggerResult> {
  const parsed = TriggerBody.safeParse(event);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) =>
      path.length > 0 ? `${path.join('.')}: ${message}` : message,
    );
    return { acknowledged: false, status: 'error', error: problems };
  }
  try {
    return await triggerEvent(ctx, parsed.data);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const details = Array.isArray(error.extra?.errors)
      ? (error.extra.errors as { message: string }[]).map(({ message }) => message)
      : Object.entries(error.errors ?? {}).flatMap(([, { messages }]) => messages);
    return { acknowledged: false, status: 'error', error: details.length > 0 ? details : [error.message] };
  }
}
