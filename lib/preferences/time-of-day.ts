import type { Schedule } from './schema.ts';

/** Returns minutes since midnight for `09:00`, `9:00 AM`, `17:30` or `24:00` (the end of a day). Undefined for other texts. */
export function minutesOfDay(text: string): number | undefined {
  const [, hours, minutes, half] = /^(\d{1,2}):([0-5]\d)\s*([ap]m)?$/i.exec(text.trim()) ?? [];
  if (hours === undefined) return undefined;
  const total = hourOf(Number(hours), half?.toLowerCase()) * 60 + Number(minutes);
  return total <= DAY_MINUTES ? total : undefined;
}

export const DAY_MINUTES = 24 * 60;

/** Returns a time of the day in two digits and 12-hour time: `09:00 AM`, `12:30 PM`. The end of a day is `11:59 PM`. */
export function twelveHourTime(text: string): string {
  const minutes = Math.min(minutesOfDay(text) ?? 0, DAY_MINUTES - 1);
  const hour = Math.floor(minutes / 60);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(hour % 12 || 12)}:${two(minutes % 60)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns a schedule with its times in 12-hour time, as the inbox shows them. */
export function twelveHourSchedule({ isEnabled, weeklySchedule }: Schedule): Schedule {
  if (!weeklySchedule) return { isEnabled };
  const days = Object.entries(weeklySchedule).map(([name, day]) => {
    const hours = day.hours?.map(({ start, end }) => ({ start: twelveHourTime(start), end: twelveHourTime(end) }));
    return [name, { isEnabled: day.isEnabled, ...(hours && { hours }) }];
  });
  return { isEnabled, weeklySchedule: Object.fromEntries(days) };
}

/** The text for a day without hours in the evidence of a reason. */
export const CLOSED = 'closed';

/** Converts an hour to 24-hour time. Accepts `18:00 PM` too. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === 'am') return hour === 12 ? 0 : hour > 12 ? Number.NaN : hour;
  return half === 'pm' && hour < 12 ? hour + 12 : hour;
}
