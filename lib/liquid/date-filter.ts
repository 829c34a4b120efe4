/** The language's `date` filter, with its expensive parts (time zones and names) cached. */
import type { FilterImplOptions } from 'liquidjs';

type DateHandler = (this: unknown, value: unknown, format?: unknown, zone?: unknown) => unknown;

/**
 * Formats as `original` does. `zone` is an IANA name, or an offset in minutes as in `Date.getTimezoneOffset`. Anything
 * else means UTC.
 */
export function dateFilter(original: FilterImplOptions): DateHandler {
  const format = (typeof original === 'function' ? original : original.handler) as DateHandler;
  return function (value, pattern, zone) {
    const time = timeOf(value);
    const named = typeof zone === 'string' ? formatOf(zone) : undefined;
    if (Number.isNaN(time)) return format.call(this, value, pattern, 0);
    const offset = named ? offsetAt(named, time) : typeof zone === 'number' && Number.isFinite(zone) ? zone : 0;
    if (typeof pattern !== 'string') return format.call(this, value, pattern, offset);
    const shown = new Date(time - offset * MINUTE);
    const filled = withNames(pattern, shown, named && (zone as string));
    return format.call(this, value, filled, offset);
  };
}

const MINUTE = 60_000;

/** The milliseconds of a value that the filter accepts as a date, otherwise NaN. */
function timeOf(value: unknown): number {
  if (value === 'now' || value === 'today') return Date.now();
  if (typeof value === 'number') return new Date(value * 1000).getTime();
  if (typeof value === 'string') return new Date(/^\d+$/.test(value) ? Number(value) * 1000 : value).getTime();
  return value instanceof Date ? value.getTime() : Number.NaN;
}

/** Cached, because making a format costs about 50 µs. `null` for a name that is not a zone. */
const formats = new Map<string, Intl.DateTimeFormat | null>();
const FORMATS_MAX = 1000;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known ?? undefined;
  const made = makeFormat(zone);
  if (formats.size >= FORMATS_MAX) formats.clear();
  if (zone.length <= 64) formats.set(zone, made);
  return made ?? undefined;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  const part = 'numeric';
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: part,
      month: part,
      day: part,
      hour: part,
      minute: part,
      second: part,
    });
  } catch {
    return null;
  }
}

/** Earlier years would be written without the era, or taken for years of the last century. */
const EARLIEST = Date.UTC(101, 0, 1);

/** The minutes from local time to UTC. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const seconds = Math.floor(Math.max(time, EARLIEST) / 1000);
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = (
    format.format(seconds * 1000).match(/\d+/g) ?? []
  ).map(Number);
  return (seconds - Date.UTC(year, month - 1, day, hour, minute, second) / 1000) / 60;
}

/** A directive as in strftime: flags, width, modifier, letter. */
const DIRECTIVE = /%([-_0^#:]+)?(\d+)?([EO])?(.)/g;

/**
 * The pattern with its plain names of months, days and the zone filled in. strftime would make a format for each of
 * them.
 */
function withNames(pattern: string, shown: Date, zone: string | undefined): string {
  if (Number.isNaN(shown.getTime())) return pattern;
  return pattern.replace(DIRECTIVE, (all, flags, width, _modifier, letter: string) => {
    if (letter === 'Z' && zone !== undefined) return zone;
    if (flags !== undefined || width !== undefined) return all;
    return NAMES[letter]?.(shown) ?? all;
  });
}

/** As `en-US` has them. Making formats for them would slow the start of every process. */
const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ');
const LONG_DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const SHORT_MONTHS = LONG_MONTHS.map((name) => name.slice(0, 3));
const SHORT_DAYS = LONG_DAYS.map((name) => name.slice(0, 3));

const NAMES: Readonly<Record<string, (date: Date) => string | undefined>> = {
  __proto__: null as never,
  a: (date) => SHORT_DAYS[date.getUTCDay()],
  A: (date) => LONG_DAYS[date.getUTCDay()],
  b: (date) => SHORT_MONTHS[date.getUTCMonth()],
  B: (date) => LONG_MONTHS[date.getUTCMonth()],
  h: (date) => SHORT_MONTHS[date.getUTCMonth()],
};
