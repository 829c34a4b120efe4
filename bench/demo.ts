/**
 * Loads the current demo into an empty database, and reports the duration and the outcomes of the runs, jobs and
 * messages.
 *
 *   node bench/demo.ts [--write]            --write: into bench/RESULTS.md
 */
import { parseArgs } from 'node:util';
import { disconnect, pool } from '#lib/postgres/db.ts';
import { bootstrapWorkspace } from '#lib/workspaces/bootstrap.ts';
import { readArchive } from '#prisma/demo/archive.ts';
import { seedDemoData } from '#prisma/demo/seed.ts';
import { DISPOSABLE, startScratchDatabase } from '#testing/scratch-database.ts';
import { keepSection, machine } from './results.ts';

const { values: options } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

const RUNS = `
  SELECT coalesce(o.outcome, 'live') AS by, o.reason, count(*)::int
  FROM notifications n LEFT JOIN notification_outcomes o ON o.environment_id = n.environment_id AND o.notification_id = n.id
  GROUP BY 1, 2 ORDER BY sum(count(*)) OVER (PARTITION BY coalesce(o.outcome, 'live')) DESC, 1, 3 DESC`;
const JOBS = `
  SELECT status AS by, reason->>'code' AS reason, count(*)::int FROM jobs
  GROUP BY 1, 2 ORDER BY sum(count(*)) OVER (PARTITION BY status) DESC, 1, 3 DESC`;
const MESSAGES = `
  SELECT status AS by, reason->>'code' AS reason, count(*)::int FROM messages
  GROUP BY 1, 2 ORDER BY sum(count(*)) OVER (PARTITION BY status) DESC, 1, 3 DESC`;
const REJECTED = `SELECT workflow AS by, code AS reason, count(*)::int FROM trigger_refusals GROUP BY 1, 2 ORDER BY 3 DESC`;

Object.assign(process.env, {
  AUTH_SECRET: 'bench'.repeat(8),
  ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
  LOG_LEVEL: 'warn',
});
const stop = await startScratchDatabase();
await bootstrapWorkspace();
const cpu = process.cpuUsage();
const started = performance.now();
await seedDemoData();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage(cpu);
const text = await report();
console.log(text);
if (options.write) keepSection('Demo', `${machine('node bench/demo.ts')}\n\n${text}`);
await disconnect();
await stop();

async function report(): Promise<string> {
  const lines = readArchive().lines.length.toLocaleString('en');
  const loaded = `Loading takes ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of which are CPU time of the process. The process plays ${lines}
transactions of the archive until now, writes the rows and analyses the tables. PostgreSQL ran with \`${DISPOSABLE.join(' ')}\`.`;
  const parts = [
    loaded,
    '`live` means that a run has not ended. A step that sent a message has the reason `sandboxed`, because the integrations of the demo are in sandbox mode.',
    await table('runs', 'outcome', RUNS),
    await table('jobs', 'status', JOBS),
    await table('messages', 'status', MESSAGES),
    await table('refused triggers', 'workflow', REJECTED),
  ];
  return parts.join('\n\n');
}

async function table(what: string, by: string, statement: string): Promise<string> {
  const { rows } = await pool().query<{ by: string; reason: string | null; count: number }>(statement);
  const sum = rows.reduce((total, { count }) => total + count, 0);
  const share = (count: number) => `${((100 * count) / sum).toFixed(1)} %`;
  const line = (cells: (string | null)[]) => `| ${cells.map((cell) => cell ?? '—').join(' | ')} |`;
  return [
    line([`${what}, ${by}`, 'reason', 'count', 'share']),
    '|---|---|---:|---:|',
    ...rows.map((row) => line([row.by, row.reason, row.count.toLocaleString('en'), share(row.count)])),
    line(['all', '', sum.toLocaleString('en'), '']),
  ].join('\n');
}
