/** Maximum values that are read in one control. */
const MAX_VALUES = 20_000;

/** Returns every non-empty text in a control, with its dotted path. */
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
