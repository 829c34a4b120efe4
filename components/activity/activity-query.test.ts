import { expect, test } from 'vitest';
import { type ActivityQuery, activityInput, filterSummary, isFiltered } from './activity-query.ts';

const nothing: ActivityQuery = {
  range: '24h',
  workflow: [],
  channel: [],
  severity: [],
  search: '',
  transaction: '',
  topic: '',
  context: [],
  page: 0,
};

test('the range is anchored, so that pages do not shift', () => {
  const input = activityInput({ ...nothing, page: 2 }, Date.parse('2026-06-15T12:00:00.000Z'));
  expect(input).toMatchObject({ after: '2026-06-14T12:00:00.000Z', before: '2026-06-15T12:00:00.000Z', page: 2 });
});

test('range and page are no filters; everything else is, and is named', () => {
  expect(isFiltered({ ...nothing, range: '7d', page: 3 })).toBe(false);
  const query = { ...nothing, channel: ['email', 'sms'], search: 'jane@' };
  expect(isFiltered(query)).toBe(true);
  expect(filterSummary(query)).toBe('channel email, sms · search “jane@”');
});
