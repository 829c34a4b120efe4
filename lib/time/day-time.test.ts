import { expect, test } from 'vitest';
import { datedTimes, dayTime, sinceText, timesAt } from './day-time.ts';

const now = Date.parse('2026-06-15T01:30:00.000Z');

test.each([
  ['2026-06-15T00:04:31.000Z', 'UTC', '00:04:31'],
  ['2026-06-14T21:29:00.000Z', 'UTC', 'Yesterday 21:29'],
  ['2026-06-16T08:00:00.000Z', 'UTC', 'Tomorrow 08:00'],
  ['2026-06-10T21:29:00.000Z', 'UTC', 'Wed 21:29'],
  ['2026-06-08T21:29:00.000Z', 'UTC', '8 Jun 21:29'],
  ['2026-06-20T21:29:00.000Z', 'UTC', '20 Jun 21:29'],
  ['2025-11-03T21:29:00.000Z', 'UTC', '3 Nov 2025'],
  // In this zone, it is still the evening of the 14th.
  ['2026-06-14T21:29:00.000Z', 'America/New_York', '17:29:00'],
  ['2026-06-14T02:29:00.000Z', 'America/New_York', 'Yesterday 22:29'],
  ['not a date', 'UTC', 'not a date'],
])('%s in %s is %s', (value, zone, text) => {
  expect(dayTime(value, now, zone)).toBe(text);
});

test.each([
  ['2026-06-15T00:04:31.000Z', 'UTC', 'today 00:04'],
  ['2026-06-14T21:29:00.000Z', 'UTC', 'yesterday 21:29'],
  ['2026-06-14T21:29:00.000Z', 'America/New_York', 'today 17:29'],
  ['2026-06-10T21:29:00.000Z', 'UTC', '10 Jun'],
  ['2025-11-03T21:29:00.000Z', 'UTC', '3 Nov 2025'],
  ['not a date', 'UTC', 'not a date'],
])('since %s in %s is since %s', (value, zone, text) => {
  expect(sinceText(value, now, zone)).toBe(text);
});

test.each([
  ['2026-06-15T23:46:00.000Z', 'UTC', '23:46', 'at 23:46', '15 Jun'],
  ['2026-06-16T00:10:00.000Z', 'UTC', '16 Jun, 00:10', 'on 16 Jun, 00:10', '16 Jun'],
  ['2026-06-15T03:10:00.000Z', 'America/New_York', '23:10', 'at 23:10', '14 Jun'],
  ['2025-06-15T12:00:00.000Z', 'UTC', '15 Jun, 12:00', 'on 15 Jun, 12:00', '15 Jun 2025'],
])('a text has %s in %s without the day if the day is today', (value, zone, time, on, day) => {
  const times = timesAt(now, zone);
  expect([times.time(value), times.on(value), times.day(value)]).toEqual([time, on, day]);
  expect(datedTimes('UTC').on('2026-06-15T23:46:00.000Z')).toBe('on 15 Jun, 23:46');
});

test('yesterday is the day before, even after a day of 23 hours', () => {
  const afterChange = Date.parse('2026-03-29T21:30:00.000Z');
  expect(dayTime('2026-03-28T22:30:00.000Z', afterChange, 'Europe/Berlin')).toBe('Yesterday 23:30');
});
