/**
 * Measures `q` with a million subscribers, 700,000 of them in the searched environment.
 *
 *   node bench/search.ts
 *   … --clients=4 --seconds=4
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { runMain } from '#scripts/cli-error.ts';
import { openBenchDatabase } from './database.ts';
import { fire } from './load.ts';
import { startApi } from './servers.ts';

const { values: options } = parseArgs({
  options: { clients: { type: 'string', default: '4' }, seconds: { type: 'string', default: '4' } },
});

const hex = Array.from({ length: 64 }, (_, n) => (0x3f7 + n * 37).toString(16));

/** Each kind is searched with several terms in turn, so that no two successive results are equal. */
const KINDS: Record<string, string[]> = {
  'a common first name': ['grace', 'ada', 'radia', 'donald'],
  'two common words': ['ada example', 'mail.test grace', 'ken corp7'],
  'in every id': ['user', 'user-'],
  'a name and part of an address': hex.map((part) => `ada ${part}`),
  'part of an address': hex,
  'a whole id': hex.map((_, n) => `user-${n * 1009}`),
  'part of a number': hex.map((_, n) => `+1555${String(n * 1511).padStart(7, '0')}`),
  'the start of a word, two letters': ['zq', 'lf', 'ad', 'gr'],
  'no match': ['zzyzxabsent', 'zzzzqq', '山田'],
  'a common word and no match': ['ada zzyzxabsent', 'example zzzzqq'],
};

await runMain(async () => {
  const { apiKey, variables, stop } = await openBenchDatabase('subscribers');
  const web = await startApi(variables);
  try {
    console.log(`\nLoad of the machine: ${loadavg()[0]?.toFixed(1)}; ${options.clients} clients\n`);
    console.log('| `q` | searches/s | p50 ms | p99 ms | slowest ms |\n|---|---:|---:|---:|---:|');
    for (const [name, terms] of Object.entries(KINDS)) {
      const measured = await fire({
        origin: web.origin,
        authorization: `ApiKey ${apiKey}`,
        shots: terms.map((term) => ({
          method: 'GET',
          path: `/api/v2/subscribers?limit=10&q=${encodeURIComponent(term)}`,
        })),
        connections: Number(options.clients),
        seconds: Number(options.seconds),
      });
      const { requestsPerSecond, p50Ms, p99Ms, maxMs, failed } = measured;
      const note = failed > 0 ? ` (${failed} failed)` : '';
      console.log(
        `| ${name}${note} | ${requestsPerSecond.toFixed(0)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${maxMs.toFixed(0)} |`,
      );
    }
    console.log(`\nLoad of the machine afterwards: ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await web.stop();
    await stop();
  }
});
