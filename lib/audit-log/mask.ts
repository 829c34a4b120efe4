import { isSecretCredential } from '#lib/providers/catalogue.ts';

const MASK = '••••••';
const CHANGED = '•••••• (changed)';

/** Keys whose name says that they are secret, at any depth. */
const secretName = /password|secret|token|api[-_]?key|webhook[-_]?url|private[-_]?key|authorization|cookie/i;

/**
 * Copies of both states of a record with every secret replaced. In `after`, a secret that changed is marked as changed,
 * because the mask would hide it.
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

/** A flag or a number is not secret, even under a secret's name. */
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
