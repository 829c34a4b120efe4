import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Values } from '#lib/postgres/sql.ts';
import type { MessageFilter } from './filter.ts';
import { filterStatement, listStatement, planOf, statementName } from './list-plan.ts';
import { MESSAGE_OUTCOMES } from './statuses.ts';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });

const filters: fc.Arbitrary<MessageFilter> = fc.record({
  environmentId: fc.string(),
  floor: fc.string(),
  ceiling: fc.string(),
  channel: optional(fc.constantFrom('email', 'sms')),
  subscriberIds: optional(texts),
  transactionIds: optional(texts),
  contextKeys: optional(texts),
  notificationId: optional(fc.string()),
  statuses: optional(fc.subarray(['sent', 'error', 'warning'], { minLength: 1 })),
  outcomes: optional(fc.subarray([...MESSAGE_OUTCOMES], { minLength: 1 })),
  providerIds: optional(texts),
  workflowIds: optional(texts),
  integrationIds: optional(texts),
});

const INDEXES = ['channel', 'context', 'notification', 'subscriber', 'time', 'transaction', 'unsent'];
const slice = { offset: 3, limit: 4 };

/** Every statement that `query.ts` makes of a filter. */
function statements(filter: MessageFilter): { name: string; text: string; values: Values }[] {
  const statement = (name: string, textOf: (values: Values) => string) => {
    const values = new Values();
    return { name, text: textOf(values), values };
  };
  const list = (direction: 'ASC' | 'DESC') =>
    statement(statementName.list(filter, direction), (values) => listStatement(filter, values, { slice, direction }));
  return [
    list('DESC'),
    list('ASC'),
    statement(statementName.count(filter), (values) => listStatement(filter, values)),
    statement(statementName.filter(filter), (values) => filterStatement(['a'], filter, values)),
    ...[true, false].map((isOpenOnly) =>
      statement(statementName.filter(filter, { pattern: 'a', isOpenOnly }), (values) =>
        filterStatement(['a'], filter, values, { pattern: 'a', isOpenOnly }),
      ),
    ),
  ];
}

test('one name never has two texts and is short enough for PostgreSQL; every value is used', () => {
  const known = new Map<string, string>();
  const indexes = new Set<string>();
  fc.assert(
    fc.property(filters, (filter) => {
      indexes.add(planOf(filter));
      for (const { name, text, values } of statements(filter)) {
        expect(known.get(name) ?? text).toBe(text);
        known.set(name, text);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
        const used = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
        expect([...used].sort((a, b) => a - b)).toEqual(values.list.map((_, index) => index + 1));
      }
    }),
    { numRuns: 2_000 },
  );
  expect([...indexes].sort()).toEqual(INDEXES);
});
