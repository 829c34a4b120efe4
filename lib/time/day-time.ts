import { DAY_MS } from './durations.ts';
import { dayText, formatIn, isSameYear, momentText, shortDateText } from './time.ts';

const date = formatIn({ year: 'numeric', month: '2-digit', day: '2-digit' });
const seconds = formatIn({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minutes = formatIn({ hour: '2-digit', minute: '2-digit' });
const weekday = formatIn({ weekday: 'short' });

/**
 * Returns the time of day with its day, as briefly as possible: "12:04:31", "Yesterday 21:29", "Wed 21:29", "3 Nov
 * 21:29", "3 Nov 2025". `now` is in milliseconds. Days begin at midnight in `zone`, by default the reader's zone.
 */
export function dayTime(value: string, now: number, zone?: string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const isOn = (ms: number) => isSameDay(at, ms, zone);
  if (isOn(now)) return seconds(zone).format(at);
  const time = minutes(zone).format(at);
  if (isOn(now - DAY_MS)) return `Yesterday ${time}`;
  if (isOn(now + DAY_MS)) return `Tomorrow ${time}`;
  const age = now - at.getTime();
  if (age > 0 && age < 6 * DAY_MS) return `${weekday(zone).format(at)} ${time}`;
  const day = shortDateText(value, now, zone);
  return isSameYear(at, now, zone) ? `${day} ${time}` : day;
}

/** "21:29", for use next to a day. */
export function hourMinute(value: string, zone?: string): string {
  return minutes(zone).format(new Date(value));
}

/**
 * Formats times for the texts of reasons: `time` for use after "until" or "at", `on` after a verb, `day` after "on".
 */
export interface TextTimes {
  time(iso: string): string;
  on(iso: string): string;
  day(iso: string): string;
}

/**
 * Returns formats for a reader at the time `now` (milliseconds). For today: "23:46" and "at 23:46". For other days: "24
 * Nov, 07:00" and "on 24 Nov, 07:00".
 */
export function timesAt(now: number, zone?: string): TextTimes {
  const time = (iso: string) =>
    isSameDay(iso, now, zone) ? minutes(zone).format(new Date(iso)) : momentText(iso, zone);
  return {
    time,
    on: (iso) => `${isSameDay(iso, now, zone) ? 'at' : 'on'} ${time(iso)}`,
    day: (iso) => shortDateText(iso, now, zone),
  };
}

/** Returns formats that always contain the day, for texts that are read later. */
export function datedTimes(zone?: string): TextTimes {
  const time = (iso: string) => momentText(iso, zone);
  return { time, on: (iso) => `on ${time(iso)}`, day: (iso) => shortDateText(iso, Date.now(), zone) };
}

/**
 * Returns the time since which a state lasts, for the middle of a text: "today 11:54", "yesterday 21:29", "3 Nov", "3
 * Nov 2025".
 */
export function sinceText(value: string, now: number, zone?: string): string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  if (isSameDay(at, now, zone)) return `today ${minutes(zone).format(at)}`;
  if (isSameDay(at, now - DAY_MS, zone)) return `yesterday ${minutes(zone).format(at)}`;
  return shortDateText(value, now, zone);
}

/** Returns the heading of a day in the reader's zone: "Today", "Yesterday", then "Sunday, 22 Nov 2026". `now` in milliseconds. */
export function dayName(value: string, now: number, zone?: string): string {
  if (isSameDay(value, now, zone)) return 'Today';
  return isSameDay(value, now - DAY_MS, zone) ? 'Yesterday' : dayText(value, zone);
}

/** Whether two times are on the same day in `zone`, by default the reader's zone. */
export function isSameDay(one: string | Date, other: string | number, zone?: string): boolean {
  return date(zone).format(new Date(one)) === date(zone).format(new Date(other));
}
