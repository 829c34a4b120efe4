/** Units of windows and delays (spec 2.9). */
import { z } from 'zod';

export const TIME_UNITS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months'] as const;
export const TimeUnit = z.enum(TIME_UNITS);
export type TimeUnit = z.infer<typeof TimeUnit>;

/** How many units, in a complete step. */
export const amount = z.int('Enter a whole number.').min(1, 'Enter at least 1.');
