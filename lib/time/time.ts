import { chosenZone } from './reader-zone.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The maximum difference between the clocks of server and reader, in milliseconds. */
const clockSkew = 15_000;

const exact = formatIn({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
/** Three locales, because each abbreviates only the names of some zones: CEST and BST, EDT, AEST. */
const zoneNames = ['en-GB', 'en-US', 'en-AU'].map((locale) => formatIn({ timeZoneName: 'short' }, locale));
const clock = formatIn({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const moment = formatIn({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const shortDate = formatIn({ day: 'numeric', month: 'short' });
const wholeDay = formatIn({ weekday: 'long', day: 'numeric', month: 'short', year: 'numeric' });
const longDate = formatIn({ day: 'numeric', month: 'short', year: 'numeric' });

/**
 * Returns a function that returns the formatter for a time zone, by default the reader's. Formatters are cached,
 * because creating one costs a thousand times more than using it.
 */
export function formatIn(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-GB',
): (zone?: string) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (zone = chosenZone()) => {
    const known = made.get(zone) ?? new Intl.DateTimeFormat(locale, { ...options, ...(zone && { timeZone: zone }) });
    made.set(zone, known);
    return known;
  };
}

/** "20 Nov 2026, 14:05:35 CET", in the given zone or the reader's, with the zone's name. */
export function absoluteTime(value: string, zone?: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : `${exact(zone).format(date)} ${zoneName(date, zone)}`;
}

/** "CET", or "GMT+9" for a zone without an abbreviation. */
function zoneName(date: Date, zone?: string): string {
  const names = zoneNames.map((format) => {
    const parts = format(zone).formatToParts(date);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => !name.startsWith('GMT')) ?? names[0] ?? '';
}

/** "14:05:35", for rows and timelines whose date is shown elsewhere. */
export function clockTime(value: string, zone?: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : clock(zone).format(date);
}

/** "Sunday, 22 Nov 2026", for the start of another day. */
export function dayText(value: string, zone?: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : wholeDay(zone).format(date);
}

/** "20 Nov, 17:43", for the middle of a text. */
export function momentText(value: string, zone?: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : moment(zone).format(date);
}

/** "25 Oct 2026" */
export function dateText(value: string): string {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? value : longDate().format(date);
}

/**
 * "25 Oct", or with the year if it is not the current year. `now` is in milliseconds. `zone` is by default the
 * reader's.
 */
export function shortDateText(value: string, now = Date.now(), zone?: string): string {
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return value;
  return (isSameYear(date, now, zone) ? shortDate : longDate)(zone).format(date);
}

/** Whether two times are in the same year in `zone`, by default the reader's time zone. */
export function isSameYear(one: Date, other: number, zone?: string): boolean {
  const yearOf = (at: Date | number) => longDate(zone).format(at).slice(-4);
  return yearOf(one) === yearOf(other);
}

/**
 * "just now", "4 min ago", "3 h ago", "2 d ago", "in 2 h". For more distant times, the date. `now` is in milliseconds.
 */
export function relativeTime(value: string, now: number): string {
  const date = new Date(value);
  const diff = now - date.getTime();
  if (Number.isNaN(diff)) return value;
  const size = Math.abs(diff);
  if (size < 45_000) return diff < -clockSkew ? 'in a moment' : 'just now';
  if (size < hour) return phrase(diff, `${Math.max(1, Math.floor(size / minute))} min`);
  if (size < day) return phrase(diff, `${Math.floor(size / hour)} h`);
  if (size < 7 * day) return phrase(diff, `${Math.floor(size / day)} d`);
  return shortDateText(value, now);
}

/** "850 ms", "12 s", "4 min", "2 h 5 min", "3 d". */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < minute) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  if (ms < hour) return `${Math.round(ms / minute)} min`;
  if (ms < day) {
    const minutes = Math.round(ms / minute);
    return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  }
  return `${Math.round(ms / day)} d`;
}

/** "just now", "12 s ago", "4 min ago". */
export function agoText(ms: number): string {
  return ms < 1000 ? 'just now' : `${durationText(ms)} ago`;
}

function phrase(diff: number, text: string): string {
  return diff < 0 ? `in ${text}` : `${text} ago`;
}
