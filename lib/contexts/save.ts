/**
 * Saves the contexts that triggers, subscriptions and preferences name. Raw statement: stored data is replaced only if
 * the data differs.
 */

import { query } from '#lib/postgres/db.ts';
import type { ContextInput } from './schema.ts';

/** A context that a caller names. Without `data`, the stored data stays. */
export interface ContextWrite {
  type: string;
  key: string;
  data: Record<string, unknown> | undefined;
}

/** Returns the contexts of a request as rows to save. */
export function contextWrites(context: ContextInput): ContextWrite[] {
  return Object.entries(context).map(([type, value]) =>
    typeof value === 'string' ? { type, key: value, data: undefined } : { type, key: value.id, data: value.data },
  );
}

/** Returns the context keys of a request, sorted. */
export function contextKeysOf(context: ContextInput): string[] {
  return contextWrites(context)
    .map(({ type, key }) => `${type}:${key}`)
    .sort();
}

/** Returns the contexts of keys whose types contain no colon, as a request names them. */
export function contextOf(keys: readonly string[]): ContextInput {
  const pairs = keys.map((key) => [key.slice(0, key.indexOf(':')), key.slice(key.indexOf(':') + 1)] as const);
  return Object.fromEntries(pairs);
}

/**
 * Creates new contexts, and replaces stored data if data is given. All callers write in the same order, to avoid
 * deadlocks.
 *
 * @param keepsData leaves existing contexts unchanged.
 */
export async function saveContexts(
  environmentId: string,
  contexts: ContextWrite[],
  at: Date,
  { keepsData = false }: { keepsData?: boolean } = {},
): Promise<void> {
  for (const { type, key, data } of contexts.toSorted(byKey)) {
    const [what, conflict] = data && !keepsData ? ['replace', REPLACE_DATA] : ['create', 'NOTHING'];
    await query(
      `contexts-${what}`,
      `INSERT INTO contexts (environment_id, type, key, data, created_at, updated_at) VALUES ($1, $2, $3, $4::jsonb, $5, $5)
       ON CONFLICT (environment_id, type, key) DO ${conflict}`,
      [environmentId, type, key, JSON.stringify(data ?? {}), at],
    );
  }
}

const REPLACE_DATA = `UPDATE SET data = excluded.data, updated_at = excluded.updated_at
  WHERE contexts.data <> excluded.data`;

function byKey(...pair: [ContextWrite, ContextWrite]): number {
  const [one = '', other = ''] = pair.map(({ type, key }) => `${type}:${key}`);
  return one < other ? -1 : Number(one > other);
}
