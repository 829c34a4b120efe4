import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import type { Random } from './random.ts';

/** The activity of each hour of the day (UTC), for a shop in Western Europe. */
const SHOPPING = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 11, 12, 14, 12, 10, 10, 11, 13, 16, 19, 20, 16, 9, 4];
const OFFICE = [0, 0, 0, 0, 0, 1, 4, 10, 16, 18, 17, 14, 10, 14, 16, 15, 11, 5, 2, 1, 1, 0, 0, 0];
/** Sunday first. */
const SHOPPING_WEEK = [12, 11, 9, 9, 10, 11, 13];
const OFFICE_WEEK = [1, 14, 14, 13, 14, 12, 2];

/** A time within the last `days` days, more likely when people are awake, and a little more likely recently. */
export function shoppingTime(random: Random, now: Date, days: number): Date {
  return busyTime(random, now, days, SHOPPING, SHOPPING_WEEK);
}

export function officeTime(random: Random, now: Date, days: number): Date {
  return busyTime(random, now, days, OFFICE, OFFICE_WEEK);
}

function busyTime(random: Random, now: Date, days: number, hours: number[], week: number[]): Date {
  const most = Math.max(...hours) * Math.max(...week);
  for (;;) {
    const at = new Date(now.getTime() - Math.floor(random.next() ** 1.12 * days * DAY_MS));
    const busy = (hours[at.getUTCHours()] ?? 0) * (week[at.getUTCDay()] ?? 0);
    if (random.next() * most < busy) return at;
  }
}

/** The day after `at`, between 8 and 19 o'clock UTC. */
export function deliveryTime(random: Random, at: Date): Date {
  const midnight = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  return new Date(midnight + DAY_MS * random.int(1, 2) + 8 * HOUR_MS + random.int(0, 11 * HOUR_MS));
}

const dayNames = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' });

/** The weekday, such as "Thursday". Texts contain no dates, because dates would not move with the history. */
export function dayName(at: Date): string {
  return dayNames.format(at);
}
