import { ID_PATTERN, idFloor, idTime } from '#lib/id.ts';
import { DAY_MS } from '#lib/time/durations.ts';

/**
 * A range of IDs, from `floor` up to but excluding `ceiling`. It is also a range of time, because IDs start with the
 * time.
 */
export interface IdRange {
  floor: string;
  ceiling: string;
}

/** An upper bound that is greater than every ID, for a range without a `ceiling`. */
export const NO_CEILING = 'g';

/**
 * Returns the part of a range that can contain only this ID. The result is empty if the ID is malformed or outside the
 * range.
 */
export function onlyId({ floor, ceiling }: IdRange, id: string): IdRange {
  const isWithin = ID_PATTERN.test(id) && id >= floor && id < ceiling;
  return isWithin ? { floor: id, ceiling: `${id}0` } : { floor, ceiling: floor };
}

/** The offset from which seeking is faster than reading all rows before the page. */
export const DEEP_OFFSET = 2_000;

const MIN_STEP_MS = 1_000;
const MAX_GROWTH = 16;
const MAX_COUNTS = 24;
/** Factor that shortens the next range a little, because a range that goes past the page must be counted again. */
const CAUTION = 0.95;
/** Factor after a count that stopped at its limit, because the number of rows in the range is then unknown. */
const TOO_FAR = 0.5;

/**
 * Shortens the read of a deep page of a list sorted by ID, newest first. It skips ranges of time that together contain
 * at most `offset` rows. Their rows are only counted, by unordered index-only scans.
 *
 * @param count returns the number of rows in a range, counting up to `most`.
 * @returns where the read starts: a lower ceiling, and the remaining offset below it.
 */
export async function seek(
  { floor, ceiling }: IdRange,
  offset: number,
  count: (range: IdRange, most: number) => Promise<number>,
): Promise<{ ceiling: string; offset: number }> {
  let upper = ceiling;
  let left = offset;
  let stepMs = DAY_MS;
  for (let counts = 0; counts < MAX_COUNTS && left > DEEP_OFFSET && upper > floor; counts++) {
    const lower = earlier(upper, stepMs, floor);
    const most = left + DEEP_OFFSET;
    const found = await count({ floor: lower, ceiling: upper }, most);
    stepMs = Math.max(MIN_STEP_MS, stepMs * (found < most ? growth(found, left) : TOO_FAR));
    if (found > left) continue;
    left -= found;
    upper = lower;
  }
  return { ceiling: upper, offset: left };
}

/** Returns the factor between the last range and the next one, so that the next one ends where the page begins. */
function growth(found: number, left: number): number {
  const wanted = found > left ? left : left - found;
  return found === 0 ? MAX_GROWTH : Math.min(MAX_GROWTH, (CAUTION * wanted) / found);
}

function earlier(id: string, stepMs: number, floor: string): string {
  const from = id < NO_CEILING ? idTime(id).getTime() : Date.now();
  const lower = idFloor(new Date(from - stepMs));
  return lower > floor ? lower : floor;
}
