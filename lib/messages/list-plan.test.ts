import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { expectOneTextPerName } from '#testing/id-list.ts';
import type { MessageFilter } from './filter.ts';
import { containing, filterName, messageList, planOf } from './list-plan.ts';
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
  eventKinds: optional(fc.subarray(['bounced', 'opened'], { minLength: 1 })),
  providerIds: optional(texts),
  workflowIds: optional(texts),
  integrationIds: optional(texts),
  slowerThan: optional(fc.constantFrom(...SLOWER_THAN)),
});

const INDEXES = ['channel', 'context', 'notification', 'slow', 'subscriber', 'time', 'transaction', 'unsent'];

test('each statement name has one text and is short enough for PostgreSQL, and every value is used', () => {
  const searches = [{ isOpenOnly: true }, { pattern: 'a', isOpenOnly: true }, { pattern: 'a', isOpenOnly: false }];
  expectOneTextPerName(messageList, filters, (filter) =>
    searches.map(({ pattern, isOpenOnly }) => [
      filterName(filter, { pattern, isOpenOnly }),
      (values) => messageList.filterStatement(['a'], filter, values, { more: containing({ pattern, isOpenOnly }) }),
    ]),
  );
});

test('each index serves a filter', () => {
  const indexes = new Set(fc.sample(filters, 2_000).map(planOf));
  expect([...indexes].sort()).toEqual(INDEXES);
});
