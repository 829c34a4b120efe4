/** Ends of durations and times of schedules, for the analysis, previews and delivery. */
import { Cron } from 'croner';
import { LRUCache } from 'lru-cache';
import { DAY_MS, HOUR_MS } from './durations.ts';
import { TimeUnit } from './time-unit.ts';
import { instantOf, unrepeatedWallTime, wallTime } from './zoned-time.ts';

export type DurationUnit = TimeUnit | 'years';

/** Units of fixed length. A day is 24 hours, even when the clocks change. */
const ELAPSED_MS: Readonly<Partial<Record<DurationUnit, number>>> = {
  seconds: 1_000,
  minutes: 60_000,
  hours: HOUR_MS,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
};

const MONTHS: Readonly<Partial<Record<DurationUnit, number>>> = { months: 1, years: 12 };

/** The largest number of days that 0 to 12 consecutive months can have. */
const LONGEST_DAYS = [0, 31, 62, 92, 123, 153, 184, 215, 245, 276, 306, 337, 366];

/**
 * Returns the time after a duration, or before `from` if the amount is negative. Seconds to weeks are elapsed time.
 * Months and years follow the calendar of the zone and keep the time of day. If the last month is too short, the result
 * is its last day. A fraction of a month is that fraction of the month in which it falls. Undefined beyond the range of
 * Date, and for an amount that is not a number.
 */
export function timeAfter(from: Date, amount: number, unit: DurationUnit, zone = 'UTC'): Date | undefined {
  const elapsed = ELAPSED_MS[unit];
  const time = elapsed === undefined ? monthsAfter(from, amount * (MONTHS[unit] ?? 0), zone) : +from + amount * elapsed;
  const date = new Date(time);
  return Number.isNaN(+date) ? undefined : date;
}

/** Returns the time after a duration that a user entered. Undefined if the amount or the unit is invalid. */
export function spanEnd(from: Date, amount: unknown, unit: unknown, zone: string): Date | undefined {
  const { data } = TimeUnit.safeParse(unit);
  return typeof amount === 'number' && data ? timeAfter(from, amount, data, zone) : undefined;
}

/** Returns the largest number of days that a duration can last, whenever it begins. */
export function longestDays(amount: number, unit: DurationUnit): number {
  const elapsed = ELAPSED_MS[unit];
  if (elapsed !== undefined) return (amount * elapsed) / DAY_MS;
  const months = Math.max(0, amount * (MONTHS[unit] ?? 0));
  const whole = Math.floor(months);
  const days = (count: number) => Math.floor(count / 12) * 365.25 + (LONGEST_DAYS[count % 12] as number);
  return Math.ceil(days(whole)) + (months > whole ? (months - whole) * 31 : 0);
}

function monthsAfter(from: Date, months: number, zone: string): number {
  const whole = Math.floor(months);
  try {
    const wall = wallTime(from, zone);
    const at = (count: number) => +instantOf(wall.add({ months: count }), zone);
    const start = at(whole);
    return months === whole ? start : start + (months - whole) * (at(whole + 1) - start);
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}

/** The maximum length of a cron expression, in characters. */
export const MAX_CRON_LENGTH = 256;

const crons = new LRUCache<string, { cron: Cron | undefined }>({
  max: 1_000,
  memoMethod: (text) => ({ cron: readCron(text) }),
});

/**
 * Parses a cron expression, in UTC, where clocks never change. It has five fields, or six if it starts with seconds.
 * Undefined if it is invalid.
 */
export function cronOf(expression: string): Cron | undefined {
  return expression.length > MAX_CRON_LENGTH ? undefined : crons.memo(expression).cron;
}

function readCron(expression: string): Cron | undefined {
  // The library also accepts a single time, but that is not a schedule.
  if (/^\s*\d{4}-/.test(expression)) return undefined;
  try {
    return new Cron(expression, { utcOffset: 0, paused: true });
  } catch {
    return undefined;
  }
}

/**
 * Returns the next time of a cron expression after `from` in a zone. Undefined if the expression is invalid or has no
 * next time. A time that the clocks skip occurs at the moment after the gap. A time that the clocks show twice occurs
 * only the first time. An hourly schedule runs every hour, even when the clocks change.
 */
export function nextTime(expression: string, from: Date, zone = 'UTC'): Date | undefined {
  const cron = cronOf(expression);
  if (!cron) return undefined;
  if (isHourly(expression)) return new Cron(expression, { timezone: zone, paused: true }).nextRun(from) ?? undefined;
  const clock = unrepeatedWallTime(from, zone).toZonedDateTime('UTC').epochMilliseconds;
  const next = cron.nextRun(new Date(clock));
  return next ? instantOf(wallTime(next, 'UTC'), zone) : undefined;
}

function isHourly(expression: string): boolean {
  const fields = expression.trim().split(/\s+/);
  const hours = fields.at(fields.length > 5 ? 2 : 1);
  return fields.length === 1 ? /^@hourly$/i.test(expression.trim()) : /^(\*|\*\/1|0-23)$/.test(hours ?? '');
}
