import { expect, test } from 'vitest';
import { minutesOfDay } from './time-of-day.ts';
import { twelveHourSchedule, twelveHourTime } from './twelve-hour.ts';

test.each([
  ['00:00', '12:00 AM'],
  ['9:05', '09:05 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['12:30 AM', '12:30 AM'],
  ['13:00', '01:00 PM'],
  ['05:30 PM', '05:30 PM'],
  ['23:59', '11:59 PM'],
  ['24:00', '11:59 PM'],
])('%s is %s in 12-hour time', (text, twelve) => expect(twelveHourTime(text)).toBe(twelve));

test('12-hour times mean the same', () => {
  for (let minutes = 0; minutes < 1440; minutes++) {
    const text = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
    expect(minutesOfDay(twelveHourTime(text))).toBe(minutes);
  }
});

test('a schedule keeps its days, also those without hours', () => {
  const weeklySchedule = {
    monday: { isEnabled: true, hours: [{ start: '09:00', end: '17:00' }] },
    tuesday: { isEnabled: true },
    sunday: { isEnabled: false, hours: [] },
  };
  expect(twelveHourSchedule({ isEnabled: false })).toEqual({ isEnabled: false });
  expect(twelveHourSchedule({ isEnabled: true, weeklySchedule })).toEqual({
    isEnabled: true,
    weeklySchedule: { ...weeklySchedule, monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } },
  });
});
