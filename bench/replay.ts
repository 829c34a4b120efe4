/**
 * Compares replays with the real runs before them, on random cases in a separate database.
 *
 *   node bench/replay.ts [cases = 500] [seed]
 */
import { disconnect } from '#lib/postgres/db.ts';
import { answerOf, replayRandomCases } from '#testing/replay.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { testSeed } from '#testing/seed.ts';
import { startVendor } from '#testing/vendor-server.ts';

Object.assign(process.env, {
  OUTBOUND_ALLOW: '127.0.0.1',
  AUTH_SECRET: 'bench'.repeat(8),
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
  LOG_LEVEL: 'warn',
});
const [cases = '500', seed] = process.argv.slice(2);
const stop = await startScratchDatabase();
const vendor = await startVendor(answerOf);
const started = performance.now();
const compared = await replayRandomCases(Number(seed ?? testSeed()), Number(cases), vendor.origin);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
const byCount = [...compared.reasons].sort(([, one], [, other]) => other - one);
console.log(
  `${compared.cases} cases and ${compared.drafts} of drafts in ${seconds} s, ${compared.differences.length} of them differ`,
);
console.log(byCount.map(([code, count]) => `${code} ${count}`).join(', '));
for (const difference of compared.differences.slice(0, 5)) console.log(JSON.stringify(difference, null, 1));
await disconnect();
await vendor.stop();
await stop();
process.exit(compared.differences.length > 0 ? 1 : 0);
