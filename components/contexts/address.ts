import type { Context, ContextParams } from '#lib/contexts/schema.ts';

/** Returns the dashboard URL of a context. `base` is the environment's (`/production`). */
export function contextAddress(base: string, { type, id }: ContextParams): string {
  return `${base}/contexts/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;
}

/** Returns the key of a context, as runs and preferences store it. */
export function contextKey({ type, id }: ContextParams): string {
  return `${type}:${id}`;
}

/** Returns the name in the data of a context. Undefined if the data has none. */
export function nameIn({ name }: Context['data']): string | undefined {
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined;
}

/**
 * Returns the URL of the list of all records with exactly this context. Runs have the widest range, because counts
 * include all times.
 */
export function recordsAddress(base: string, page: 'subscribers' | 'activity' | 'messages', context: string): string {
  return `${base}/${page}?${new URLSearchParams({ context, ...(page === 'activity' && { range: '90d' }) })}`;
}
