import { expect, test } from 'vitest';
import { type ActivityQuery, activityInput, isFiltered, isTail, rangeText } from './activity-query.ts';
import { filterSummary } from './filter-summary.ts';

const nothing: ActivityQuery = {
  range: '24h',
  from: '',
  to: '',
  zone: '',
  status: [],
  reason: [],
  side: [],
  workflow: [],
  channel: [],
  severity: [],
  integration: [],
  provider: [],
  slower: '',
  subscriber: [],
  email: '',
  search: '',
  transaction: '',
  topic: '',
  recovery: '',
  context: [],
  page: 0,
};
const until = Date.parse('2026-06-15T12:00:00.000Z');

test('the range is anchored, so that pages do not shift', () => {
  const input = activityInput({ ...nothing, page: 2 }, until);
  expect(input).toMatchObject({ after: '2026-06-14T12:00:00.000Z', before: '2026-06-15T12:00:00.000Z', page: 2 });
});

test('a custom range replaces the preset, and an invalid one is ignored', () => {
  const own = { ...nothing, from: '2026-06-01T10:00:00.000Z', to: '2026-06-01T11:00:00.000Z' };
  expect(activityInput(own, until)).toMatchObject({ after: own.from, before: own.to });
  expect(isTail(own)).toBe(false);
  expect(rangeText({ ...own, zone: 'UTC' }, until)).toBe('1 Jun, 10:00 to 1 Jun, 11:00');
  const open = { ...nothing, from: '2026-06-01T10:00:00.000Z', zone: 'UTC' };
  expect(activityInput(open, until)).toMatchObject({ after: open.from, before: '2026-06-15T12:00:00.000Z' });
  expect(isTail(open)).toBe(true);
  expect(rangeText(open, until)).toBe('1 Jun, 10:00 to now');
  for (const from of ['nonsense', '2027-01-01T00:00:00.000Z']) {
    expect(activityInput({ ...nothing, from }, until)).toMatchObject({ after: '2026-06-14T12:00:00.000Z' });
  }
});

test('every parameter except range, zone and page is a filter with a name', () => {
  expect(isFiltered({ ...nothing, range: '7d', from: '2026-06-01', zone: 'UTC', page: 3 })).toBe(false);
  const query: ActivityQuery = {
    ...nothing,
    status: ['failed'],
    reason: ['no_address'],
    side: ['belfry'],
    workflow: ['w1'],
    channel: ['email', 'sms'],
    search: 'jane@',
  };
  expect(isFiltered(query)).toBe(true);
  expect(filterSummary(query, new Map([['w1', 'Order shipped']]))).toBe(
    'status failed · reason no email address or phone number · caused by belfry · workflow Order shipped · channel Email, SMS · name, email or subscriber ID with “jane@”',
  );
});
