/** When a subscriber wants notifications: the opening hours of the weekly schedule in a time zone. */
import { instantOf, wallTime } from '#lib/time/zoned-time.ts';
import type { Schedule } from './schema.ts';
import { CLOSED, DAY_MINUTES, minutesOfDay } from './time-of-day.ts';

/**
 * Whether a schedule allows notifications at a time. A schedule that is absent, switched off or without a week always
 * does. In a week, days that are missing or disabled are closed, and an enabled day without hours is open all day.
 * Hours that end at or before their start end on the next day, and hours that end at 23:59 end with the day. A time
 * that the clocks skip means the moment at which they go on; a time that they show twice means the first one.
 *
 * @param zone the subscriber's, see `zoneOf`.
 */
export function isWithin(schedule: Schedule | null | undefined, at: Date, zone: string): boolean {
  const week = weekOf(schedule);
  if (!week) return true;
  return openings(week, today(at, zone), 1, zone).some(({ start, end }) => start <= at && at < end);
}

/**
 * The first time from `at` on, including `at`, at which a schedule allows notifications. Undefined when it never does.
 */
export function nextOpening(schedule: Schedule | null | undefined, at: Date, zone: string): Date | undefined {
  const week = weekOf(schedule);
  if (!week || isWithin(schedule, at, zone)) return at;
  const starts = openings(week, today(at, zone), HORIZON_DAYS, zone).map(({ start }) => start);
  return starts.filter((start) => start > at).sort((one, other) => +one - +other)[0];
}

/** The hours of the day of `at`, for people: `09:00–12:00, 13:00–17:30`, `all day` or `closed`. */
export function hoursOn(schedule: Schedule | null | undefined, at: Date, zone: string): string {
  const week = weekOf(schedule);
  const ranges = week ? rangesOn(week, today(at, zone)) : [ALL_DAY];
  const texts = ranges.map(([start, end]) =>
    end - start === DAY_MINUTES ? 'all day' : `${clock(start)}–${clock(end)}`,
  );
  return texts.join(', ') || CLOSED;
}

type Week = NonNullable<Schedule['weeklySchedule']>;

/** In minutes since midnight. A range that ends on the next day ends after 24 hours. */
type Range = readonly [start: number, end: number];
const ALL_DAY: Range = [0, DAY_MINUTES];

/** Once a year the clocks may skip the only hours of a week, so two weeks are searched. */
const HORIZON_DAYS = 15;

function weekOf(schedule: Schedule | null | undefined): Week | undefined {
  return schedule?.isEnabled ? schedule.weeklySchedule : undefined;
}

function today(at: Date, zone: string): Temporal.PlainDate {
  return wallTime(at, zone).toPlainDate();
}

/** The opening hours of the previous day, of the day, and of the given number of days after it. */
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
