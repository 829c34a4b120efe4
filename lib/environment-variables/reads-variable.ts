import { ANY, templateReferences } from '#lib/liquid/references.ts';

/**
 * Whether a text in the controls reads `env.<key>`, or a variable whose name is known only when the template is
 * rendered.
 */
export function readsVariable(value: unknown, key: string): boolean {
  const read = variablesRead(value);
  return read.has(key) || read.has(ANY);
}

/**
 * Returns the keys that the texts in the controls read from `env`. `*` represents a key that is known only when the
 * template is rendered.
 */
export function variablesRead(value: unknown): Set<string> {
  if (typeof value === 'object' && value !== null)
    return new Set(Object.values(value).flatMap((inner) => [...variablesRead(inner)]));
  if (typeof value !== 'string' || !value.includes('env')) return new Set();
  if (!value.includes('{{') && !value.includes('{%')) return new Set();
  const { references } = templateReferences(plain(value));
  return new Set(
    references.flatMap(({ path: [root, name], isLocal }) =>
      !isLocal && root === 'env' && name !== undefined ? [String(name)] : [],
    ),
  );
}

/** Removes the backslashes before quotes in the body of a block-editor email, which is JSON. */
function plain(text: string): string {
  return text.startsWith('{') ? text.replaceAll('\\"', '"') : text;
}
