/**
 * `npm run bench`: fills a database of its own and measures the web process in interleaved rounds against a bare
 * node:http server that runs the same prepared statements, everything on this machine. Fails nothing by itself.
 *
 *   npm run bench                 100,000 subscribers, 500,000 notifications, 1,000,000 messages
 *   npm run bench -- --full       1 M, 5 M, 10 M
 *   … --seconds=4 --rounds=3      length and number of the rounds of each case
 *   … --only=search               cases whose name contains the word; `analyser` needs no database
 *   … --write                     keep the report in bench/RESULTS.md
 *
 * The database stays in .scratch/bench-<size> for the next run; delete the folder to start anew.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../scripts/build.ts';
import { runMain } from '../scripts/failure.ts';
import { generateClient } from '../scripts/generate.ts';
import { root } from '../scripts/sources.ts';
import { stage } from '../scripts/stages.ts';
import { measureAnalyser } from './analyser.ts';
import { type Case, cases } from './cases.ts';
import { openBenchDatabase } from './database.ts';
import { fire, median } from './load.ts';
import { measurePreview } from './preview.ts';
import { type CaseResult, report, timingTable } from './report.ts';
import { type Server, startBare, startWeb } from './servers.ts';
import { measureUpserts } from './upserts.ts';
import { measureZeroMatches } from './zero-match.ts';

const { values: options } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
  },
});

await runMain(async () => {
  if (options.only === 'analyser') {
    console.log(`\n${timingTable(await stage('analyser', measureAnalyser))}`);
    return;
  }
  await stage('Generate the database client', generateClient);
  await stage('Build the dashboard', build);
  const size = options.full ? 'full' : 'default';
  const database = await openBenchDatabase(size);
  const web = await stage('Start the web process', () => startWeb(database.variables));
  const bare = await stage('Start the bare server', () => startBare(database.variables));
  try {
    const wanted = (name: string) => name.includes(options.only);
    const chosen = cases(database.facts).filter(({ name }) => wanted(name));
    const results: CaseResult[] = [];
    for (const one of chosen) results.push(await stage(one.name, () => measure(one, web, bare, database.apiKey)));
    const memoryMb = web.memoryMb();
    const zeroMatches = wanted('filters without a match')
      ? await stage('filters without a match', () => measureZeroMatches(web, database))
      : [];
    const upserts = wanted('50,000 upserts')
      ? await stage('50,000 upserts, twice', async () => ({
          web: await measureUpserts(web, database.apiKey),
          bare: await measureUpserts(bare, database.apiKey),
        }))
      : undefined;
    const timings = [
      ...(wanted('analyser') ? await stage('analyser', measureAnalyser) : []),
      ...(wanted('preview')
        ? await stage('previews of a step', () => measurePreview(web.origin, database.apiKey))
        : []),
    ];
    const text = report({ size: database.size, results, memoryMb, zeroMatches, upserts, timings });
    console.log(`\n${text}`);
    if (options.write) writeFileSync(join(root, 'bench', 'RESULTS.md'), text);
  } finally {
    await web.stop();
    await bare.stop();
    await database.stop();
  }
});

/** A warm-up of both, then rounds in turn; the median round of each counts. */
async function measure({ name, connections, shots, atLeast, p99Ms }: Case, web: Server, bare: Server, apiKey: string) {
  const authorization = `ApiKey ${apiKey}`;
  const once = (server: Server, seconds: number) =>
    fire({ origin: server.origin, authorization, shots, connections, seconds });
  const [webRounds, bareRounds] = [[], []] as [Awaited<ReturnType<typeof once>>[], Awaited<ReturnType<typeof once>>[]];
  await once(web, 1);
  await once(bare, 1);
  for (let round = 0; round < Number(options.rounds); round++) {
    webRounds.push(await once(web, Number(options.seconds)));
    bareRounds.push(await once(bare, Number(options.seconds)));
  }
  return { name, connections, atLeast, p99Ms, web: median(webRounds), bare: median(bareRounds) };
}
