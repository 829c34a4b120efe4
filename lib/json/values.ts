/** JSON values of unchecked shape. */
import { isStorableText } from '#lib/postgres/storable.ts';

/** A JSON object with unchecked values. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value itself if it is an object, otherwise an empty object. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the value of a JSON text. Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the value at a path (`primaryAction.redirect.url`, `headers.0.value`), by own keys only. Undefined if there is
 * none.
 */
export function valueAt(value: unknown, path: string | readonly PropertyKey[]): unknown {
  const keys = typeof path === 'string' ? path.split('.') : path;
  return keys.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}

/** Maximum nesting of a free-form object. */
export const JSON_MAX_DEPTH = 100;

/** Returns the first reason why `value` is not a storable JSON object, or undefined. Walks without recursion. */
export function jsonObjectProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'must be an object';
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > JSON_MAX_DEPTH) return `must not be nested deeper than ${JSON_MAX_DEPTH} levels`;
    const next: object[] = [];
    for (const container of level) {
      const problem = containerProblem(container, next);
      if (problem) return problem;
    }
    level = next;
  }
  return undefined;
}

function containerProblem(container: object, nested: object[]): string | undefined {
  if (Array.isArray(container)) {
    for (const value of container) {
      const problem = valueProblem(value, nested);
      if (problem) return problem;
    }
    return undefined;
  }
  for (const key of Object.keys(container)) {
    if (!isStorableText(key)) return 'must not contain keys with the NUL character or unpaired surrogates';
    const problem = valueProblem((container as JsonObject)[key], nested);
    if (problem) return problem;
  }
  return undefined;
}

function valueProblem(value: unknown, nested: object[]): string | undefined {
  if (typeof value === 'string' && !isStorableText(value)) {
    return 'must not contain text with the NUL character or unpaired surrogates';
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must not contain numbers out of range';
  if (typeof value === 'object' && value !== null) nested.push(value);
  return undefined;
}
