/** The day of a daily quota begins at midnight UTC, for every environment. */
import { DAY_MS } from '#lib/time/durations.ts';

/** Returns the day as the number of days since 1970-01-01, UTC. */
export function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

/** Returns the time at which the next day begins. */
export function nextDay(at: Date): Date {
  return new Date((dayNumber(at) + 1) * DAY_MS);
}
