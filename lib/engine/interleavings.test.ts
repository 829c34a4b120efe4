import { expect, test } from 'vitest';
import { interleavingsOf } from '#testing/interleavings.ts';
import type { Budget } from '#testing/interleavings-world.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

/**
 * The steps of the run, the workers’ slots, the other events, and the minimum number of interleavings. All cases
 * together take about a minute on a busy machine.
 */
const CASES: [steps: number, slots: string, budget: Partial<Budget>, least: number][] = [
  [1, 'a b', { deaths: 1, expiries: 1, renewals: 1, returns: 1 }, 100_000],
  [1, 'a b', { deaths: 1, expiries: 1, cancellations: 1 }, 50_000],
  [1, 'a b', { deaths: 2, failures: 1, cancellations: 1 }, 4_000],
  [2, 'a b', { expiries: 1, cancellations: 1 }, 10_000],
  [1, 'a b', { expiries: 1, rejections: 1, retries: 1, cancellations: 1 }, 30_000],
  [2, 'a b', { expiries: 1, rejections: 1, retries: 1 }, 500_000],
  [1, 'a a b', { expiries: 1, failures: 1 }, 5_000],
];

test.each(CASES)(
  'a run of %i step(s) is never lost, recorded twice or overwritten, by the workers %s, in any order of %o',
  { timeout: 300_000 },
  async (steps, slots, budget, least) => {
    const { interleavings, states, steps: taken, longest } = await interleavingsOf(steps, slots, budget);
    console.log(`${interleavings} interleavings of up to ${longest} steps, over ${states} states, by ${taken} steps`);
    expect(Number(interleavings)).toBeGreaterThanOrEqual(least);
  },
);
