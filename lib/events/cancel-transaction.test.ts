import pg from 'pg';
import { expect, test } from 'vitest';
import { WORK_CHANNEL } from '#lib/engine/queue/wake.ts';
import { env } from '#lib/env.ts';
import { query } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { listening } from '#testing/heard.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { cancelTransaction } from './cancel-transaction.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const LOCK = 'SELECT 1 FROM work WHERE environment_id = $1 AND job_id = $2 FOR UPDATE';

test('a cancellation wakes the workers, so that waiting steps end at once', async () => {
  const { ctx, drain } = await sampleEnvironment();
  const delay = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
  const workflowId = await sampleWorkflow(ctx, [delay]);
  const { transactionId = '' } = await trigger(ctx, workflowId, 'ann');
  await drain(new Date());
  const heard = await listening(WORK_CHANNEL);
  await cancelTransaction(ctx, transactionId);
  await expect.poll(() => heard).toEqual(['jobs']);
});

test('a cancellation that deadlocks with another transaction is repeated, and succeeds', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, [
    { subscriberId: 'ann', phone: '+15555550101' },
    { subscriberId: 'bob', phone: '+15555550102' },
  ]);
  const rows = await query<{ job_id: string }>('test-work', 'SELECT job_id FROM work WHERE environment_id = $1', [
    ctx.environmentId,
  ]);
  const [first, last] = rows.map(({ job_id }) => job_id).sort();
  const other = new pg.Client({ connectionString: env().DATABASE_URL });
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(LOCK, [ctx.environmentId, last]);
    const cancelled = cancelTransaction(ctx, transactionId);
    const waiting = () => query('test-waiting', `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    // This creates a deadlock. PostgreSQL fails the transaction that has waited longer.
    await other.query(LOCK, [ctx.environmentId, first]);
    await other.query('COMMIT');
    expect(await cancelled).toBe(true);
  } finally {
    await other.end();
  }
  await drain();
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome, work }) => [outcome, work])).toEqual([
    ['cancelled', 0],
    ['cancelled', 0],
  ]);
});
