import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';

/** Returns the age of a message, such as “5 min. ago”. From a week on, returns the date. */
export function ageText(at: Date, now: Date, lang: string): string {
  const age = Math.max(0, now.getTime() - at.getTime());
  if (age >= 7 * DAY_MS) return dateText(at, now, lang);
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
  if (age < MINUTE_MS) return format.format(0, 'second');
  if (age < HOUR_MS) return format.format(-Math.floor(age / MINUTE_MS), 'minute');
  return age < DAY_MS
    ? format.format(-Math.floor(age / HOUR_MS), 'hour')
    : format.format(-Math.floor(age / DAY_MS), 'day');
}

function dateText(at: Date, now: Date, lang: string): string {
  const isThisYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleDateString(lang, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}

/** Returns a future time with its day, such as “Mon, 09:00”. Adds the year if it is not the present one. */
export function momentText(at: Date, now: Date, lang: string): string {
  const isNear = at.getTime() - now.getTime() < 6 * DAY_MS;
  const isToday = at.toDateString() === now.toDateString();
  const date = { day: 'numeric', month: 'short' } as const;
  const isThisYear = at.getFullYear() === now.getFullYear();
  const day = isNear ? ({ weekday: 'short' } as const) : { ...date, ...(!isThisYear && { year: 'numeric' as const }) };
  // Some languages write the hour differently next to a day, so the day is formatted separately.
  const time = at.toLocaleTimeString(lang, { timeStyle: 'short' });
  return isToday ? time : `${at.toLocaleDateString(lang, day)}, ${time}`;
}

/** Returns a time with its date and year. */
export function dateTimeText(at: Date, lang: string, dateStyle: 'medium' | 'full' = 'medium'): string {
  return at.toLocaleString(lang, { dateStyle, timeStyle: 'short' });
}

export interface SnoozePreset {
  key: 'snoozeHour' | 'snoozeEvening' | 'snoozeTomorrow' | 'snoozeWeek';
  at: Date;
}

/** The hour at which days begin for snoozed messages. */
const MORNING = 9;
const EVENING = 18;

/** Returns the times to which a message can be snoozed with one click, in the reader’s time zone. */
export function snoozePresets(now: Date, maxHours: number): SnoozePreset[] {
  const evening = new Date(now.getFullYear(), now.getMonth(), now.getDate(), EVENING);
  const morning = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
  const untilMonday = (8 - now.getDay()) % 7 || 7;
  const presets: SnoozePreset[] = [
    { key: 'snoozeHour', at: new Date(now.getTime() + HOUR_MS) },
    { key: 'snoozeEvening', at: evening },
    { key: 'snoozeTomorrow', at: morning(1) },
    // On a Sunday, Monday is tomorrow.
    { key: 'snoozeWeek', at: morning(untilMonday === 1 ? 8 : untilMonday) },
  ];
  const isUseful = ({ key, at }: SnoozePreset) => key !== 'snoozeEvening' || at.getTime() > now.getTime() + 2 * HOUR_MS;
  return presets.filter((preset) => isUseful(preset) && canSnoozeUntil(preset.at, now, maxHours));
}

/** Whether the server accepts a time: at least a minute ahead, and within the limit of the session. */
export function canSnoozeUntil(at: Date, now: Date, maxHours: number): boolean {
  const ahead = at.getTime() - now.getTime();
  return ahead >= MINUTE_MS && ahead <= maxHours * HOUR_MS;
}

/** Returns a time in the format of `<input type="datetime-local">`. */
export function localInputValue(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
