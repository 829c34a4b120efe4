/** The `date` filter of Liquid. Time zones and names, which are expensive, are cached. */

import type { Context, FilterImplOptions } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
// Sets the time zone of the process.
import '#lib/env.ts';
import { valueAt } from '#lib/json/values.ts';

/**
 * The key of the rendering time in the variables; templates read the time as `now`. The key is a symbol, which no
 * template can name.
 */
export const RENDERED_AT: unique symbol = Symbol('rendered at');

interface FilterContext {
  context: Context;
}

type DateHandler = (this: FilterContext, value: unknown, format?: unknown, zone?: unknown) => unknown;

/**
 * Returns the filter `date`, which formats as `original` does, and the filters for fixed formats. `zone` is an IANA
 * name, or an offset in minutes as in `Date.getTimezoneOffset`; other values mean UTC. A date without a zone is in the
 * recipient's zone, and is shown in that zone unless the filter names another zone.
 */
export function dateFilters(original: FilterImplOptions): Record<string, DateHandler> {
  const format = (typeof original === 'function' ? original : original.handler) as DateHandler;
  const date: DateHandler = function (value, pattern, zone) {
    const own = zoneOfRecipient(this);
    const { time, isWallTime } = readDate(value, this);
    const at = isWallTime && own ? instantOf(own.format, time) : time;
    if (Number.isNaN(at)) return format.call(this, value, pattern, 0);
    const shown = zone === undefined && isWallTime ? own : zoneNamed(zone);
    const offset = shown ? offsetAt(shown.format, at) : typeof zone === 'number' && Number.isFinite(zone) ? zone : 0;
    const filled =
      typeof pattern === 'string' ? withNames(pattern, new Date(at - offset * MINUTE_MS), shown?.name) : pattern;
    return format.call(this, new Date(at), filled, offset);
  };
  return { date, ...fixedFormats(date) };
}

function fixedFormats(date: DateHandler): Record<string, DateHandler> {
  const day = (month: string): DateHandler =>
    function (value, type, style) {
      if (type !== 'ordinal') return date.call(this, value, `%d ${month} %Y`);
      return date.call(this, value, style === 'US' ? `${month} %-d%q, %Y` : `%-d%q ${month} %Y`);
    };
  const fixed = (pattern: string): DateHandler =>
    function (value) {
      return date.call(this, value, pattern);
    };
  return {
    date_to_string: day('%b'),
    date_to_long_string: day('%B'),
    date_to_xmlschema: fixed('%Y-%m-%dT%H:%M:%S%:z'),
    date_to_rfc822: fixed('%a, %d %b %Y %H:%M:%S %z'),
  };
}

/** Maximum characters of a text that is parsed as a date. */
const LONGEST_DATE = 100;

interface DateRead {
  /** The time in milliseconds. NaN if the value is not a date. A wall time is read as if it were in UTC. */
  time: number;
  /** Whether the date has no zone. */
  isWallTime?: boolean;
}

/** Reads a value that the filters accept as a date. */
function readDate(value: unknown, filter: FilterContext): DateRead {
  if (value === 'now' || value === 'today') return { time: renderedAt(filter) };
  if (typeof value === 'number') return { time: new Date(value * 1000).getTime() };
  if (typeof value !== 'string') return { time: value instanceof Date ? value.getTime() : Number.NaN };
  if (value.length > LONGEST_DATE) return { time: Number.NaN };
  if (/^\d+$/.test(value)) return { time: new Date(Number(value) * 1000).getTime() };
  // A date without a zone is read in the zone of the process, which is UTC.
  return { time: Date.parse(value), isWallTime: !HAS_ZONE.test(value) };
}

/** Matches a zone name that JavaScript reads, or an offset after a time. */
const HAS_ZONE = /(?<![a-z])(?:z|utc?|gmt|[ecmp][sd]t)(?![a-z])|:\d\d(?:[.,]\d+)? ?(?:[ap]m)? ?[+-]\d/i;

/** Returns the time that `now` means: the time of the rendering in the variables, otherwise the current time. */
function renderedAt({ context }: FilterContext): number {
  const { [RENDERED_AT]: at } = context.environments as { [RENDERED_AT]?: Date };
  return at?.getTime() ?? Date.now();
}

interface Zone {
  name: string;
  format: Intl.DateTimeFormat;
}

function zoneNamed(name: unknown): Zone | undefined {
  const format = typeof name === 'string' ? formatOf(name) : undefined;
  return format && { name: name as string, format };
}

function zoneOfRecipient({ context }: FilterContext): Zone | undefined {
  return zoneNamed(valueAt(context.environments, 'subscriber.timezone'));
}

/**
 * Returns the instant at which a clock of the zone shows a wall time. If the clock shows it twice, returns the first
 * instant. If the clock skips it, the instant is later by the skipped duration.
 */
function instantOf(format: Intl.DateTimeFormat, wall: number): number {
  const before = wall + offsetAt(format, wall - DAY_MS) * MINUTE_MS;
  const offset = offsetAt(format, before);
  const after = wall + offset * MINUTE_MS;
  return offsetAt(format, after) === offset ? after : before;
}

/** Cached, because creating a format takes about 50 µs. */
const formats = new LRUCache<string, Intl.DateTimeFormat | 'none'>({ max: 1_000 });

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known === 'none' ? undefined : known;
  const made = makeFormat(zone);
  if (zone.length <= 64) formats.set(zone, made ?? 'none');
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

/**
 * The earliest time whose offset is computed. The format omits the era of earlier years, and `Date.UTC` reads years
 * below 100 as 19xx.
 */
const EARLIEST = Date.UTC(101, 0, 1);

/** Returns the offset in minutes from local time to UTC. */
function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const seconds = Math.floor(Math.max(time, EARLIEST) / 1000);
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = (
    format.format(seconds * 1000).match(/\d+/g) ?? []
  ).map(Number);
  return (seconds - Date.UTC(year, month - 1, day, hour, minute, second) / 1000) / 60;
}

/** A directive of strftime: flags, width, modifier, letter. */
const DIRECTIVE = /%([-_0^#:]+)?(\d+)?([EO])?(.)/g;

/**
 * Replaces plain names of months, days and the zone in the pattern, because strftime would create a format for each
 * name.
 */
function withNames(pattern: string, shown: Date, zone: string | undefined): string {
  if (Number.isNaN(shown.getTime())) return pattern;
  return pattern.replace(DIRECTIVE, (all, flags, width, _modifier, letter: string) => {
    if (letter === 'Z' && zone !== undefined) return zone;
    if (flags !== undefined || width !== undefined) return all;
    return NAMES[letter]?.(shown) ?? all;
  });
}

/** The names of `en-US`. Creating formats for them would slow the start of every process. */
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
