import type { ProviderErrorKind } from './error-kinds.ts';

/**
 * Creates a lookup of a vendor's codes from a table of error kind → codes, separated by blanks. The lookup returns the kind
 * of a code, or undefined for a code that the table does not contain.
 */
export function codeKinds(
  table: Partial<Record<ProviderErrorKind, string>>,
): (code: string | undefined) => ProviderErrorKind | undefined {
  const kinds = new Map(
    Object.entries(table).flatMap(([kind, codes]) =>
      codes.split(/\s+/).map((code) => [code, kind as ProviderErrorKind] as const),
    ),
  );
  return (code) => (code === undefined ? undefined : kinds.get(code));
}
