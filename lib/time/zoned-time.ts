/**
 * Wall-clock times of a time zone, and their instants. For the server only, because browsers may lack `Temporal`.
 */
import { isTimeZone } from './time-zone.ts';

/** Returns the IANA zone of this name. UTC if there is none. */
export function zoneOf(name: unknown): string {
  return typeof name === 'string' && isTimeZone(name) ? name : 'UTC';
}

/** Returns the time that a clock in the zone shows. @throws RangeError beyond the range of Date. */
export function wallTime(at: Date, zone: string): Temporal.PlainDateTime {
  return zoned(at, zone).toPlainDateTime();
}

/**
 * Returns the instant at which a clock in the zone shows this time. A repeated time means its first occurrence. A
 * skipped time means the moment at which the clock continues.
 */
export function instantOf(wall: Temporal.PlainDateTime, zone: string): Date {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return new Date((first.toPlainDateTime().equals(wall) ? first : gapEnd(wall, zone)).epochMilliseconds);
}

/**
 * Returns the wall time after which every clock time is later than `at`. While an hour is repeated, this is the end of
 * the repetition.
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

/** Returns the last change of the clocks, including one at this very moment. */
function lastChange(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? at;
}

function zoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}
