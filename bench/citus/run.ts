/**
 * Tries Belfry on a Citus cluster: the API tests, kills of the worker, shards that move under load, and the CPU of
 * triggers and deliveries against plain PostgreSQL. CITUS_URL names an empty database with the extension, at the
 * coordinator, for the role that owns it. Plain PostgreSQL should have the same version. All of it runs on this machine.
 *
 *   CITUS_URL=postgresql://… node bench/citus/run.ts --plain=postgresql://…
 *   … --only=moved              parts whose name contains the word: tests, killed, moved, cost
 *   … --scale=0.1               fewer deliveries, shorter rounds
 *   … --filter=inbox            only these API tests
 *   … --write                   keep the table in bench/RESULTS.md
 */
import { parseArgs } from 'node:util';
import { openInstallation } from '#bench/delivery/installation.ts';
import { type SmsProvider, startSmsProvider } from '#bench/delivery/sms-provider.ts';
import type { Finding } from '#bench/faults/scenario.ts';
import { workerKills } from '#bench/faults/worker-kills.ts';
import { keepSection, machine } from '#bench/results.ts';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { runApiTests } from './api-tests.ts';
import { type Measured, measureCost, measureSize, openMeasured, running, switchDatabase } from './cost.ts';
import { shardMoves } from './moves.ts';

const { values: options } = parseArgs({
  options: {
    plain: { type: 'string' },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    filter: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});

await runMain(async () => {
  const url = process.env.CITUS_URL;
  if (!url) throw new CliError('Set CITUS_URL to an empty database on the coordinator of a Citus cluster.');
  const scale = Number(options.scale);
  const isChosen = (name: string) => name.includes(options.only);
  const provider = await startSmsProvider();
  const rows: string[] = [];
  const keep = (name: string, findings: readonly Finding[]) => {
    const lines = findings.map((finding, at) => line(at === 0 ? name : '', finding));
    console.log(lines.join('\n'));
    rows.push(...lines);
    if (findings.some(({ isMet }) => !isMet)) process.exitCode = 1;
  };
  const plain = await openPlain(options.plain, isChosen('cost'), provider);
  if (plain) await switchDatabase(url);
  const installation = await showProgress('Distribute', () => openInstallation('citus', () => running(url)));
  const stage = { installation, provider, scale };
  try {
    if (isChosen('tests')) keep('API tests', await runApiTests(installation, options.filter));
    if (isChosen('killed')) keep(workerKills.name, await workerKills.run(stage));
    if (isChosen('moved')) keep(shardMoves.name, await shardMoves.run(stage));
    if (plain) keep('size on plain PostgreSQL', await measureSize(plain, scale));
    if (plain) keep('cost', await measureCost(plain, await openMeasured(installation, provider), scale));
  } finally {
    provider.stop();
    await plain?.installation.stop();
    await installation.stop();
  }
  const text = ['| part | figure | measured | to reach |', '|---|---|---:|---:|', ...rows].join('\n');
  console.log(`\n${text}`);
  if (options.write) keepSection('Citus', `${machine('node bench/citus/run.ts')}\n\n${text}`);
});

/** Prepares the plain PostgreSQL to which the costs are compared. Undefined if `--plain` is not set. */
async function openPlain(
  url: string | undefined,
  isWanted: boolean,
  provider: SmsProvider,
): Promise<Measured | undefined> {
  if (url === undefined || !isWanted) return undefined;
  return openMeasured(await openInstallation('citus-plain', () => running(url)), provider);
}

function line(name: string, { what, measured, toReach, isMet }: Finding): string {
  return `| ${name} | ${what} | ${isMet ? measured : `**${measured}**`} | ${toReach} |`;
}
