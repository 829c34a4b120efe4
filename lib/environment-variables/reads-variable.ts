import { templateReferences } from '#lib/liquid/references.ts';

/** Whether a text among the controls reads `env.<key>`, or a member of `env` that is known only at rendering. */
export function readsVariable(value: unknown, key: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((inner) => readsVariable(inner, key));
  if (typeof value !== 'string' || !value.includes('env')) return false;
  if (!value.includes('{{') && !value.includes('{%')) return false;
  return templateReferences(plain(value)).references.some(
    ({ path: [root, name], local }) => !local && root === 'env' && (name === key || name === '*'),
  );
}

/** Removes the escapes of quotes in the body of an email made of blocks, which is JSON. */
function plain(text: string): string {
  return text.startsWith('{') ? text.replaceAll('\\"', '"') : text;
}
