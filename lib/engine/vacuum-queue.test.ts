import { expect, test, vi } from 'vitest';
import { pool, query } from '#lib/db.ts';
import { ownScratchDatabase } from '#lib/testing/own-database.ts';
import { sampleEnvironment } from './engine.sample.ts';
import { vacuumQueue } from './vacuum-queue.ts';

ownScratchDatabase();

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
  await pool().query('ALTER TABLE work SET (autovacuum_enabled = false)');
  await pool().query(
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
     SELECT $1, 'job-' || n, 'run-' || n, 1, now() FROM generate_series(1, 12000) AS n`,
    [ctx.environmentId],
  );
  await pool().query('DELETE FROM work WHERE environment_id = $1', [ctx.environmentId]);
  await vi.waitUntil(async () => (await deadRows()) >= 12_000, { timeout: 15_000, interval: 100 });
  expect(await vacuumQueue()).toBe(true);
  expect(await deadRows()).toBe(0);
  expect(await vacuumQueue()).toBe(false);
});
