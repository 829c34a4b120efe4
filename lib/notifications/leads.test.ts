import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Values } from '../sql.ts';
import { filterStatement, leadOf, listStatement, shapeOf } from './leads.ts';
import type { NotificationFilter } from './query.ts';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const texts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });

const filters: fc.Arbitrary<NotificationFilter> = fc.record({
  environmentId: fc.string(),
  floor: fc.string(),
  ceiling: fc.string(),
  kindIds: optional(fc.array(fc.nat(), { minLength: 1, maxLength: 3 })),
  subscriberIds: optional(texts),
  subscriberMatch: optional(fc.record({ emails: texts, subscriberIds: texts, search: fc.string() })),
  transactionIds: optional(texts),
  contextKeys: optional(texts),
  topicKey: optional(fc.string()),
  subscriptionId: optional(fc.string()),
});

function statements(filter: NotificationFilter): { name: string; text: string; values: Values }[] {
  const readings = [
    { slice: { offset: 3, limit: 4 } },
    { slice: { offset: 3, limit: 4 }, direction: 'ASC' as const },
    {},
  ];
  const lists = readings.map((reading, index) => {
    const values = new Values();
    return {
      name: `${index} ${leadOf(filter)} ${shapeOf(filter)}`,
      text: listStatement(filter, values, reading),
      values,
    };
  });
  const values = new Values();
  const text = filterStatement(['a'], filter, values, { offset: 3, limit: 4 });
  return [...lists, { name: `filter ${shapeOf(filter)}`, text, values }];
}

test('one name never has two texts, and every value is used', () => {
  const known = new Map<string, string>();
  fc.assert(
    fc.property(filters, (filter) => {
      for (const { name, text, values } of statements(filter)) {
        expect(known.get(name) ?? text).toBe(text);
        known.set(name, text);
        const used = new Set([...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
        expect([...used].sort((a, b) => a - b)).toEqual(values.list.map((_, index) => index + 1));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('names of statements are short enough for PostgreSQL', () => {
  const everything = 'notifications-count-topicSubscriber ksmtcpu DESC';
  expect(everything.length).toBeLessThan(63);
});
