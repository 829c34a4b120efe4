/**
 * `node bench/rehearsals/point-in-time.ts`: takes a base backup while Belfry delivers, archives the WAL, loses the server, and continues
 * from the backup at a time that was chosen under load. All servers are a PostgreSQL of the system’s packages.
 *
 *   … --waiting=2000     runs that wait for their time when the server is lost
 *   … --seconds=20       the time under load between the backup and the chosen time
 */
import { appendFileSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { openInstallation } from '#bench/delivery/installation.ts';
import { enterRuns, storedTally, untilDelivered } from '#bench/delivery/runs.ts';
import { addSmsProvider, addWorkflow, createTenant, smsStep } from '#bench/delivery/tenant.ts';
import { startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { exactly, type Finding, noted } from '#bench/faults/scenario.ts';
import { until } from '#bench/until.ts';
import type { DebianPostgres } from './debian-postgres.ts';
import { runRehearsal } from './rehearsal.ts';
import { canReadSecrets, databaseOf, repeatedRuns } from './restored.ts';

const { values: options } = parseArgs({
  options: { waiting: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '20' } },
});

/** The waiting runs become due this long after the chosen time. */
const DUE_MS = 120_000;
/** The time under load after the chosen time. Its triggers are lost. */
const AFTER_MS = 8_000;
/** The commands of the documentation, with an archive in a folder. `track_commit_timestamp` only serves the check. */
const ARCHIVING = [
  'archive_mode=on',
  'archive_command=mkdir -p FOLDER/archive && test ! -f FOLDER/archive/%f && cp %p FOLDER/archive/%f',
  'archive_timeout=5s',
  'track_commit_timestamp=on',
];
/** Tables whose rows no delivery changes or deletes. */
const ONLY_INSERTED = ['triggers', 'messages', 'execution_details', 'notification_outcomes'];

await runRehearsal(rehearse, ARCHIVING);

async function rehearse(
  server: DebianPostgres,
  providerUrl: string,
  sentToWaiting: () => Promise<number>,
): Promise<Finding[]> {
  const archive = join(server.folder, 'archive');
  server.run('createdb', [`--maintenance-db=${server.url('postgres')}`, 'original']);
  const original = await openInstallation(`rehearsal-${process.pid}`, () => databaseOf(server, 'original'));
  const tenant = await createTenant(original.database);
  await addSmsProvider(tenant, providerUrl);
  await addWorkflow(tenant, 'loaded', [smsStep('loaded {{ payload.n }}')]);
  await addWorkflow(tenant, 'waiting', [smsStep('waiting {{ payload.n }}')]);
  const waiting = Number(options.waiting);
  const loadMs = Number(options.seconds) * 1000;
  const readyAt = new Date(Date.now() + 30_000 + loadMs + AFTER_MS + DUE_MS);
  await enterRuns(original.database, tenant, { workflow: 'waiting', count: waiting, readyAt });
  const web = await original.startWeb();
  await original.startWorker();
  const load = startTriggerLoad({ tenant, workflow: 'loaded', origin: () => web.origin, clients: 4, perSecond: 100 });
  await sleep(2_000);
  const backup = join(server.folder, 'backup');
  const backingUp = performance.now();
  const source = [`--dbname=${server.url('postgres')}`, `--pgdata=${backup}`];
  await server.runUnderLoad('pg_basebackup', [...source, '--checkpoint=fast']);
  const backedUp = (performance.now() - backingUp) / 1000;
  await sleep(loadMs);
  const { rows } = await original.database.query<{ at: string }>('SELECT clock_timestamp()::text AS at');
  const chosen = rows[0]?.at ?? '';
  const acknowledged = new Set(load.acknowledged);
  await sleep(AFTER_MS);
  const { rows: wal } = await original.database.query<{ name: string }>(
    'SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS name',
  );
  await until('the WAL is in the archive', 30_000, () => readdirSync(archive).includes(wal[0]?.name ?? ''));
  await load.stop();
  await original.killAll();
  const before = await countsAt(original.database, chosen);
  const made = await original.database.query<{ n: number }>('SELECT count(*)::int AS n FROM triggers');
  await original.database.end();
  server.end();

  const began = performance.now();
  recoverAt(backup, archive, chosen);
  server.startFrom(backup);
  await untilPromoted(server.url('original'));
  const recovered = (performance.now() - began) / 1000;
  const second = await openInstallation(`restored-${process.pid}`, () => databaseOf(server, 'original'));
  const after = await countsAt(second.database);
  const differing = [...before].filter(([table, count]) => after.get(table) !== count);
  const lost = await missing(second.database, tenant.environmentId, acknowledged);
  const rotated = canReadSecrets(second.variables);
  const worker = await second.startWorker();
  await untilDelivered(second.database, tenant, DUE_MS + 180_000);
  await worker.stop();
  const stored = await storedTally(second.database, tenant);
  const repeated = await repeatedRuns(second.database, tenant.environmentId);
  await second.database.end();
  const archived = readdirSync(archive).map((file) => statSync(join(archive, file)).size);
  return [
    noted('time of pg_basebackup under 100 triggers per second', backedUp, 's'),
    noted('WAL in the archive', Math.round(archived.reduce((sum, size) => sum + size, 0) / 1e6), 'MB'),
    noted('time from the start of the restore to the first write', recovered, 's'),
    noted('triggers until the loss', made.rows[0]?.n ?? 0),
    noted('triggers committed by the chosen time', before.get('triggers') ?? 0),
    exactly('triggers that failed during the backup', load.unanswered.size, 0),
    exactly(
      `tables of ${ONLY_INSERTED.length + 2} with other rows than had been committed by then`,
      differing.length,
      0,
    ),
    exactly('triggers acknowledged before the chosen time, and missing', lost, 0),
    exactly('exit code of keys:rotate to a new key, which reads every secret', rotated, 0),
    exactly('requests at the provider for waiting runs', await sentToWaiting(), waiting),
    exactly('runs with more than one message', repeated, 0),
    exactly('runs without an end', stored.runs - stored.ended, 0),
    exactly('recorded twice or half-written', stored.twice + stored.halfWritten, 0),
  ];
}

/** Configures a base backup so that PostgreSQL recovers from the archive until a time, and then accepts writes. */
function recoverAt(backup: string, archive: string, time: string): void {
  const settings = [
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${time}'`,
    `recovery_target_action = 'promote'`,
  ];
  appendFileSync(join(backup, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  const signal = join(backup, 'recovery.signal');
  writeFileSync(signal, '');
  const { uid, gid } = statSync(backup);
  chownSync(signal, uid, gid);
}

async function untilPromoted(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await until('the restored server accepts writes', 120_000, async () => {
      const { rows } = await client.query<{ recovers: boolean }>('SELECT pg_is_in_recovery() AS recovers');
      return rows[0]?.recovers === false;
    });
  } finally {
    await client.end();
  }
}

/**
 * Counts the rows that were committed by a time, or all rows. Runs and jobs are counted by the commit of their trigger,
 * because later changes replace their own commit times.
 */
async function countsAt(database: pg.Pool, time = 'infinity'): Promise<Map<string, number>> {
  const committed = (table: string) =>
    `(pg_xact_commit_timestamp(${table}.xmin) IS NULL OR pg_xact_commit_timestamp(${table}.xmin) <= $1)`;
  const ofTriggers = (table: string, key: string) =>
    `SELECT count(*)::int AS n FROM ${table} JOIN triggers ON ${key} WHERE ${committed('triggers')}`;
  const run = 'triggers.environment_id = n.environment_id AND triggers.transaction_id = n.transaction_id';
  const statements = new Map([
    ...ONLY_INSERTED.map(
      (table) => [table, `SELECT count(*)::int AS n FROM ${table} WHERE ${committed(table)}`] as const,
    ),
    ['notifications', ofTriggers('notifications n', run)],
    [
      'jobs',
      ofTriggers(
        'jobs j JOIN notifications n ON n.environment_id = j.environment_id AND n.id = j.notification_id',
        run,
      ),
    ],
  ]);
  const counts = new Map<string, number>();
  for (const [table, statement] of statements)
    counts.set(table, (await database.query<{ n: number }>(statement, [time])).rows[0]?.n ?? 0);
  return counts;
}

async function missing(database: pg.Pool, environmentId: string, transactionIds: ReadonlySet<string>): Promise<number> {
  const { rows } = await database.query(
    `SELECT 1 FROM unnest($2::text[]) AS given (id)
     WHERE NOT EXISTS (SELECT 1 FROM triggers t WHERE t.environment_id = $1 AND t.transaction_id = given.id)`,
    [environmentId, [...transactionIds]],
  );
  return rows.length;
}
