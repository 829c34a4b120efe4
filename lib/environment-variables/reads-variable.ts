import { ANY, templateReferences } from '#lib/liquid/references.ts';

/** Whether a text among the controls reads `env.<key>`, or a member of `env` that is known only at rendering. */
export function readsVariable(value: unknown, key: string): boolean {
  const read = variablesRead(value);
  return read.has(key) || read.has(ANY);
}

/** Returns the keys that the texts among the controls read from `env`. A key that is known only at rendering is `*`. */
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

/** Removes the escapes of quotes in the body of an email made of blocks, which is JSON. */
function plain(text: string): string {
  return text.startsWith('{') ? text.replaceAll('\\"', '"') : text;
}
