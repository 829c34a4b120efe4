import { isSecretCredential } from '#lib/providers/catalogue/catalogue.ts';

const MASK = '••••••';
const CHANGED = '•••••• (changed)';

/** Keys at any depth that name a secret. */
const secretName = /password|secret|token|api[-_]?key|webhook[-_]?url|private[-_]?key|authorization|cookie/i;

/**
 * Copies both states of a resource and masks every secret. In `after`, a changed secret is marked as changed, because the mask
 * would hide the change.
 */
export function maskSecrets(before: unknown, after: unknown): { before: unknown; after: unknown } {
  return {
    before: mask(before, undefined, false),
    after: mask(after, before, before !== undefined && before !== null),
  };
}

function mask(value: unknown, earlier: unknown, compare: boolean): unknown {
  if (Array.isArray(value)) return value.map((item, at) => mask(item, property(earlier, String(at)), compare));
  if (value instanceof Date || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const before = property(earlier, key);
      return [key, isSecret(key, inner) ? hidden(inner, before, compare) : mask(inner, before, compare)];
    }),
  );
}

/** Whether a value is secret. Booleans and numbers are never secret, even if their key names a secret. */
function isSecret(key: string, value: unknown): boolean {
  const hasContent = typeof value === 'string' || (typeof value === 'object' && value !== null);
  return hasContent && (isSecretCredential(key) || secretName.test(key));
}

function hidden(value: unknown, before: unknown, compare: boolean): unknown {
  if (value === '') return value;
  return compare && JSON.stringify(value) !== JSON.stringify(before) ? CHANGED : MASK;
}

function property(container: unknown, key: string): unknown {
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, key)) return undefined;
  return (container as Record<string, unknown>)[key];
}
