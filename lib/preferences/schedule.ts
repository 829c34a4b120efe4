/** Decides when a subscriber wants notifications, by the opening hours of the weekly schedule in a time zone. */
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';
import type { Schedule } from './schema.ts';
import { CLOSED, DAY_MINUTES, minutesOfDay } from './time-of-day.ts';

/**
 * Whether a schedule allows notifications at a time. A missing, disabled or empty schedule always allows them. In a week,
 * missing or disabled days are closed, and an enabled day without hours is open all day. Hours that end at or before their
 * start end on the next day, and hours that end at 23:59 end with the day. When clocks change, a skipped time means the
 * moment after the gap, and a repeated time means its first occurrence.
 *
 * @param zone the subscriber's time zone, see `zoneOf`.
 */
export function isWithin(schedule: Schedule | null | undefined, at: Date, zone: string): boolean {
  const week = weekOf(schedule);
  if (!week) return true;
  return openings(week, today(at, zone), 1, zone).some(({ start, end }) => start <= at && at < end);
}

/** Returns the first time, from `at` inclusive, at which a schedule allows notifications. Undefined if it never does. */
export function nextOpening(schedule: Schedule | null | undefined, at: Date, zone: string): Date | undefined {
  const week = weekOf(schedule);
  if (!week || isWithin(schedule, at, zone)) return at;
  const starts = openings(week, today(at, zone), HORIZON_DAYS, zone).map(({ start }) => start);
  return starts.filter((start) => start > at).sort((one, other) => +one - +other)[0];
}

/** Returns the hours of the day of `at` as text: `09:00–12:00, 13:00–17:30`, `all day` or `closed`. */
export function hoursOn(schedule: Schedule | null | undefined, at: Date, zone: string): string {
  const week = weekOf(schedule);
  const ranges = week ? rangesOn(week, today(at, zone)) : [ALL_DAY];
  const texts = ranges.map(([start, end]) =>
    end - start === DAY_MINUTES ? 'all day' : `${clock(start)}–${clock(end)}`,
  );
  return texts.join(', ') || CLOSED;
}

type Week = NonNullable<Schedule['weeklySchedule']>;

/** A range in minutes since midnight. If it ends on the next day, its end is more than 24 hours. */
type Range = readonly [start: number, end: number];
const ALL_DAY: Range = [0, DAY_MINUTES];

/** The number of days to search: two weeks, because the clocks may skip the only hours of a week once a year. */
const HORIZON_DAYS = 15;

function weekOf(schedule: Schedule | null | undefined): Week | undefined {
  return schedule?.isEnabled ? schedule.weeklySchedule : undefined;
}

function today(at: Date, zone: string): Temporal.PlainDate {
  return wallTime(at, zone).toPlainDate();
}

/** Returns the opening hours of the day before `day`, and of `days` days from `day` on. */
function openings(week: Week, day: Temporal.PlainDate, days: number, zone: string): { start: Date; end: Date }[] {
  return Array.from({ length: days + 1 }, (_, at) => day.add({ days: at - 1 })).flatMap((date) =>
    rangesOn(week, date)
      .map(([start, end]) => ({ start: instantAt(date, start, zone), end: instantAt(date, end, zone) }))
      .filter(({ start, end }) => start < end),
  );
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function rangesOn(week: Week, date: Temporal.PlainDate): Range[] {
  const day = week[DAYS[date.dayOfWeek - 1] as (typeof DAYS)[number]];
  if (!day?.isEnabled) return [];
  const ranges = (day.hours ?? []).flatMap(({ start, end }) => rangeOf(minutesOfDay(start), minutesOfDay(end)));
  return ranges.length > 0 ? ranges : [ALL_DAY];
}

function rangeOf(start: number | undefined, end: number | undefined): Range[] {
  if (start === undefined || end === undefined) return [];
  const closing = end === DAY_MINUTES - 1 ? DAY_MINUTES : end;
  return [[start, closing <= start ? closing + DAY_MINUTES : closing]];
}

function instantAt(date: Temporal.PlainDate, minutes: number, zone: string): Date {
  return instantOf(date.toPlainDateTime().add({ minutes }), zone);
}

function clock(minutes: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const ofDay = minutes > DAY_MINUTES ? minutes - DAY_MINUTES : minutes;
  return `${two(Math.floor(ofDay / 60))}:${two(ofDay % 60)}`;
}
