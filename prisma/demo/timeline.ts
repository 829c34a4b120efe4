/**
 * The time in which the demo's history was made. Loading moves the history by whole weeks, so that days of the week and
 * times of day stay the same, and the present is in its last week. Later events are omitted.
 */
import { DAY_MS } from '#lib/time/durations.ts';

const WEEK_MS = 7 * DAY_MS;
const SHOWN_DAYS = 30;

/** A Monday. In the weeks after it no zone of the company's customers in Europe changes its clocks. */
export const HISTORY_START = new Date('2026-01-05T00:00:00.000Z');

/** A loaded history has at least this length, which includes the foundation of the company and its customers. */
export const COMPANY_AT = new Date(HISTORY_START.getTime() + SHOWN_DAYS * DAY_MS);

/** The number of days of the history. */
export const DAYS = SHOWN_DAYS + 7;

export const HISTORY_END = historyTime(DAYS);

/** The distance by which the history moves (milliseconds, whole weeks) so that `now` is in its last week. */
export function moveTo(now: Date): number {
  return Math.floor((now.getTime() - COMPANY_AT.getTime()) / WEEK_MS) * WEEK_MS;
}

/** The time `hours` after the first midnight of day `day`; the first day is 0. */
export function historyTime(day: number, hours = 0): Date {
  return new Date(HISTORY_START.getTime() + day * DAY_MS + hours * 3_600_000);
}
