import type { Schedule } from '#lib/preferences/schema.ts';

type Week = NonNullable<Schedule['weeklySchedule']>;
export type DayName = keyof Week;
export type Day = NonNullable<Week[DayName]>;
export type Hours = NonNullable<Day['hours']>[number];

const DAYS: readonly DayName[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WORKING = { start: '09:00', end: '17:00' };

/** Returns the days in the order of a language: some weeks begin on Sunday or Saturday. */
export function daysInOrder(lang: string): DayName[] {
  const first = firstDay(lang) % 7;
  return [...DAYS.slice(first), ...DAYS.slice(0, first)];
}

/** Returns 1 for Monday to 7 for Sunday. */
function firstDay(lang: string): number {
  try {
    const locale = new Intl.Locale(lang) as Intl.Locale & { getWeekInfo?(): { firstDay: number } };
    return locale.getWeekInfo?.().firstDay ?? 1;
  } catch {
    return 1;
  }
}

/** Returns the name of a day in a language. */
export function dayText(day: DayName, lang: string): string {
  // 4 January 1970 was a Sunday.
  const at = new Date(Date.UTC(1970, 0, 4 + DAYS.indexOf(day)));
  return at.toLocaleDateString(lang, { weekday: 'long', timeZone: 'UTC' });
}

/** Returns a time such as `05:30 PM` in the format of `<input type="time">`: `17:30`. */
export function clockTime(text: string): string {
  const [, hour = '0', minute = '00', half = ''] = /^(\d{1,2}):(\d\d) ?([AP]M)?$/i.exec(text) ?? [];
  const isAfternoon = half.toLowerCase() === 'pm';
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour) % 24;
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Returns the schedule with times for inputs, and with all seven days once it is on: missing days are closed. */
export function editableWeek({ weeklySchedule }: Schedule): Record<DayName, Day> {
  const days = DAYS.map((name): [DayName, Day] => {
    const { isEnabled, hours = [] } = weeklySchedule?.[name] ?? proposed(name, weeklySchedule);
    return [
      name,
      { isEnabled, hours: hours.map(({ start, end }) => ({ start: clockTime(start), end: clockTime(end) })) },
    ];
  });
  return Object.fromEntries(days) as Record<DayName, Day>;
}

/** Returns the proposed day. Without a week, working days are open. In a week, a missing day is closed. */
function proposed(name: DayName, week: Week | undefined): Day {
  const isWorking = week === undefined && name !== 'saturday' && name !== 'sunday';
  return { isEnabled: isWorking, hours: isWorking ? [WORKING] : [] };
}

const MIDNIGHT = '24:00';

/** Returns the proposal for a further range of a day: working hours, or the last free time. Undefined without free time. */
export function furtherHours(hours: readonly Hours[]): Hours | undefined {
  let found: Hours | undefined;
  let start = '00:00';
  for (const next of [...hours.toSorted((a, b) => (a.start < b.start ? -1 : 1)), { start: MIDNIGHT, end: '' }]) {
    if (start <= WORKING.start && next.start >= WORKING.end) return { ...WORKING };
    if (start < next.start) found = { start, end: next.start };
    const end = endOnDay(next);
    if (start < end) start = end;
  }
  if (found?.end === MIDNIGHT) found.end = found.start < '20:00' ? '21:00' : '00:00';
  return found;
}

/** Whether a range of a day shares time with an earlier range in the list. */
export function overlaps(hours: readonly Hours[], index: number): boolean {
  return hours.slice(0, index).some((other) => {
    const range = hours[index] ?? other;
    return other.start < endOnDay(range) && range.start < endOnDay(other);
  });
}

/** Returns the time at which a range ends on the day of its start. */
function endOnDay({ start, end }: Hours): string {
  return end <= start ? MIDNIGHT : end;
}

/**
 * Whether hours continue after midnight. For the engine, hours that end at or before their start end on the next day.
 */
export function endsNextDay({ start, end }: Hours): boolean {
  return end <= start && end !== '00:00';
}

/** Returns the time of an input, such as `17:00`, as the language writes it. */
export function timeText(time: string, lang: string): string {
  const at = new Date(`1970-01-01T${time}Z`);
  return at.toLocaleTimeString(lang, { timeStyle: 'short', timeZone: 'UTC' });
}

/** Returns a time zone as people read it: `America/New York`. */
export function zoneText(zone = 'UTC'): string {
  return zone.replaceAll('_', ' ');
}
