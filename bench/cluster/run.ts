/**
 * `node bench/cluster/run.ts`: a cluster of nine hosts on this machine (two web processes, three workers, HAProxy and
 * PgBouncer, and three databases under Patroni), under load and faults. Hosts are namespaces of Linux. Needs root, and
 * the Debian packages `debootstrap` and `iproute2`.
 *
 *   node bench/cluster/run.ts            all faults
 *   … --only="primary"                   faults whose name contains the words; `doctor`: only npm run doctor
 *   … --rate=60                          triggers per second
 *   … --write                            keep the table in bench/RESULTS.md
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepSection, machine } from '#bench/results.ts';
import { CliError, runMain } from '#scripts/cli-error.ts';
import { showProgress } from '#scripts/progress.ts';
import { root } from '#scripts/sources.ts';
import { makeDebian } from './debian.ts';
import type { Row } from './prove.ts';

/**
 * Separate networks, processes and mounts. The kernel ends and removes all of them with the first process, `sh`, which
 * adopts orphans.
 */
const APART = ['--net', '--pid', '--mount', '--ipc', '--fork', '--mount-proc', '--kill-child'];
const FIRST = ['sh', '-c', '"$@"; exit "$?"', 'sh'];

const HEAD = [
  '| fault | acknowledged | lost | stuck | duplicates | in flight | requests | errors | pause in triggers | pause in deliveries | recovered automatically |',
  '|---|---:|---:|---:|---:|---:|---:|---|---:|---:|---|',
];

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rate: { type: 'string', default: '60' },
    write: { type: 'boolean', default: false },
  },
});

await runMain(async () => {
  checkTools();
  await showProgress('Create the Debian base system', makeDebian);
  const rows: Row[] = [];
  const program = [
    process.execPath,
    join(import.meta.dirname, 'prove.ts'),
    `--only=${options.only}`,
    `--rate=${options.rate}`,
  ];
  const child = spawn('unshare', [...APART, ...FIRST, ...program], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (row: Row) => {
    rows.push(row);
    console.log(line(row));
    for (const note of row.notes) console.log(`  ${note}`);
  });
  const [code] = await once(child, 'exit');
  const text = [...HEAD, ...rows.map(line)].join('\n');
  console.log(`\n${text}`);
  if (code !== 0) throw new CliError('The cluster rehearsal did not finish.');
  if (options.write) keepSection('Cluster', `${machine('node bench/cluster/run.ts')}\n\n${text}`);
  if (!rows.every(isMet)) process.exitCode = 1;
});

function checkTools(): void {
  for (const tool of ['debootstrap', 'unshare', 'nsenter', 'chroot', 'mount', 'ip'])
    if (spawnSync(tool, ['--version']).error)
      throw new CliError(`The command ${tool} is missing: install its package.`);
  if (process.getuid?.() !== 0)
    throw new CliError('Run this command as root: namespaces and mounts require root privileges.');
}

function isMet({ lost, stuck, doubled, inFlight, recovered }: Row): boolean {
  return lost === 0 && stuck === 0 && doubled <= inFlight && recovered;
}

function line(row: Row): string {
  const errors = Object.entries(row.errors).map(([status, count]) => `${count} × ${status}`);
  const cells = [
    row.fault,
    row.acknowledged.toLocaleString('en'),
    figure(row.lost, row.lost === 0),
    figure(row.stuck, row.stuck === 0),
    figure(row.doubled, row.doubled <= row.inFlight),
    row.inFlight,
    row.requests.toLocaleString('en'),
    errors.join(', ') || '0',
    `${row.pause.toFixed(1)} s`,
    `${row.deliveryPause.toFixed(1)} s`,
    row.recovered ? 'yes' : '**no**',
  ];
  return `| ${cells.join(' | ')} |`;
}

function figure(value: number, isMet: boolean): string {
  return isMet ? String(value) : `**${value}**`;
}
