import type { JsonObject } from '#lib/api/text.ts';

/** What stands at a dotted control path; own properties only. */
export function valueAt(controls: JsonObject, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined,
      controls,
    );
}

/** Values looked at in one control. */
const MAX_VALUES = 20_000;

/** Every text in a control that holds something, with its dotted path. */
export function* textsIn(value: unknown, path: string): Generator<{ path: string; text: string }> {
  const values = [{ value, path }];
  for (let at = 0; at < values.length && at < MAX_VALUES; at++) {
    const next = values[at] as { value: unknown; path: string };
    if (typeof next.value === 'string') {
      if (next.value !== '') yield { path: next.path, text: next.value };
    } else if (typeof next.value === 'object' && next.value !== null) {
      for (const [key, inner] of Object.entries(next.value)) values.push({ value: inner, path: `${next.path}.${key}` });
    }
  }
}
