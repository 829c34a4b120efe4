/** Schemas of single values that all wire shapes share. */
import { z } from 'zod';

/** A time in the form `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' });
export type Timestamp = z.infer<typeof Timestamp>;

const ID_PATTERN = /^[0-9a-f]{24}$/i;

/** Whether the text has the form of Belfry's IDs: 24 hexadecimal characters. */
export function isId(value: string): boolean {
  return ID_PATTERN.test(value);
}

/** An ID in a path or body. It is converted to lower case, as IDs are stored. */
export const Id = z.string().regex(ID_PATTERN, 'must be 24 hexadecimal characters').toLowerCase();
export type Id = z.infer<typeof Id>;

/** The highest page number of lists with `page` and `limit` (spec 4.6, 4.8). */
export const MAX_PAGE = 1_000_000_000;
