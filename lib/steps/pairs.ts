/** Controls that are a list of names with values. */
import { z } from 'zod';
import { needed } from './controls.ts';

/** Clients require both key and value of a pair. */
export const DraftPair = z.looseObject({ key: z.string().default(''), value: z.string().default('') });

export const Pair = z.strictObject({
  key: z.string(needed('The name is missing. Enter one, or remove the line.')).min(1),
  value: z.string().optional(),
});

/** Returns the values by name. Omits pairs without a name. */
export function objectOf(pairs: unknown): Record<string, string> {
  const entries = Array.isArray(pairs) ? pairs.filter(({ key }) => key) : [];
  return Object.fromEntries(entries.map(({ key, value }) => [String(key), String(value ?? '')]));
}
