/** Reads and writes values at dotted control paths (`primaryAction.redirect.url`, `headers.0.value`). */
import type { JsonObject } from '#lib/json/values.ts';
import { asObject } from '#lib/json/values.ts';

/** Returns a copy with one value set. `undefined` removes the key, and objects that become empty. */
export function withValue(values: JsonObject, path: string, value: unknown): JsonObject {
  const [key = '', ...rest] = path.split('.');
  const next = rest.length === 0 ? value : inside(values[key], rest.join('.'), value);
  const { [key]: _, ...others } = values;
  if (next === undefined) return others;
  return Object.hasOwn(values, key) ? { ...values, [key]: next } : { ...others, [key]: next };
}

function inside(branch: unknown, path: string, value: unknown): unknown {
  if (Array.isArray(branch)) {
    const [index = '', ...rest] = path.split('.');
    return branch.map((item, at) =>
      String(at) !== index ? item : rest.length === 0 ? value : inside(item, rest.join('.'), value),
    );
  }
  const next = withValue(asObject(branch), path, value);
  return Object.keys(next).length === 0 ? undefined : next;
}

/** Whether a path equals the parent or is below it. */
export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}
