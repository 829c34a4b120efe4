/**
 * `node bench/rehearsals/dump.ts`: dumps a database with `pg_dump` while it delivers, loses the installation, and continues with the
 * restored dump. Both databases are on a PostgreSQL of the system’s packages.
 *
 *   … --waiting=2000     runs that wait for their time when the dump is made
 *   … --seconds=20       the time under load before the dump
 */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from '#bench/delivery/installation.ts';
import { enterRuns, storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { exactly, type Finding, noted } from '#bench/faults/scenario.ts';
import type { DebianPostgres } from './debian-postgres.ts';
import { runRehearsal } from './rehearsal.ts';
import { canReadSecrets, databaseOf, repeatedRuns } from './restored.ts';

const { values: options } = parseArgs({
  options: { waiting: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '20' } },
});

/** The waiting runs become due this long after the dump. */
const DUE_MS = 90_000;

await runRehearsal(rehearse);

async function rehearse(
  server: DebianPostgres,
  providerUrl: string,
  sentToWaiting: () => Promise<number>,
): Promise<Finding[]> {
  for (const database of ['original', 'restored'])
    server.run('createdb', [...connection(server, 'postgres'), database]);
  const original = await openInstallation(`rehearsal-${process.pid}`, () => databaseOf(server, 'original'));
  const tenant = await createTenant(original.database);
  await addSmsProvider(tenant, providerUrl);
  await addWorkflow(tenant, 'loaded', [smsStep('loaded {{ payload.n }}')]);
  await addWorkflow(tenant, 'waiting', [smsStep('waiting {{ payload.n }}')]);
  const waiting = Number(options.waiting);
  const readyAt = new Date(Date.now() + Number(options.seconds) * 1000 + DUE_MS);
  await enterRuns(original.database, tenant, { workflow: 'waiting', count: waiting, readyAt });
  const web = await original.startWeb();
  await original.startWorker();
  const load = startTriggerLoad({ tenant, workflow: 'loaded', origin: () => web.origin, clients: 4, perSecond: 100 });
  await sleep(Number(options.seconds) * 1000);
  const folder = mkdtempSync(join(tmpdir(), 'belfry-dump-'));
  chmodSync(folder, 0o777);
  const file = join(folder, 'dump');
  const begun = performance.now();
  const counted = await dump(server, file);
  const dumped = (performance.now() - begun) / 1000;
  await sleep(2_000);
  await load.stop();
  await original.killAll();
  const { unanswered } = load;
  const restoring = performance.now();
  server.run('pg_restore', [...connection(server, 'restored'), '--no-owner', '--jobs=2', '--exit-on-error', file]);
  const restored = (performance.now() - restoring) / 1000;
  const bytes = statSync(file).size;
  rmSync(folder, { recursive: true });
  const counts = await countsOf(server.url('restored'));
  const differing = [...counted].filter(([table, count]) => counts.get(table) !== count);
  const second = await openInstallation(`restored-${process.pid}`, () => databaseOf(server, 'restored'));
  const rotated = canReadSecrets(second.variables);
  const worker = await second.startWorker();
  await untilDelivered(second.database, tenant, DUE_MS + 120_000);
  await worker.stop();
  const stored = await storedTally(second.database, tenant);
  const repeated = await repeatedRuns(second.database, tenant.environmentId);
  await second.database.end();
  await original.database.end();
  return [
    noted(
      'rows in the dump',
      [...counted.values()].reduce((sum, count) => sum + count, 0),
    ),
    noted('size of the dump', Math.round(bytes / 1e6), 'MB'),
    noted('time of pg_dump under 100 triggers per second', dumped, 's'),
    noted('time of pg_restore', restored, 's'),
    exactly('triggers that failed during the dump', unanswered.size, 0),
    exactly('tables with another number of rows after the restore', differing.length, 0),
    exactly('exit code of keys:rotate to a new key, which reads every secret', rotated, 0),
    exactly('requests at the provider for waiting runs', await sentToWaiting(), waiting),
    exactly('runs with more than one message', repeated, 0),
    exactly('runs without an end', stored.runs - stored.ended, 0),
    exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
  ];
}

function connection(server: DebianPostgres, database: string): string[] {
  return [`--dbname=${server.url(database)}`].map((option) =>
    database === 'postgres' ? `--maintenance-db=${server.url(database)}` : option,
  );
}

/** Dumps one snapshot. Returns the number of rows of each table in the same snapshot. */
async function dump(server: DebianPostgres, file: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: server.url('original') });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
    const snapshot = rows[0]?.snapshot ?? '';
    await server.runUnderLoad('pg_dump', [
      ...connection(server, 'original'),
      '--format=custom',
      `--snapshot=${snapshot}`,
      `--file=${file}`,
    ]);
    return await countTables(client);
  } finally {
    await client.end();
  }
}

async function countsOf(url: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await countTables(client);
  } finally {
    await client.end();
  }
}

async function countTables(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const counts = new Map<string, number>();
  for (const { name } of rows) {
    const counted = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
    counts.set(name, counted.rows[0]?.count ?? 0);
  }
  return counts;
}
