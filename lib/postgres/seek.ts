import { ID_PATTERN, idFloor, idTime } from '#lib/id.ts';

/** Ids from `floor` up to but excluding `ceiling`: a range of time. */
export interface IdRange {
  floor: string;
  ceiling: string;
}

/** Greater than every id: the `ceiling` of a range without an upper bound. */
export const NO_CEILING = 'g';

/** The part of a range that can have only this id: nothing where the range does not, or where no id is like it. */
export function onlyId({ floor, ceiling }: IdRange, id: string): IdRange {
  const isWithin = ID_PATTERN.test(id) && id >= floor && id < ceiling;
  return isWithin ? { floor: id, ceiling: `${id}0` } : { floor, ceiling: floor };
}

/** Seeking pays off for pages that begin after this offset. */
export const DEEP_OFFSET = 2_000;

const DAY_MS = 86_400_000;
const LEAST_STEP_MS = 1_000;
const MOST_GROWTH = 16;
const MOST_COUNTS = 24;
/** Aims a little short of the page, because overshooting means counting again. */
const CAUTION = 0.95;
/** The factor when the count stopped at its bound, so it is unknown how far the range goes beyond the page. */
const TOO_FAR = 0.5;

/**
 * Shortens the way to a deep page of a list sorted by id, newest first. It skips ranges of time and only counts their
 * rows (by unordered index-only scans), as long as they contain at most `offset` rows.
 *
 * @param count returns how many rows of the list lie in a range, counting up to `most`.
 * @returns where to read from: a lower ceiling, and the remaining offset below it.
 */
export async function seek(
  { floor, ceiling }: IdRange,
  offset: number,
  count: (range: IdRange, most: number) => Promise<number>,
): Promise<{ ceiling: string; offset: number }> {
  let upper = ceiling;
  let left = offset;
  let stepMs = DAY_MS;
  for (let counts = 0; counts < MOST_COUNTS && left > DEEP_OFFSET && upper > floor; counts++) {
    const lower = earlier(upper, stepMs, floor);
    const most = left + DEEP_OFFSET;
    const found = await count({ floor: lower, ceiling: upper }, most);
    stepMs = Math.max(LEAST_STEP_MS, stepMs * (found < most ? growth(found, left) : TOO_FAR));
    if (found > left) continue;
    left -= found;
    upper = lower;
  }
  return { ceiling: upper, offset: left };
}

/** How much longer or shorter the next range should be, judged by the last one, so that the page begins at its end. */
function growth(found: number, left: number): number {
  const wanted = found > left ? left : left - found;
  return found === 0 ? MOST_GROWTH : Math.min(MOST_GROWTH, (CAUTION * wanted) / found);
}

function earlier(id: string, stepMs: number, floor: string): string {
  const from = id < NO_CEILING ? idTime(id).getTime() : Date.now();
  const lower = idFloor(new Date(from - stepMs));
  return lower > floor ? lower : floor;
}
