/** Units of windows and delays (spec 2.9). */
import { z } from 'zod';

export const TIME_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const;
export const TimeUnit = z.enum(TIME_UNITS);
export type TimeUnit = z.infer<typeof TimeUnit>;

/** The schema for the amount of a delay or window in a complete step. */
export const amount = z.int('Enter a whole number.').min(1, 'Enter at least 1.');

/** Returns "2 hours" for controls with an amount and a unit. Empty if one is missing. */
export function spanText({ amount, unit }: Readonly<Record<string, unknown>>): string {
  if (typeof amount !== 'number' || typeof unit !== 'string') return '';
  return `${amount} ${amount === 1 ? unit.replace(/s$/, '') : unit}`;
}
