import { ApiError } from '#lib/api/errors.ts';
import { idCeil, idFloor } from '#lib/id.ts';
import { type IdRange, NO_CEILING } from '#lib/postgres/seek.ts';

/**
 * Returns the IDs between two dates, both inclusive (spec 4.8 `after`, `before`). The range never starts before
 * `earliest`. An earlier `after` is not an error.
 *
 * @throws ApiError `bad_request` for an invalid date, or an `after` later than `before`.
 */
export function readPeriod({ after, before }: { after?: string; before?: string }, earliest: Date): IdRange {
  const from = after === undefined ? undefined : readDate('after', after);
  const to = before === undefined ? undefined : readDate('before', before);
  if (from && to && from > to) {
    throw new ApiError(
      'bad_request',
      `Invalid date range: 'after' (${after}) must not be later than 'before' (${before})`,
    );
  }
  return {
    floor: idFloor(from && from > earliest ? from : earliest),
    ceiling: to ? idCeil(to) : NO_CEILING,
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads an ISO 8601 date, in UTC if the text has no zone. */
function readDate(parameter: string, text: string): Date {
  // In a query string, an unescaped plus means a space.
  const plain = text
    .trim()
    .replace(/ (\d{2}:?\d{2})$/, '+$1')
    .replace(',', '.');
  const zoned = DATE.test(plain)
    ? /(?:Z|[+-]\d{2}:?\d{2})$/.test(plain) || !plain.includes('T')
      ? plain
      : `${plain}Z`
    : '';
  const date = new Date(zoned);
  if (zoned === '' || Number.isNaN(date.getTime()) || !isInCalendar(plain)) {
    throw new ApiError(
      'bad_request',
      `Invalid date format for parameter '${parameter}': ${text}. Use ISO 8601, such as 2026-01-31T00:00:00.000Z`,
    );
  }
  return date;
}

/** Whether the date exists. `Date` reads 30 February as 2 March. */
function isInCalendar(text: string): boolean {
  return new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10));
}
