// cspell:words sonntag
import { expect, test } from 'vitest';
import {
  clockTime,
  daysInOrder,
  dayText,
  editableWeek,
  endsNextDay,
  furtherHours,
  overlaps,
  timeText,
  zoneText,
} from './week.ts';

test('days begin as the language does', () => {
  expect(daysInOrder('de')[0]).toBe('monday');
  expect(daysInOrder('en-US')[0]).toBe('sunday');
  expect(daysInOrder('ar-EG')[0]).toBe('saturday');
  expect(new Set(daysInOrder('ar-EG')).size).toBe(7);
  expect([dayText('monday', 'en'), dayText('sunday', 'de')]).toEqual(['Monday', 'Sonntag']);
});

test.each([
  ['09:00 AM', '09:00'],
  ['12:00 AM', '00:00'],
  ['12:30 PM', '12:30'],
  ['11:59 PM', '23:59'],
  ['17:30', '17:30'],
  ['24:00', '00:00'],
])('%s is %s in an input', (text, time) => {
  expect(clockTime(text)).toBe(time);
});

test('a first week proposes working days, and a stored one closes its missing days', () => {
  const first = editableWeek({ isEnabled: false });
  expect(first.monday).toEqual({ isEnabled: true, hours: [{ start: '09:00', end: '17:00' }] });
  expect(first.sunday).toEqual({ isEnabled: false, hours: [] });
  const hours = [{ start: '09:00 AM', end: '12:00 PM' }];
  const stored = editableWeek({
    isEnabled: true,
    weeklySchedule: { tuesday: { isEnabled: true, hours }, friday: { isEnabled: true } },
  });
  expect([stored.monday.isEnabled, stored.tuesday.hours, stored.friday]).toEqual([
    false,
    [{ start: '09:00', end: '12:00' }],
    { isEnabled: true, hours: [] },
  ]);
});

const ranges = (texts: string) =>
  texts.split(' ').flatMap((text) => {
    const [start, end] = text.split('-');
    return start && end ? [{ start, end }] : [];
  });

test.each([
  ['', '09:00-17:00'],
  ['08:00-12:30', '12:30-21:00'],
  ['18:00-23:00', '09:00-17:00'],
  ['09:00-17:00 17:00-21:00', '21:00-00:00'],
  ['13:00-18:00 08:00-12:00', '18:00-21:00'],
  ['09:00-00:00', '00:00-09:00'],
  ['20:00-06:00 00:00-10:00', '10:00-20:00'],
  ['08:00-20:00 09:00-10:00', '20:00-00:00'],
  ['00:00-12:00 12:00-00:00', ''],
  ['10:00-10:00 00:00-10:00', ''],
])('after “%s”, the further hours are “%s”', (given, expected) => {
  const hours = ranges(given);
  const further = furtherHours(hours);
  expect(further).toEqual(ranges(expected)[0]);
  if (further) expect(overlaps([...hours, further], hours.length)).toBe(false);
});

test.each([
  ['09:00-12:00 12:00-17:00', false],
  ['09:00-12:00 11:59-17:00', true],
  ['12:00-17:00 09:00-12:01', true],
  ['22:00-06:00 23:00-23:30', true],
  // The morning belongs to the next day.
  ['22:00-06:00 05:00-07:00', false],
  ['09:00-17:00 09:00-17:00', true],
])('the second range of “%s” overlaps the first: %s', (given, isOverlap) => {
  expect(overlaps(ranges(given), 1)).toBe(isOverlap);
  expect(overlaps(ranges(given), 0)).toBe(false);
});

test.each([
  ['09:00', '17:00', false],
  ['09:00', '00:00', false],
  ['22:00', '06:00', true],
  ['09:00', '09:00', true],
])('hours from %s to %s end on the next day: %s', (start, end, isNextDay) => {
  expect(endsNextDay({ start, end })).toBe(isNextDay);
});

test('times and time zones are texts that people read', () => {
  expect(['en-US', 'de'].map((lang) => timeText('17:05', lang))).toEqual(['5:05 PM', '17:05']);
  expect([zoneText('America/New_York'), zoneText()]).toEqual(['America/New York', 'UTC']);
});
