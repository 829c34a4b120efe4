/** Scalars that every wire shape shares. */
import { z } from 'zod';

/** `YYYY-MM-DDTHH:mm:ss.sssZ` */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' });
export type Timestamp = z.infer<typeof Timestamp>;

const ID_PATTERN = /^[0-9a-f]{24}$/i;

/** True for the form of our ids: 24 hexadecimal characters. */
export function isId(value: string): boolean {
  return ID_PATTERN.test(value);
}

/** A path or body id that must have the form of our ids; lower-cased, as stored. */
export const Id = z.string().regex(ID_PATTERN, 'must be 24 hexadecimal characters').toLowerCase();
export type Id = z.infer<typeof Id>;

/** GET /…?page&limit pages by number (spec 4.6, 4.8). */
export const MAX_PAGE = 1_000_000_000;
