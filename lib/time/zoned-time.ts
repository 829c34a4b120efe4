/**
 * Converts between the wall-clock time of a zone and an instant. Only for the server, because browsers may lack
 * `Temporal`.
 */
import { isTimeZone } from './time-zone.ts';

/** Returns the name if it is a valid IANA zone, otherwise UTC. */
export function zoneOf(name: unknown): string {
  return typeof name === 'string' && isTimeZone(name) ? name : 'UTC';
}

/** Returns the time that a clock in the zone shows. @throws RangeError beyond the range of Date. */
export function wallTime(at: Date, zone: string): Temporal.PlainDateTime {
  return zoned(at, zone).toPlainDateTime();
}

/**
 * Returns the instant at which clocks in the zone show this time. If clocks show it twice, the first time counts. If
 * clocks skip it, the result is the moment after the gap.
 */
export function instantOf(wall: Temporal.PlainDateTime, zone: string): Date {
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return new Date((first.toPlainDateTime().equals(wall) ? first : gapEnd(wall, zone)).epochMilliseconds);
}

/**
 * Returns the wall-clock time from which all later clock times are also later instants than `at`. Usually this is the
 * time at `at`. While clocks repeat an hour, it is the end of the repetition.
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

/** Returns the last change of the clocks up to a moment, including a change at that moment. */
function lastChange(at: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? at;
}

function zoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}
