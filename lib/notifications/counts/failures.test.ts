import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { FAILED_EVERY, insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { countByWorkflow, countFailures } from './failures.ts';
import { Failures, RunsByWorkflow } from './failures-schema.ts';

ownScratchDatabase();

/** Stores this many runs. The failed runs have a failed job of the step `code`. */
async function failedRuns(ctx: Ctx, count: number): Promise<void> {
  await insertRuns(ctx, { count, from: Date.now() - 20 * HOUR_MS, everyMs: 1_000 });
  const content = { stepId: 'code', name: 'Code', type: 'sms', controls: { body: 'x' } };
  await execute(`INSERT INTO job_steps (environment_id, id, content, used_at) VALUES ($1, 5, $2, now())`, [
    ctx.environmentId,
    JSON.stringify(content),
  ]);
  const reason = { code: 'render_failed', evidence: { problem: 'no', control: 'body' } };
  await execute(
    `UPDATE jobs j SET status = 'failed', step_key = 5, reason = $2 FROM notification_outcomes o
     WHERE j.environment_id = $1 AND o.environment_id = $1 AND o.notification_id = j.notification_id AND o.outcome = 'failed'`,
    [ctx.environmentId, JSON.stringify(reason)],
  );
}

test('failed runs are grouped by step, reason and control', async () => {
  const { ctx } = await sampleEnvironment();
  await failedRuns(ctx, 40);
  const found = Failures.parse(await countFailures(ctx, { workflowId: 'w' }));
  expect(found.hasMore).toBe(false);
  expect(found.data).toMatchObject([{ stepId: 'code', type: 'sms', reason: 'render_failed', control: 'body' }]);
  const [group] = found.data;
  expect(group?.count).toBe(40 / FAILED_EVERY);
  expect(Date.parse(group?.lastAt ?? '') - Date.parse(group?.firstAt ?? '')).toBe(30_000);
  expect((await countFailures(ctx, { workflowId: 'other' })).data).toEqual([]);
});

test('reads the newest 1,000 of many failed runs, and no more rows than needed', async () => {
  const { ctx } = await sampleEnvironment();
  await failedRuns(ctx, 12_000);
  await execute('ANALYZE');
  const found = await countFailures(ctx, { workflowId: 'w' });
  expect(found).toMatchObject({ hasMore: true, data: [{ count: 1_000 }] });
  const { rows, nodes } = await planCost(() => countFailures(ctx, { workflowId: 'w' }));
  expect(rows).toBeLessThan(6_000);
  expect([...nodes]).not.toContain('Seq Scan');
});

test('the runs of each workflow come from the hourly counts of a week', async () => {
  const { ctx } = await sampleEnvironment();
  const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS);
  const row = { environmentId: ctx.environmentId, workflowId: 'w', outcome: 'failed', hour: hoursAgo(1), count: 3 };
  await prisma().outcomeCount.createMany({
    data: [
      row,
      { ...row, outcome: 'sent', count: 7 },
      { ...row, hour: hoursAgo(7 * 24 + 2), count: 100 },
      { ...row, workflowId: 'other', outcome: 'skipped', count: 1 },
    ],
  });
  const all = RunsByWorkflow.parse(await countByWorkflow(ctx, {}));
  expect(all.data.sort((one, other) => other.total - one.total)).toEqual([
    { _id: 'w', total: 10, failed: 3 },
    { _id: 'other', total: 1, failed: 0 },
  ]);
  expect((await countByWorkflow(ctx, { templates: ['other'] })).data).toHaveLength(1);
});

test('unfinished runs count too, and reading them is cheap', async () => {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  const wait = { name: 'Wait', type: 'delay', controlValues: { type: 'regular', amount: 3, unit: 'hours' } };
  const workflowId = await sampleWorkflow(ctx, [wait]);
  for (const subscriberId of ['jane', 'omar']) await trigger(ctx, workflowId, subscriberId);
  await sample.drain(new Date());
  const [counted] = (await countByWorkflow(ctx, {})).data;
  expect(counted).toMatchObject({ total: 2, failed: 0 });
  expect((await countByWorkflow(ctx, { templates: ['other'] })).data).toEqual([]);

  await insertRuns(ctx, { count: 12_000, from: Date.now() - 20 * HOUR_MS, everyMs: 1_000 });
  await execute(
    'INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at) SELECT $1, id, id, 1, now() FROM notifications WHERE environment_id = $1 AND snapshot_id = 7',
    [ctx.environmentId],
  );
  await execute('ANALYZE');
  const { rows, nodes } = await planCost(() => countByWorkflow(ctx, { templates: ['w'] }));
  expect(rows).toBeLessThan(50_000);
  expect([...nodes]).not.toContain('Seq Scan');
});
