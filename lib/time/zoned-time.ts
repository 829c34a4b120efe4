/**
 * Wall-clock times of a time zone, and the instants that they mean. For the server only: browsers may lack `Temporal`.
 */
import { isTimeZone } from '#lib/subscribers/formats.ts';

/** The IANA zone of this name. UTC when there is none. */
export function zoneOf(name: unknown): string {
  return typeof name === 'string' && isTimeZone(name) ? name : 'UTC';
}

/** What a clock in the zone shows. @throws RangeError beyond the range of Date. */
export function wallTime(at: Date, zone: string): Temporal.PlainDateTime {
  return zoned(at, zone).toPlainDateTime();
}

/**
 * The instant at which a clock in the zone shows this time. A time that the clock shows twice means the first one. A
 * time that it skips means the moment at which it continues.
 */
export function instantOf(wall: Temporal.PlainDateTime, zone: string): Date {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return new Date((first.toPlainDateTime().equals(wall) ? first : gapEnd(wall, zone)).epochMilliseconds);
}

/**
 * The wall time after which every clock time lies after `at`. While an hour is repeated, it is the end of the
 * repetition.
 */
export function unrepeatedWallTime(at: Date, zone: string): Temporal.PlainDateTime {
  const shown = zoned(at, zone);
  const wall = shown.toPlainDateTime();
  if (instantOf(wall, zone).getTime() === at.getTime()) return wall;
  return lastChange(shown).subtract({ nanoseconds: 1 }).toPlainDateTime();
}

function gapEnd(wall: Temporal.PlainDateTime, zone: string): Temporal.ZonedDateTime {
  return lastChange(wall.toZonedDateTime(zone, { disambiguation: 'later' }));
}

/** When the clocks last changed, including this very moment. */
function lastChange(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? at;
}

function zoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}
