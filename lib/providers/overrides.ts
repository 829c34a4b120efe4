/**
 * Provider overrides of a trigger or step (`overrides.providers.<id>`), for features of the vendor's API that Belfry's
 * messages do not cover.
 */
import { isObject } from '#lib/json/values.ts';
import { isConnectionHeader } from '#lib/providers/http/connection-headers.ts';

/** The case of the keys in a vendor's API. Overrides can use this case or camelCase. */
export type Casing = 'camel' | 'snake' | 'pascal';

export interface Overridable {
  body: Record<string, unknown>;
  headers: Record<string, string>;
  query: Record<string, string>;
}

/**
 * Merges overrides into a request. Their keys become keys of the body in the vendor's casing. `_passthrough` contains
 * `body`, `headers` and `query`, whose keys stay unchanged. Overrides take precedence over the request. Objects are
 * merged, other values are replaced.
 */
export function withOverrides(
  request: Overridable,
  overrides: Readonly<Record<string, unknown>>,
  casing: Casing,
): Overridable {
  const { _passthrough, ...known } = overrides;
  const raw = isObject(_passthrough) ? _passthrough : {};
  const body = merged(request.body, cased(known, casing) as Record<string, unknown>);
  return {
    body: isObject(raw.body) ? merged(body, raw.body) : body,
    headers: { ...request.headers, ...withoutConnection(texts(raw.headers)) },
    query: { ...request.query, ...texts(raw.query) },
  };
}

function merged(into: Record<string, unknown>, from: Record<string, unknown>): Record<string, unknown> {
  const result = { ...into };
  for (const [key, value] of Object.entries(from)) {
    const before = Object.hasOwn(result, key) ? result[key] : undefined;
    // Defines `__proto__` as an ordinary key.
    Object.defineProperty(result, key, {
      value: isObject(before) && isObject(value) ? merged(before, value) : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return result;
}

function cased(value: unknown, casing: Casing): unknown {
  if (Array.isArray(value)) return value.map((item) => cased(item, casing));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [keyIn(key, casing), cased(inner, casing)]));
}

/** Converts a camelCase key to the vendor's casing. Any other key stays unchanged. */
function keyIn(key: string, casing: Casing): string {
  if (casing === 'camel' || !/^[a-z][A-Za-z0-9]*$/.test(key)) return key;
  if (casing === 'pascal') return key.charAt(0).toUpperCase() + key.slice(1);
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns headers or query values as texts. Omits values with control characters, because a line break would end a
 * header.
 */
function texts(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).map(([key, inner]) => [key, String(inner)] as const);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for them
  return Object.fromEntries(entries.filter(([key, text]) => !/[\x00-\x1f\x7f]/.test(key + text)));
}

function withoutConnection(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isConnectionHeader(name)));
}
