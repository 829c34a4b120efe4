import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIVE_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { FINAL_OUTCOMES } from '#lib/reasons/outcome.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { expectOneTextPerName } from '#testing/id-list.ts';
import { type NotificationFilter, splitByStatus } from './filter.ts';
import { notificationList, planOf } from './list-plan.ts';

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
  recoveryId: optional(fc.string()),
  outcomes: optional(fc.subarray([...FINAL_OUTCOMES], { minLength: 1 })),
  stepTypes: optional(texts),
  isPartial: optional(fc.constant(true as const)),
  reasons: optional(fc.subarray([...REASON_CODES], { minLength: 1 })),
  integrationIds: optional(texts),
  providerIds: optional(texts),
  slowerThan: optional(fc.constantFrom(...SLOWER_THAN)),
  live: optional(fc.record({ statuses: fc.subarray([...LIVE_STATUSES], { minLength: 1 }), now: fc.date() })),
});

const INDEXES = [
  'context',
  'live',
  'outcome',
  'reason',
  'recovery',
  'slow',
  'snapshot',
  'subscriber',
  'subscription',
  'time',
  'topic',
  'topicContext',
  'topicSubscriber',
  'transaction',
];
test('each statement name has one text and is short enough for PostgreSQL, and every value is used', () => {
  expectOneTextPerName(notificationList, filters, (filter, slice) => [
    [
      notificationList.filterName(filter),
      (values) => notificationList.filterStatement(['a'], filter, values, { slice }),
    ],
  ]);
});

test('each index serves a filter', () => {
  const conditions: Partial<NotificationFilter>[] = [
    {},
    { snapshotIds: ['s'] },
    { subscriberIds: ['s'] },
    { transactionIds: ['t'] },
    { contextKeys: ['tenant:a'] },
    { topicKey: 't' },
    { subscriptionId: 's' },
    { recoveryId: 'r' },
    { outcomes: ['failed'] },
    { reasons: ['filter'] },
    { slowerThan: SLOWER_THAN[0] },
    { live: { statuses: ['waiting'], now: new Date(0) } },
  ];
  const pairs = conditions.flatMap((first) => conditions.map((second) => ({ ...first, ...second })));
  const indexes = new Set(pairs.map((pair) => planOf({ environmentId: 'e', floor: '0', ceiling: 'g', ...pair })));
  expect([...indexes].sort()).toEqual(INDEXES);
});

test('a filter by status and reason is divided into filters of one index each', () => {
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
  expect(splitByStatus(filter, ['partly', 'failed'], undefined)).toMatchObject([
    { outcomes: ['sent'], isPartial: true },
    { outcomes: ['failed'] },
  ]);
  // Partly sent runs are sent.
  expect(split(['partly', 'sent'])).toEqual([{ by: 'outcome', given: ['sent'] }]);
});
