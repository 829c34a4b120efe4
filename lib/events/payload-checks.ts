import type { Ctx } from '#lib/api/context.ts';
import { mayRestart, RestartTransaction } from '#lib/api/restart-transaction.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { type Validated, validated } from '#lib/payload-schemas/validate.ts';
import type { BroadcastBody } from './schema.ts';
import type { DescribedWorkflow } from './triggered-workflow.ts';

export type Check = typeof validated;

/** The results of payload checks by schema and value, for each request that left its transaction to check payloads. */
const results = new WeakMap<Ctx, Map<string, Promise<Validated>>>();

interface Checked {
  body: Pick<BroadcastBody, 'payload'>;
  workflow: DescribedWorkflow | undefined;
}

/**
 * Restarts the request's transaction if payloads must be checked. Call it before a trigger does anything: a check may
 * wait seconds for a thread, and a request with an idempotency key would hold its connection during that wait.
 *
 * @throws RestartTransaction if payloads must be checked first.
 */
export function restartForChecks(ctx: Ctx, events: readonly Checked[]): void {
  if (!mayRestart(ctx)) return;
  const known = results.get(ctx) ?? new Map<string, Promise<Validated>>();
  results.set(ctx, known);
  const open = new Map<string, () => Promise<Validated>>();
  for (const { body, workflow } of events) {
    const schema = workflow && schemaOf(workflow);
    if (!schema) continue;
    const { payload = {} } = body;
    const key = keyOf(schema, payload);
    if (!known.has(key)) open.set(key, () => validated(ctx.environmentId, schema, payload));
  }
  if (open.size === 0) return;
  throw new RestartTransaction(() => {
    for (const [key, check] of open) known.set(key, check());
    return Promise.allSettled(known.values());
  });
}

/**
 * Returns a check that uses the results from outside the request's transaction. For other payloads, it runs the check
 * itself.
 */
export function checkOf(ctx: Ctx): Check {
  const known = results.get(ctx);
  if (!known) return validated;
  return (environmentId, schema, value) => known.get(keyOf(schema, value)) ?? validated(environmentId, schema, value);
}

/** Returns the schema that payloads of a runnable workflow must match. */
function schemaOf({ active, jobs, validatePayload, payloadSchema }: DescribedWorkflow): JsonObject | null {
  return active && jobs.length > 0 && validatePayload ? payloadSchema : null;
}

function keyOf(schema: JsonObject, value: unknown): string {
  return JSON.stringify([schema, value]);
}
