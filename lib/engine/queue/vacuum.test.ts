import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { disconnect, hotPool, hotQuery, keepSettings } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { scratchAdminUrl } from '#testing/scratch-database.ts';
import { startTransactionPooler } from '#testing/transaction-pooler.ts';
import { queueVacuum } from './vacuum.ts';

ownScratchDatabase();

beforeAll(async () => {
  await hotPool().query('ALTER TABLE work SET (autovacuum_enabled = false)');
});

async function administer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: scratchAdminUrl() });
  await client.connect();
  await client.query(text);
  await client.end();
}

async function deadRows() {
  const [row] = await hotQuery<{ dead: number }>(
    'test-dead',
    `SELECT pg_stat_get_dead_tuples('work'::regclass)::int AS dead`,
  );
  return row?.dead ?? 0;
}

test('the queue is vacuumed only once many of its rows are dead', async () => {
  const { ctx } = await sampleEnvironment();
  const vacuumQueue = queueVacuum();
  expect(await vacuumQueue()).toBe(false);
  await leaveDeadRows(ctx.environmentId, 12_000);
  expect(await vacuumQueue()).toBe(true);
  expect(await deadRows()).toBe(0);
  expect(await vacuumQueue()).toBe(false);
});

test('a role without the right to vacuum logs once and never tries; a role with MAINTAIN vacuums', async () => {
  const { ctx } = await sampleEnvironment();
  await administer(`CREATE ROLE courier LOGIN PASSWORD 'courier'; GRANT SELECT, INSERT, DELETE ON work TO courier`);
  await leaveDeadRows(ctx.environmentId, 12_000);
  await asRole('courier', async () => {
    const warn = vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
    const query = vi.spyOn(hotPool(), 'query');
    const vacuumQueue = queueVacuum();
    for (let times = 0; times < 3; times++) expect(await vacuumQueue()).toBe(false);
    const fields = {
      role: 'courier',
      effect: expect.anything(),
      fix: expect.stringContaining('GRANT MAINTAIN ON work'),
    };
    expect(warn.mock.calls).toEqual([[fields, 'Database role lacks the right to vacuum the queue']]);
    expect(query).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
  await administer('GRANT MAINTAIN ON work TO courier');
  await asRole('courier', async () => {
    expect(await queueVacuum()()).toBe(true);
    expect(await deadRows()).toBe(0);
  });
  await administer('REVOKE MAINTAIN ON work FROM courier; ALTER DATABASE belfry OWNER TO courier');
  await leaveDeadRows(ctx.environmentId, 12_000);
  await asRole('courier', async () => expect(await queueVacuum()()).toBe(true));
});

test('the limit of dead rows grows with the number of waiting jobs', async () => {
  const { ctx } = await sampleEnvironment();
  const vacuumQueue = queueVacuum();
  await addWork(ctx.environmentId, 'waiting', 300_000);
  await leaveDeadRows(ctx.environmentId, 12_000);
  expect(await vacuumQueue()).toBe(false);
  await leaveDeadRows(ctx.environmentId, 5_000);
  expect(await vacuumQueue()).toBe(true);
});

test('the queue is vacuumed behind a pooler that drops session settings', async () => {
  const { ctx } = await sampleEnvironment();
  const pooler = await startTransactionPooler(env().DATABASE_URL ?? '', 1);
  await throughUrl(pooler.url, async () => {
    expect(await keepSettings()).toContain('plan_cache_mode');
    await leaveDeadRows(ctx.environmentId, 40_000);
    expect(await queueVacuum()()).toBe(true);
  });
  await pooler.stop();
});

/** Runs `work` over connections of another role. */
function asRole(name: string, work: () => Promise<void>) {
  const url = Object.assign(new URL(env().DATABASE_URL ?? ''), { username: name, password: name });
  return throughUrl(url.href, work);
}

async function throughUrl(url: string, work: () => Promise<void>) {
  const { DATABASE_URL } = env();
  await disconnect();
  Object.assign(env(), { DATABASE_URL: url });
  try {
    await work();
  } finally {
    await disconnect();
    Object.assign(env(), { DATABASE_URL });
  }
}

async function leaveDeadRows(environmentId: string, count: number) {
  const before = await deadRows();
  await addWork(environmentId, 'done', count);
  await hotPool().query(`DELETE FROM work WHERE environment_id = $1 AND job_id LIKE 'done-%'`, [environmentId]);
  await vi.waitUntil(async () => (await deadRows()) >= before + count, { timeout: 60_000, interval: 100 });
}

async function addWork(environmentId: string, name: string, count: number) {
  await hotPool().query(
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
     SELECT $1, $2 || '-' || n, 'run-' || n, 1, now() FROM generate_series(1, $3::int) AS n`,
    [environmentId, name, count],
  );
}
