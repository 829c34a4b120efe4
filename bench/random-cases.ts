import { disconnect } from '#lib/postgres/db.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { testSeed } from '#testing/seed.ts';
import { startVendor } from '#testing/vendor-server.ts';

interface Compared {
  differences: unknown[];
  /** The number of times that each reason decided about a step. */
  reasons: Map<string, number>;
}

interface Comparison<Result extends Compared> {
  /** The number of cases, unless the command line has one. */
  cases: number;
  /** The response of the server of HTTP steps. */
  vendor: Parameters<typeof startVendor>[0];
  compare: (seed: number, cases: number, origin: string) => Promise<Result>;
  /** Describes the result: "500 cases in 9.1 s". */
  describe: (result: Result, time: string) => string;
}

/**
 * Compares random cases in a separate database, and prints the result with its first five differences. The command line
 * has the number of cases and the seed. Ends the process: with 1 if a case differs.
 */
export async function runRandomCases<Result extends Compared>(comparison: Comparison<Result>): Promise<never> {
  Object.assign(process.env, {
    OUTBOUND_ALLOW: '127.0.0.1',
    AUTH_SECRET: 'bench'.repeat(8),
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
    LOG_LEVEL: 'warn',
  });
  const [cases = comparison.cases, seed = testSeed()] = process.argv.slice(2).map(Number);
  const stop = await startScratchDatabase();
  const vendor = await startVendor(comparison.vendor);
  const started = performance.now();
  const compared = await comparison.compare(seed, cases, vendor.origin);
  console.log(comparison.describe(compared, `${((performance.now() - started) / 1000).toFixed(1)} s`));
  const byCount = [...compared.reasons].sort(([, one], [, other]) => other - one);
  console.log(byCount.map(([code, count]) => `${code} ${count}`).join(', '));
  for (const difference of compared.differences.slice(0, 5)) console.log(JSON.stringify(difference, null, 1));
  await disconnect();
  await vendor.stop();
  await stop();
  process.exit(compared.differences.length > 0 ? 1 : 0);
}
