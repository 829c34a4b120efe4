import type { Schedule } from './schema.ts';
import { DAY_MINUTES, minutesOfDay } from './time-of-day.ts';

/** Returns a schedule with its times in 12-hour time, as the inbox shows them. */
export function twelveHourSchedule({ isEnabled, weeklySchedule }: Schedule): Schedule {
  if (!weeklySchedule) return { isEnabled };
  const days = Object.entries(weeklySchedule).map(([name, day]) => {
    const hours = day.hours?.map(({ start, end }) => ({ start: twelveHourTime(start), end: twelveHourTime(end) }));
    return [name, { isEnabled: day.isEnabled, ...(hours && { hours }) }];
  });
  return { isEnabled, weeklySchedule: Object.fromEntries(days) };
}

/** Returns a time of the day in two digits and 12-hour time: `09:00 AM`, `12:30 PM`. The end of a day is `11:59 PM`. */
export function twelveHourTime(text: string): string {
  const minutes = Math.min(minutesOfDay(text) ?? 0, DAY_MINUTES - 1);
  const hour = Math.floor(minutes / 60);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(hour % 12 || 12)}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
}
