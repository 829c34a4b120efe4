import type { ProviderErrorKind } from './error-kinds.ts';

/**
 * What a vendor's codes mean, from a table that lists them by their meaning, with blanks between them. The result gives the
 * meaning of a code, or undefined for one that the table does not have.
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
