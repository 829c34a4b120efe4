/**
 * Does the same as the unit test of interleavings with more possible events, which takes minutes to an hour.
 * `node bench/interleavings.ts`; a number as argument selects one case.
 */
import { disconnect } from '#lib/postgres/db.ts';
import { interleavingsOf } from '#testing/interleavings.ts';
import type { Budget } from '#testing/interleavings-world.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';

const CASES: [steps: number, slots: string, budget: Partial<Budget>][] = [
  [1, 'a b', { deaths: 1, expiries: 1, renewals: 1, cancellations: 1, failures: 1 }],
  [1, 'a a b', { expiries: 2, renewals: 1, failures: 1 }],
  [2, 'a b', { deaths: 1, expiries: 1, cancellations: 1 }],
  [1, 'a b', { deaths: 2, expiries: 2, renewals: 1, returns: 1, cancellations: 1, failures: 1 }],
];

process.env.ENCRYPTION_KEYS = `bench:${Buffer.alloc(32, 1).toString('base64')}`;
process.env.AUTH_SECRET = 'bench'.repeat(8);
const stop = await startScratchDatabase();
try {
  const chosen = process.argv[2] ? CASES.slice(Number(process.argv[2]) - 1, Number(process.argv[2])) : CASES;
  for (const [steps, slots, budget] of chosen) {
    const { interleavings, states, steps: taken, longest } = await interleavingsOf(steps, slots, budget);
    console.log(
      `${steps} step(s), slots ${slots}, ${JSON.stringify(budget)}: ${interleavings} interleavings of up to ${longest} events, ` +
        `which reached ${states} states in ${taken} events`,
    );
  }
} finally {
  await disconnect();
  await stop();
}
