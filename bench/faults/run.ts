/**
 * `npm run faults`: disturbs delivery in real processes (kills, stops, a crashing database, dead providers) and counts lost, stuck and
 * duplicate messages. PostgreSQL, workers, web and the provider run on this machine.
 *
 *   npm run faults                     all, with the full counts
 *   … -- --only="worker killed"        scenarios whose name contains the words
 *   … -- --scale=0.05                  a quick run with a twentieth of the counts
 *   … -- --write                       keep the table in bench/RESULTS.md
 */
import { parseArgs } from 'node:util';
import { openInstallation } from '#bench/delivery/installation.ts';
import { startSmsProvider } from '#bench/delivery/sms-provider.ts';
import { keyRotation } from '#bench/rehearsals/key-rotation.ts';
import { keepSection, machine } from '#bench/results.ts';
import { runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { databaseCrashes } from './database-crashes.ts';
import { digestKills } from './digest-kills.ts';
import { fanoutKills } from './fanout-kills.ts';
import { mixedKills } from './mixed-kills.ts';
import { busyNeighbour, deadProvider } from './neighbours.ts';
import { poison } from './poison.ts';
import { rateLimit } from './rate-limit.ts';
import type { Finding, Scenario, Stage } from './scenario.ts';
import { frozenWorkers, stops } from './stops.ts';
import { webKills } from './web-kills.ts';
import { workerKills } from './worker-kills.ts';

const SCENARIOS = [
  workerKills,
  digestKills,
  fanoutKills,
  mixedKills,
  webKills,
  databaseCrashes,
  stops,
  frozenWorkers,
  poison,
  deadProvider,
  busyNeighbour,
  rateLimit,
  keyRotation,
];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});

await runMain(async () => {
  const chosen = SCENARIOS.filter(({ name }) => name.includes(options.only));
  const scale = Number(options.scale);
  const installation = await showProgress('Start PostgreSQL', () => openInstallation(`faults-${process.pid}`));
  const provider = await startSmsProvider();
  const rows: string[] = [];
  let missed = 0;
  try {
    for (const { name, run } of chosen) {
      await provider.reset();
      await provider.setLatency(0);
      const findings = await showProgress(name, () => attempted(run, { installation, provider, scale }));
      missed += findings.filter(({ isMet }) => !isMet).length;
      rows.push(...findings.map((finding, at) => line(at === 0 ? name : '', finding)));
      console.log(rows.slice(-findings.length).join('\n'));
    }
  } finally {
    provider.stop();
    await installation.stop();
  }
  const text = ['| fault | figure | measured | to reach |', '|---|---|---:|---:|', ...rows].join('\n');
  console.log(`\n${text}`);
  if (options.write) keepSection('Faults', `${machine('npm run faults')}\n\n${text}`);
  if (missed > 0) process.exitCode = 1;
});

/** Runs a program. An error counts as a missed figure, and the others still run. */
async function attempted(run: Scenario['run'], stage: Stage): Promise<Finding[]> {
  try {
    return await run(stage);
  } catch (error) {
    await stage.installation.killAll();
    return [{ what: 'failed with an error', measured: String(error), toReach: '', isMet: false }];
  }
}

function line(name: string, { what, measured, toReach, isMet }: Finding): string {
  return `| ${name} | ${what} | ${isMet ? measured : `**${measured}**`} | ${toReach} |`;
}
