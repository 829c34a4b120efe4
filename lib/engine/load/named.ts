/** Raw statements: one per kind loads the resources that triggers name by ID only, for a whole batch. */

import type { RunNotification } from '#lib/engine/run-context.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { readTogether } from '#lib/postgres/db.ts';

/** The resources that a trigger may name by ID only. */
type Named = Pick<RunNotification, 'actor' | 'context'>;

/**
 * Completes the variables of templates: the actor with the current subscriber, and the contexts that the trigger named
 * without data. Nothing is read for runs without an actor or such contexts.
 */
export async function completeNamed(environmentId: string, runs: readonly Named[]): Promise<void> {
  const actors = await loadActors(environmentId, runs);
  const contexts = await loadContexts(environmentId, runs);
  for (const run of runs) {
    const actor = actors.get(String(run.actor?.subscriberId));
    if (actor) run.actor = actor;
    if (contexts.size > 0) run.context = Object.fromEntries(Object.entries(run.context).map(completeContext));
  }

  function completeContext([type, context]: [string, unknown]): [string, unknown] {
    const data = contexts.get(keyOf(type, context));
    return [type, isBare(context) && data ? { ...context, data } : context];
  }
}

async function loadActors(environmentId: string, runs: readonly Named[]): Promise<Map<string, JsonObject>> {
  const ids = [...new Set(runs.flatMap(({ actor }) => (actor ? [String(actor.subscriberId)] : [])))];
  if (ids.length === 0) return new Map();
  const rows = await readTogether<{ subscriberId: string } & JsonObject>(
    'runs-actors',
    `SELECT subscriber_id AS "subscriberId", first_name AS "firstName", last_name AS "lastName", email, phone, avatar, locale, timezone,
       coalesce(data, '{}') AS data, is_online AS "isOnline",
       to_char(last_online_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "lastOnlineAt"
     FROM subscribers WHERE environment_id = $1 AND subscriber_id = ANY ($2)`,
    [environmentId, ids],
  );
  return new Map(rows.map((row) => [row.subscriberId, row]));
}

async function loadContexts(environmentId: string, runs: readonly Named[]): Promise<Map<string, unknown>> {
  const bare = runs.flatMap(({ context }) => Object.entries(context).filter(([, each]) => isBare(each)));
  if (bare.length === 0) return new Map();
  const rows = await readTogether<{ type: string; key: string; data: unknown }>(
    'runs-contexts',
    `SELECT c.type, c.key, c.data FROM unnest($2::text[], $3::text[]) AS named (type, key)
     JOIN contexts c ON c.environment_id = $1 AND c.type = named.type AND c.key = named.key`,
    [environmentId, bare.map(([type]) => type), bare.map(([, context]) => String((context as { id: unknown }).id))],
  );
  return new Map(rows.map(({ type, key, data }) => [keyOf(type, { id: key }), data]));
}

function isBare(context: unknown): context is { id: unknown; data?: undefined } {
  return typeof context === 'object' && context !== null && 'id' in context && !('data' in context);
}

function keyOf(type: string, context: unknown): string {
  return JSON.stringify([type, (context as { id?: unknown } | null)?.id]);
}
