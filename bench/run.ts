/**
 * `npm run bench`: fills a separate database and measures the web process in interleaved rounds against bare servers
 * (listed in bench/servers.ts), everything on this machine. A missed figure does not fail the run.
 *
 *   npm run bench                 100,000 subscribers, 500,000 notifications, 1,000,000 messages
 *   npm run bench -- --full       1 M, 5 M, 10 M
 *   … --seconds=4 --rounds=3      length and number of the rounds of each case
 *   … --only=search               cases whose name contains the word; `analyser` needs no database,
 *                                 `delivery` (bench/delivery/run.ts) has a separate one
 *   … --write                     keep the report in bench/RESULTS.md
 *
 * The database stays in .scratch/bench-<size> for the next run; delete the folder to start from scratch.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '#scripts/build.ts';
import { runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { measureAnalyser } from './analyser.ts';
import { type Case, cases } from './cases.ts';
import { openBenchDatabase } from './database.ts';
import { measureFilters } from './filters.ts';
import { fire, type Measurement, median } from './load.ts';
import { measurePreview } from './preview.ts';
import { type CaseResult, report, timingTable } from './report.ts';
import { keepSection } from './results.ts';
import { BASELINES, type BaselineName, type Server, startBaseline, startWeb } from './servers.ts';
import { measureUpserts } from './upserts.ts';

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
    console.log(`\n${timingTable(await showProgress('analyser', measureAnalyser))}`);
    return;
  }
  if (options.only === 'delivery') return measureDelivery();
  await showProgress('Build the dashboard', build);
  const size = options.full ? 'full' : 'default';
  const database = await openBenchDatabase(size);
  const web = await showProgress('Start the web process', () => startWeb(database.variables));
  const wanted = (name: string) => name.includes(options.only);
  const chosen = cases(database.facts).filter(({ name }) => wanted(name));
  const baselines = await showProgress('Start the baselines', () => startBaselines(chosen, database.variables));
  try {
    const results: CaseResult[] = [];
    for (const one of chosen)
      results.push(await showProgress(one.name, () => measure(one, web, baselines, database.apiKey)));
    const memoryMb = web.memoryMb();
    const filters = wanted('filters') ? await showProgress('filters', () => measureFilters(web, database)) : [];
    const upserts = wanted('50,000 upserts')
      ? await showProgress('50,000 upserts, twice', async () => ({
          web: await measureUpserts(web, database.apiKey),
          bare: await measureUpserts(baselines.bare as Server, database.apiKey),
        }))
      : undefined;
    const timings = [
      ...(wanted('analyser') ? await showProgress('analyser', measureAnalyser) : []),
      ...(wanted('preview')
        ? await showProgress('previews of a step', () => measurePreview(web.origin, database.apiKey))
        : []),
    ];
    const text = report({ size: database.size, results, memoryMb, filters, upserts, timings });
    console.log(`\n${text}`);
    if (options.write) keepSection('Requests', text);
  } finally {
    for (const server of [web, ...Object.values(baselines)]) await server.stop();
    await database.stop();
  }
  if (wanted('delivery')) measureDelivery();
});

/** Runs a separate program, because it uses another database. */
function measureDelivery(): void {
  const args = [join(root, 'bench', 'delivery', 'run.ts'), ...(options.write ? ['--write'] : [])];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('Delivery could not be measured');
}

type Baselines = Partial<Record<BaselineName, Server>>;

/** Starts `bare`, and the other baselines that a case names. */
async function startBaselines(chosen: readonly Case[], variables: Record<string, string>): Promise<Baselines> {
  const named = new Set<string>(['bare', ...chosen.flatMap(({ atLeast }) => Object.keys(atLeast ?? {}))]);
  const servers: Baselines = {};
  for (const name of Object.keys(BASELINES) as BaselineName[]) {
    if (named.has(name)) servers[name] = await startBaseline(name, variables);
  }
  return servers;
}

/** Runs a warm-up of all servers, then rounds in turn. For each server, the median round counts. */
async function measure(one: Case, web: Server, baselines: Baselines, apiKey: string): Promise<CaseResult> {
  const { name, connections, shots, atLeast, p99Ms } = one;
  const authorization = `ApiKey ${apiKey}`;
  const measured: Record<string, Server> = { web };
  for (const [baseline, server] of Object.entries(baselines)) {
    if (baseline === 'bare' || atLeast?.[baseline as BaselineName]) measured[baseline] = server;
  }
  const rounds = Object.entries(measured).map(([server, { origin }]) => ({
    server,
    measurements: [] as Measurement[],
    once: (seconds: number) => fire({ origin, authorization, shots, connections, seconds }),
  }));
  for (const { once } of rounds) await once(1);
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const { measurements, once } of rounds) measurements.push(await once(Number(options.seconds)));
  }
  const { web: own, ...others } = Object.fromEntries(rounds.map((all) => [all.server, median(all.measurements)]));
  return { name, connections, atLeast, p99Ms, web: own as Measurement, baselines: others };
}
