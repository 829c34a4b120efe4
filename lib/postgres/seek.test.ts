import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idFloor, newId } from '#lib/id.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { NO_CEILING, onlyId, seek } from './seek.ts';

const NOW = Date.now();

/** Returns IDs in bursts, newest first. `gapDays` is the time between two bursts. */
function idsOf(bursts: { gapDays: number; rows: number; spreadMs: number }[]): string[] {
  let at = NOW;
  const ids: string[] = [];
  for (const { gapDays, rows, spreadMs } of bursts) {
    at -= gapDays * DAY_MS;
    for (let row = 0; row < rows; row++) {
      at -= spreadMs;
      ids.push(newId(new Date(at)));
    }
  }
  return ids.sort().reverse();
}

/** Counts the IDs at or above `bound`. */
function above(ids: string[], bound: string): number {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] as string) >= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

const within = (ids: string[], floor: string, ceiling: string) => ids.slice(above(ids, ceiling), above(ids, floor));

const bursts = fc.array(
  fc.record({
    gapDays: fc.integer({ min: 0, max: 60 }),
    rows: fc.integer({ min: 0, max: 6_000 }),
    spreadMs: fc.constantFrom(0, 1, 40, 60_000),
  }),
  { maxLength: 6 },
);

test('the page is the same with and without skipped ranges', async () => {
  await fc.assert(
    fc.asyncProperty(bursts, fc.integer({ min: 0, max: 30_000 }), async (given, offset) => {
      const ids = idsOf(given);
      const floor = idFloor(new Date(NOW - 200 * DAY_MS));
      const rest = await seek({ floor, ceiling: NO_CEILING }, offset, async (range, most) =>
        Math.min(within(ids, range.floor, range.ceiling).length, most),
      );
      const page = within(ids, floor, rest.ceiling).slice(rest.offset, rest.offset + 10);
      expect(page).toEqual(within(ids, floor, NO_CEILING).slice(offset, offset + 10));
      expect(rest.offset).toBeLessThanOrEqual(offset);
    }),
    { numRuns: 60 },
  );
});

test('a few counts reach a page near the end of evenly spread rows', async () => {
  const ids = idsOf([{ gapDays: 0, rows: 120_000, spreadMs: 60_000 }]);
  let counts = 0;
  const rest = await seek({ floor: '0', ceiling: NO_CEILING }, 100_000, async ({ floor, ceiling }, most) => {
    counts++;
    return Math.min(within(ids, floor, ceiling).length, most);
  });
  expect(counts).toBeLessThan(8);
  expect(rest.offset).toBeLessThan(6_000);
});

test('an ID inside a range is the only result, and one outside it gives none', () => {
  const [first, id, last] = [1, 2, 3].map((day) => newId(new Date(NOW - day * DAY_MS))).sort() as [
    string,
    string,
    string,
  ];
  const left = onlyId({ floor: first, ceiling: last }, id);
  const has = (each: string) => each >= left.floor && each < left.ceiling;
  expect([first, id, last].filter(has)).toEqual([id]);
  for (const other of ['no id', '', last, newId(new Date(NOW - 9 * DAY_MS))]) {
    const nothing = onlyId({ floor: first, ceiling: last }, other);
    expect(nothing.floor).toBe(nothing.ceiling);
  }
});
