import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Values } from '#lib/postgres/sql.ts';
import { FINAL_OUTCOMES } from '#lib/reasons/outcome.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { type NotificationFilter, splitByStatus } from './filter.ts';
import { filterStatement, listStatement, planOf, statementName } from './list-plan.ts';
import { LIVE_STATUSES } from './run-statuses.ts';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });

const filters: fc.Arbitrary<NotificationFilter> = fc.record({
  environmentId: fc.string(),
  floor: fc.string(),
  ceiling: fc.string(),
  snapshotIds: optional(fc.array(fc.string(), { minLength: 1, maxLength: 3 })),
  subscriberIds: optional(texts),
  subscriberMatch: optional(fc.record({ emails: texts, subscriberIds: texts, search: fc.string() })),
  transactionIds: optional(texts),
  contextKeys: optional(fc.array(fc.string(), { maxLength: 3 })),
  topicKey: optional(fc.string()),
  subscriptionId: optional(fc.string()),
  outcomes: optional(fc.subarray([...FINAL_OUTCOMES], { minLength: 1 })),
  stepTypes: optional(texts),
  reasons: optional(fc.subarray([...REASON_CODES], { minLength: 1 })),
  live: optional(fc.record({ statuses: fc.subarray([...LIVE_STATUSES], { minLength: 1 }), now: fc.date() })),
});

const INDEXES = [
  'context',
  'live',
  'outcome',
  'reason',
  'snapshot',
  'subscriber',
  'subscription',
  'time',
  'topic',
  'topicContext',
  'topicSubscriber',
  'transaction',
];
const slice = { offset: 3, limit: 4 };

/** Every statement that `query.ts` makes of a filter. */
function statements(filter: NotificationFilter): { name: string; text: string; values: Values }[] {
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
    statement(statementName.filter(filter), (values) => filterStatement(['a'], filter, values, slice)),
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

test('a filter by status and reason becomes filters that one index each can serve', () => {
  const filter = { environmentId: 'e', floor: '0', ceiling: 'g' };
  const split = (...args: [Parameters<typeof splitByStatus>[1], Parameters<typeof splitByStatus>[2]?]) =>
    splitByStatus(filter, ...args).map((part) => {
      const { outcomes, reasons, live } = part;
      return { by: planOf(part), given: outcomes ?? live?.statuses, reasons };
    });
  expect(split(undefined)).toEqual([{ by: 'time' }]);
  expect(split(['failed', 'stuck'])).toEqual([
    { by: 'live', given: ['stuck'] },
    { by: 'outcome', given: ['failed'] },
  ]);
  expect(split(['waiting'])).toEqual([{ by: 'live', given: ['waiting'] }]);
  // Runs that have not ended have no reason.
  expect(split(['waiting'], ['filter'])).toEqual([]);
  expect(split(undefined, ['filter', 'sent'])).toEqual([
    { by: 'reason', reasons: ['filter'] },
    { by: 'outcome', given: ['sent'], reasons: ['sent'] },
  ]);
  expect(split(['failed'], ['sent'])).toEqual([]);
});
