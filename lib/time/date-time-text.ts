/** Reads and writes times as people type them: "26 Nov 17:54", "yesterday", "2 h ago", ISO 8601. */
import { TZDate } from '@date-fns/tz/date';
import { DAY_MS } from './durations.ts';

interface Options {
  /** The IANA time zone in which the text is read. */
  zone: string;
  /** The current time in milliseconds. */
  now: number;
  /** Whether a day without a time means the last minute of the day. Set for the end of a range. */
  isEnd?: boolean;
}

/** A date and time of day as calendars and clocks show them. Months count from 0. */
export interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** Returns the date and time of day that clocks show in an IANA zone. */
export function wallOf(ms: number, zone: string): Wall {
  const at = new TZDate(ms, zone);
  return {
    year: at.getFullYear(),
    month: at.getMonth(),
    day: at.getDate(),
    hour: at.getHours(),
    minute: at.getMinutes(),
  };
}

/** Returns the time in milliseconds. Days and months beyond their maximum continue in the next month or year. */
export function msOf({ year, month, day, hour, minute }: Wall, zone: string): number {
  return new TZDate(year, month, day, hour, minute, zone).getTime();
}

/** Returns "26 Nov 2026, 17:54", a form that `readDateTime` reads. Empty if `ms` is NaN. */
export function dateTimeText(ms: number, zone: string): string {
  if (Number.isNaN(ms)) return '';
  const { year, month, day, hour, minute } = wallOf(ms, zone);
  const name = MONTHS[month] ?? '';
  return `${day} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}, ${two(hour)}:${two(minute)}`;
}

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Reads a text as a time in milliseconds. A day without a year means the last such day up to today, and a weekday means
 * the last such day before today. Undefined if the text is not a time.
 */
export function readDateTime(text: string, options: Options): number | undefined {
  const { now, zone, isEnd = false } = options;
  const words = text.trim().toLowerCase().replaceAll(',', ' ').split(/\s+/).filter(Boolean);
  if (words.length === 0 || text.length > 64) return undefined;
  if (words.length === 1 && words[0] === 'now') return now;
  const ago = agoOf(words);
  if (ago !== undefined) return now - ago;
  const instant = instantOf(text.trim());
  if (instant !== undefined) return instant;
  const { clock, rest } = splitClock(isoWords(words));
  const day = rest.length === 0 ? clock && wallOf(now, zone) : dayOf(rest, wallOf(now, zone));
  if (!day) return undefined;
  const wall = { ...day, ...(clock ?? (isEnd ? { hour: 23, minute: 59 } : { hour: 0, minute: 0 })) };
  const ms = msOf(wall, zone);
  const read = wallOf(ms, zone);
  // If the day does not exist, such as 31 Feb, the result is another day.
  return read.day === wall.day && read.month === wall.month ? ms : undefined;
}

/** Reads "2 h ago", "15min ago", "3 days ago" as a duration in milliseconds. */
function agoOf(words: readonly string[]): number | undefined {
  if (words.at(-1) !== 'ago') return undefined;
  const parts = /^(\d{1,5})([a-z]+)$/.exec(words.slice(0, -1).join(''));
  const unit = UNITS[(parts?.[2]?.charAt(0) ?? '') as keyof typeof UNITS];
  const isMonth = parts?.[2]?.startsWith('mo');
  return parts && unit && !isMonth ? Number(parts[1]) * unit : undefined;
}

/** Reads an ISO 8601 time that contains a zone. */
function instantOf(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d[t ]\d\d:\d\d/i.test(text) || !/(?:z|[+-]\d\d:?\d\d)$/i.test(text)) return undefined;
  const ms = Date.parse(text.toUpperCase().replace(' ', 'T'));
  return Number.isNaN(ms) ? undefined : ms;
}

/** Separates date and time: "2026-11-26t17:54" becomes two words. */
function isoWords(words: readonly string[]): string[] {
  return words.flatMap((word) => (/^\d{4}-\d\d-\d\dt/.test(word) ? [word.slice(0, 10), word.slice(11)] : [word]));
}

type Clock = Pick<Wall, 'hour' | 'minute'>;

function splitClock(words: readonly string[]): { clock: Clock | undefined; rest: string[] } {
  const joined = words.flatMap((word, at) => {
    if (word === 'at') return [];
    if (word === 'am' || word === 'pm') return [];
    const next = words[at + 1];
    return next === 'am' || next === 'pm' ? [word + next] : [word];
  });
  const found = joined.map(clockOf);
  const at = found.findIndex((clock) => clock !== undefined);
  return { clock: found[at], rest: joined.filter((_, index) => index !== at) };
}

/** Reads "17:54", "17:54:10", "5pm", "5:30pm". */
function clockOf(word: string): Clock | undefined {
  const parts = /^(\d{1,2})(?::(\d\d))?(?::\d\d)?(am|pm)?$/.exec(word);
  if (!parts || (parts[2] === undefined && parts[3] === undefined)) return undefined;
  const [half, given, minute] = [parts[3], Number(parts[1]), Number(parts[2] ?? 0)];
  if (half !== undefined && (given < 1 || given > 12)) return undefined;
  const hour = half === undefined ? given : (given % 12) + (half === 'pm' ? 12 : 0);
  return hour < 24 && minute < 60 ? { hour, minute } : undefined;
}

type Day = Pick<Wall, 'year' | 'month' | 'day'>;

function dayOf(words: readonly string[], today: Wall): Day | undefined {
  const [first = ''] = words;
  if (words.length === 1) return namedDay(first, today) ?? numericDay(first);
  const named = DAYS.includes(first.slice(0, 3)) ? words.slice(1) : words;
  const month = named.findIndex((word) => /^[a-z]{3,9}$/.test(word) && monthOf(word) !== undefined);
  const numbers = named.filter((_, at) => at !== month).map(Number);
  const [day, year] = numbers;
  if (month === -1 || day === undefined || numbers.length > 2 || !numbers.every(Number.isInteger)) return undefined;
  if (year !== undefined && (year < 1970 || year > 9999)) return undefined;
  return {
    year: year ?? latestYear(monthOf(named[month] ?? '') ?? 0, day, today),
    month: monthOf(named[month] ?? '') ?? 0,
    day,
  };
}

/** Reads "today", "yesterday", "monday". */
function namedDay(word: string, today: Wall): Day | undefined {
  const shift = { today: 0, yesterday: -1, tomorrow: 1 }[word] ?? weekdayShift(word, today);
  if (shift === undefined) return undefined;
  const { year, month, day } = wallOf(Date.UTC(today.year, today.month, today.day) + shift * DAY_MS, 'UTC');
  return { year, month, day };
}

function weekdayShift(word: string, today: Wall): number | undefined {
  const weekday = /^[a-z]{3,9}$/.test(word) ? DAYS.indexOf(word.slice(0, 3)) : -1;
  if (weekday === -1) return undefined;
  const now = new Date(Date.UTC(today.year, today.month, today.day)).getUTCDay();
  return -((now - weekday + 7) % 7 || 7);
}

/** Reads "2026-11-26" and "26.11.2026". Other forms of numbers are ambiguous. */
function numericDay(word: string): Day | undefined {
  const iso = /^(\d{4})-(\d\d?)-(\d\d?)$/.exec(word);
  const dotted = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(word);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : dotted ? [dotted[3], dotted[2], dotted[1]] : [];
  return year === undefined ? undefined : { year: Number(year), month: Number(month) - 1, day: Number(day) };
}

function monthOf(word: string): number | undefined {
  const month = MONTHS.indexOf(word.slice(0, 3));
  return month === -1 ? undefined : month;
}

function latestYear(month: number, day: number, today: Wall): number {
  const isLater = month > today.month || (month === today.month && day > today.day);
  return isLater ? today.year - 1 : today.year;
}
