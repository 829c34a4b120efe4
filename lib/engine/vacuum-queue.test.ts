import { beforeAll, expect, test, vi } from 'vitest';
import { pool, query } from '#lib/db.ts';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { sampleEnvironment } from './engine.sample.ts';
import { vacuumQueue } from './vacuum-queue.ts';

ownScratchDatabase();

beforeAll(async () => {
  await pool().query('ALTER TABLE work SET (autovacuum_enabled = false)');
});

async function deadRows() {
  const [row] = await query<{ dead: number }>(
    'test-dead',
    `SELECT pg_stat_get_dead_tuples('work'::regclass)::int AS dead`,
  );
  return row?.dead ?? 0;
}

test('the queue is vacuumed once many of its rows are dead, and not before', async () => {
  const { ctx } = await sampleEnvironment();
  expect(await vacuumQueue()).toBe(false);
  await leaveDeadRows(ctx.environmentId, 12_000);
  expect(await vacuumQueue()).toBe(true);
  expect(await deadRows()).toBe(0);
  expect(await vacuumQueue()).toBe(false);
});

test('with many waiting jobs more rows have to be dead', async () => {
  const { ctx } = await sampleEnvironment();
  await addWork(ctx.environmentId, 'waiting', 300_000);
  await leaveDeadRows(ctx.environmentId, 12_000);
  expect(await vacuumQueue()).toBe(false);
  await leaveDeadRows(ctx.environmentId, 5_000);
  expect(await vacuumQueue()).toBe(true);
});

async function leaveDeadRows(environmentId: string, count: number) {
  const before = await deadRows();
  await addWork(environmentId, 'done', count);
  await pool().query(`DELETE FROM work WHERE environment_id = $1 AND job_id LIKE 'done-%'`, [environmentId]);
  await vi.waitUntil(async () => (await deadRows()) >= before + count, { timeout: 15_000, interval: 100 });
}

async function addWork(environmentId: string, name: string, count: number) {
  await pool().query(
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
     SELECT $1, $2 || '-' || n, 'run-' || n, 1, now() FROM generate_series(1, $3::int) AS n`,
    [environmentId, name, count],
  );
}
