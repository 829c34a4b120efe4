/** Values at dotted control paths (`primaryAction.redirect.url`, `headers.0.value`). */
import type { JsonObject } from '#lib/api/text.ts';

export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isBranch(value) ? own(value, key) : undefined), values);
}

/** A copy with one value set. `undefined` takes the key away, and with it objects that are left empty. */
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
  const next = withValue(isObject(branch) ? branch : {}, path, value);
  return Object.keys(next).length === 0 ? undefined : next;
}

function own(value: JsonObject | readonly unknown[], key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

function isBranch(value: unknown): value is JsonObject | readonly unknown[] {
  return typeof value === 'object' && value !== null;
}

export function isObject(value: unknown): value is JsonObject {
  return isBranch(value) && !Array.isArray(value);
}

/** `primaryAction` → "Primary action"; the first letter only where a word starts. */
export function humanize(key: string): string {
  const words = key.replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return (words.charAt(0).toUpperCase() + words.slice(1)).replace(/[_-]+/g, ' ');
}

/** Whether a path is another one or lies below it. */
export function isWithin(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`);
}
