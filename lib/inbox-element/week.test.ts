// cspell:words sonntag
import { expect, test } from 'vitest';
import {
  clockTime,
  daysInOrder,
  dayText,
  editableWeek,
  endsNextDay,
  furtherHours,
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

test('further hours follow the last ones', () => {
  expect(furtherHours([])).toEqual({ start: '09:00', end: '17:00' });
  expect(furtherHours([{ start: '08:00', end: '12:30' }])).toEqual({ start: '12:30', end: '21:00' });
  expect(furtherHours([{ start: '18:00', end: '23:00' }])).toEqual({ start: '09:00', end: '17:00' });
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
