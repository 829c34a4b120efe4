import fc from 'fast-check';
import { expect } from 'vitest';
import type { IdList, ListFilter, Slice, Source } from '#lib/postgres/id-list.ts';
import { Values } from '#lib/postgres/sql.ts';

type Named = readonly [name: string, textOf: (values: Values) => string];

const SLICE: Slice = { offset: 3, limit: 4 };

/**
 * Creates every statement of a list for many filters. Expects that all statements of one name have the same text, that
 * names are short enough for PostgreSQL, and that every value is used.
 *
 * @param more further statements for a filter.
 */
export function expectOneTextPerName<Filter extends ListFilter, Index extends string, From extends Source>(
  list: IdList<Filter, Index, From>,
  filters: fc.Arbitrary<Filter>,
  more: (filter: Filter, slice: Slice) => readonly Named[],
): void {
  const known = new Map<string, string>();
  const statements = (filter: Filter): Named[] => [
    ...(['DESC', 'ASC'] as const).map(
      (direction): Named => [
        list.nameOf(filter, direction),
        (values) => list.statement(filter, values, { slice: SLICE, direction }),
      ],
    ),
    [list.nameOf(filter), (values) => list.statement(filter, values)],
    ...more(filter, SLICE),
  ];
  const property = fc.property(filters, (filter) => {
    for (const [name, textOf] of statements(filter)) {
      const values = new Values();
      const text = textOf(values);
      expect(known.get(name) ?? text).toBe(text);
      known.set(name, text);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      const used = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      expect([...used].sort((a, b) => a - b)).toEqual(values.list.map((_, index) => index + 1));
    }
  });
  fc.assert(property, { numRuns: 2_000 });
}
