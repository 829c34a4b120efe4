import { expect, test } from 'vitest';
import { dateTimeText, readDateTime } from './date-time-text.ts';

/** This day is a Friday. */
const now = Date.parse('2026-11-27T18:00:00.000Z');
const read = (text: string, isEnd = false) => {
  const ms = readDateTime(text, { zone: 'UTC', now, isEnd });
  return ms === undefined ? undefined : new Date(ms).toISOString().slice(0, 16);
};

test.each([
  ['26 Nov 17:54', '2026-11-26T17:54'],
  ['Nov 26, 17:54', '2026-11-26T17:54'],
  ['26 November 2025, 5:30 pm', '2025-11-26T17:30'],
  ['Thu 26 Nov at 5pm', '2026-11-26T17:00'],
  ['28 Nov', '2025-11-28T00:00'],
  ['yesterday', '2026-11-26T00:00'],
  ['Yesterday 9:05', '2026-11-26T09:05'],
  ['today', '2026-11-27T00:00'],
  ['17:54', '2026-11-27T17:54'],
  ['friday', '2026-11-20T00:00'],
  ['monday 8:00', '2026-11-23T08:00'],
  ['2026-11-26', '2026-11-26T00:00'],
  ['2026-11-26 17:54', '2026-11-26T17:54'],
  ['2026-11-26T17:54:10', '2026-11-26T17:54'],
  ['2026-11-26T17:54:10.123Z', '2026-11-26T17:54'],
  ['2026-11-26T17:54+01:00', '2026-11-26T16:54'],
  ['26.11.2026', '2026-11-26T00:00'],
  ['2 h ago', '2026-11-27T16:00'],
  ['15min ago', '2026-11-27T17:45'],
  ['3 days ago', '2026-11-24T18:00'],
  ['12am', '2026-11-27T00:00'],
  ['now', '2026-11-27T18:00'],
])('“%s” is %s', (text, time) => {
  expect(read(text)).toBe(time);
});

test.each([
  '',
  'soon',
  '31 Feb 2026',
  '11/12/2026',
  '25:00',
  '13pm',
  'May',
  '26',
  'ago',
  '2 months ago',
  '26 Nov 17:54 x',
])('“%s” is not a time', (text) => {
  expect(read(text)).toBeUndefined();
});

test('the end of a range includes its day', () => {
  expect(read('26 Nov', true)).toBe('2026-11-26T23:59');
  expect(read('26 Nov 17:54', true)).toBe('2026-11-26T17:54');
});

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])('the written form is read again (%s)', (zone) => {
  const ms = Date.parse('2026-02-03T04:05:00.000Z');
  expect(readDateTime(dateTimeText(ms, zone), { zone, now })).toBe(ms);
  expect(dateTimeText(Number.NaN, zone)).toBe('');
});

test.each([
  ['26 Nov 17:54', 'America/New_York', '2025-11-26T22:54'],
  ['26 Jun 2026 17:54', 'America/New_York', '2026-06-26T21:54'],
  ['26 Nov 2026 00:00', 'Asia/Kathmandu', '2026-11-25T18:15'],
  // The clocks are put forward at 02:00, so 02:30 does not exist and means an hour later.
  ['29 Mar 2026 02:30', 'Europe/Berlin', '2026-03-29T01:30'],
])('“%s” in %s is %s in UTC', (text, zone, expected) => {
  const ms = readDateTime(text, { zone, now: Date.parse('2026-06-26T21:54:00.000Z') });
  expect(new Date(ms ?? 0).toISOString()).toBe(`${expected}:00.000Z`);
});
