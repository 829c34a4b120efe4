import { expect, test } from 'vitest';
import { absoluteTime, durationText, relativeTime, shortDateText } from './time.ts';

const now = Date.parse('2026-06-15T12:00:00.000Z');

test.each([
  ['2026-06-15T11:59:40.000Z', 'just now'],
  ['2026-06-15T12:00:05.000Z', 'just now'],
  ['2026-06-15T11:56:10.000Z', '3 min ago'],
  ['2026-06-15T11:00:30.000Z', '59 min ago'],
  ['2026-06-15T09:30:00.000Z', '2 h ago'],
  ['2026-06-12T09:30:00.000Z', '3 d ago'],
  ['2026-06-15T14:30:00.000Z', 'in 2 h'],
  ['not a date', 'not a date'],
])('%s is %s', (value, text) => {
  expect(relativeTime(value, now)).toBe(text);
});

test.each([
  [0, '0 ms'],
  [850, '850 ms'],
  [5200, '5.2 s'],
  [42_000, '42 s'],
  [7_500_000, '2 h 5 min'],
  [259_200_000, '3 d'],
])('%d ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test.each([
  ['2026-10-25T11:00:00.000Z', 'UTC', '25 Oct'],
  ['2025-10-25T11:00:00.000Z', 'UTC', '25 Oct 2025'],
  // In the first zone the new year has begun, in the second it has not.
  ['2025-12-31T23:30:00.000Z', 'Europe/Berlin', '1 Jan'],
  ['2026-01-01T02:00:00.000Z', 'America/New_York', '31 Dec 2025'],
])('%s in %s is %s', (value, zone, text) => {
  expect(shortDateText(value, now, zone)).toBe(text);
});

test.each([
  ['2026-07-01T12:00:00Z', 'Europe/Berlin', '1 Jul 2026, 14:00:00 CEST'],
  ['2026-12-01T12:00:00Z', 'Europe/London', '1 Dec 2026, 12:00:00 GMT'],
  ['2026-07-01T12:00:00Z', 'America/New_York', '1 Jul 2026, 08:00:00 EDT'],
  ['2026-07-01T12:00:00Z', 'Australia/Sydney', '1 Jul 2026, 22:00:00 AEST'],
  ['2026-07-01T12:00:00Z', 'Asia/Tokyo', '1 Jul 2026, 21:00:00 GMT+9'],
  ['2026-07-01T12:00:00Z', 'UTC', '1 Jul 2026, 12:00:00 UTC'],
  ['no time', 'UTC', 'no time'],
])('%s in %s is %s', (value, zone, text) => {
  expect(absoluteTime(value, zone)).toBe(text);
});
