/** Query strings: parses raw parameters, and provides schemas for their values. */
import { z } from 'zod';
import { storableText } from './text.ts';

export type SearchParams = Record<string, string | (string | string[])[]>;

/** Matches `key[0][]`, one of several groups. */
const GROUP_KEY = /^([^[\]]{1,64})\[(\d{1,3})\]\[\]$/;

/**
 * Parses a query string into raw parameters. `key[]=` is always an array, and so is a repeated key. `key[0][]=` and
 * `key[1][]=` form an array of arrays. The object has no prototype, so no key has a special meaning.
 */
export function parseSearchParams(params: URLSearchParams): SearchParams {
  const parsed: SearchParams = Object.create(null);
  const groups = new Map<string, string[]>();
  for (const [rawKey, value] of params) {
    const groupKey = GROUP_KEY.exec(rawKey)?.[1];
    const group = groups.get(rawKey);
    if (group) group.push(value);
    else if (groupKey !== undefined) {
      const started = [value];
      groups.set(rawKey, started);
      addElement(parsed, groupKey, started);
    } else if (rawKey.endsWith('[]')) addElement(parsed, rawKey.slice(0, -2), value);
    else if (parsed[rawKey] === undefined) parsed[rawKey] = value;
    else addElement(parsed, rawKey, value);
  }
  return parsed;
}

function addElement(parsed: SearchParams, key: string, value: string | string[]): void {
  const earlier = parsed[key];
  if (Array.isArray(earlier)) earlier.push(value);
  else parsed[key] = earlier === undefined ? [value] : [earlier, value];
}

/**
 * Returns the schema of a parameter with one or several values, each listed once. One value becomes an array with one
 * element. An absent parameter stays absent.
 */
export function queryArray<Item extends z.ZodType>(item: Item, { max = 100 }: { max?: number } = {}) {
  const given = z.array(item).max(max, `must contain no more than ${max} elements`);
  return z.preprocess(
    (raw) => (typeof raw === 'string' ? [raw] : raw),
    given.transform((values) => [...new Set(values)]).optional(),
  );
}

/** Returns the schema of a decimal integer from `min` to `max`. An absent parameter has the value `default`. */
export function queryInt({ min, max, default: fallback }: { min: number; max: number; default: number }) {
  return z
    .unknown()
    .optional()
    .transform((raw, ctx): number => {
      if (raw === undefined) return fallback;
      if (typeof raw !== 'string' || !/^-?\d{1,15}$/.test(raw)) {
        ctx.addIssue({ code: 'custom', message: 'must be an integer number' });
        return z.NEVER;
      }
      const value = Number(raw);
      if (value < min) ctx.addIssue({ code: 'custom', message: `must not be less than ${min}` });
      if (value > max) ctx.addIssue({ code: 'custom', message: `must not be greater than ${max}` });
      return value;
    })
    .meta({ type: 'integer', minimum: min, maximum: max, description: `Default ${fallback}.` });
}

/** Returns the schema of the literals `true` and `false`. */
export function queryBoolean() {
  return z
    .unknown()
    .transform((raw, ctx): boolean => {
      if (raw === 'true' || raw === 'false') return raw === 'true';
      ctx.addIssue({ code: 'custom', message: 'must be true or false' });
      return z.NEVER;
    })
    .meta({ type: 'boolean' })
    .optional();
}

/** Returns the schema of a text that is given once. An empty text counts as absent. */
export function queryText(maxLength = 512) {
  return storableText(maxLength)
    .transform((text) => (text === '' ? undefined : text))
    .optional();
}

/**
 * Returns the schema of an exact set of context keys (spec 4.6, 4.8), sorted by UTF-16 units, without duplicates.
 * Absent: no filter. An empty list, written `contextKeys=`: only records without context.
 */
export function queryContextKeys() {
  return queryArray(storableText(512)).transform((keys) => keys?.filter((key) => key !== '').sort());
}
