import { expect, test } from 'vitest';
import { countDue } from '#lib/engine/queue/everywhere.ts';
import { recordMaintenance } from '#lib/engine/upkeep/last-maintenance.ts';
import { newId } from '#lib/id.ts';
import { pool, prisma, query, transaction } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { readsOf } from '#testing/table-reads.ts';
import { deliveryMetrics } from './delivery-metrics.ts';
import { engineMetrics } from './metrics.ts';
import { addTotals } from './totals.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

async function figure(sample: string): Promise<number | undefined> {
  const line = (await deliveryMetrics()).split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.slice(sample.length));
}

test('due work is counted by lane with its age, without future work', async () => {
  const { ctx } = await sampleEnvironment();
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  await trigger(ctx, workflowId, ['ann', 'bob']);
  await trigger(ctx, workflowId, 'cay');
  const { environmentId } = ctx;
  const [first, last] = await prisma().work.findMany({ where: { environmentId }, orderBy: { jobId: 'asc' } });
  const at = (ms: number) => ({ readyAt: new Date(Date.now() + ms) });
  await prisma().work.updateMany({ where: { environmentId, jobId: first?.jobId ?? '' }, data: at(-90_000) });
  await prisma().work.updateMany({ where: { environmentId, jobId: last?.jobId ?? '' }, data: at(60_000) });
  expect(await figure('belfry_work_ready{lane="normal"}')).toBe(2);
  expect(await figure('belfry_work_ready{lane="urgent"}')).toBe(0);
  expect(await figure('belfry_work_oldest_seconds{lane="normal"}')).toBeGreaterThanOrEqual(90);
  expect(await figure('belfry_work_oldest_seconds{lane="normal"}')).toBeLessThan(120);
});

test('due work is counted by index among a hundred thousand waiting rows', async () => {
  const { ctx } = await sampleEnvironment();
  await query(
    'test-fill',
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
     SELECT $1, lpad(n::text, 24, 'a'), lpad(n::text, 24, 'a'), 1, now() + interval '1 day' FROM generate_series(1, 100000) n`,
    [ctx.environmentId],
  );
  await pool().query('VACUUM ANALYZE work');
  const reads = await transaction(() => readsOf(() => countDue(new Date())));
  expect(reads.get('work')?.rows).toBeLessThan(10);
});

test('an open breaker is counted as long as its integration is active', async () => {
  const { ctx } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const integration = await prisma().integration.findFirst({ where: { environmentId: ctx.environmentId } });
  const of = { environmentId: ctx.environmentId, integrationId: integration?.id ?? '' };
  const at = new Date();
  await prisma().circuitBreaker.create({ data: { ...of, openedAt: at, probeAt: at, words: 'refused' } });
  expect(await figure('belfry_circuit_breakers_open')).toBe(1);
  await prisma().integration.updateMany({
    where: { environmentId: ctx.environmentId },
    data: { active: false, primary: false },
  });
  expect(await figure('belfry_circuit_breakers_open')).toBe(0);
});

test('living workers and the last maintenance are exposed', async () => {
  const at = new Date();
  const silentAt = new Date(at.getTime() - 60_000);
  await prisma().worker.createMany({
    data: [
      { id: newId(), lockKey: 1n, startedAt: silentAt, seenAt: at },
      { id: newId(), lockKey: 2n, startedAt: silentAt, seenAt: silentAt },
    ],
  });
  expect(await figure('belfry_workers_alive')).toBe(1);
  expect(await figure('belfry_maintenance_last_success_timestamp_seconds')).toBe(0);
  await recordMaintenance({ durationMs: 1, workRestored: 0 } as never, at);
  expect(await figure('belfry_maintenance_last_success_timestamp_seconds')).toBe(at.getTime() / 1000);
});

test('the counts of workers are added once, without environments', async () => {
  const attempt = { job: { providerId: 'twilio', status: 'completed', reason: { code: 'sent' } } };
  const attempts = 'belfry_attempts_total{provider="twilio",reason="sent",status="completed"}';
  const before = (await figure(attempts)) ?? 0;
  engineMetrics.countAttempt(attempt as never, true);
  engineMetrics.countAttempt(attempt as never, false);
  engineMetrics.countStart(30);
  engineMetrics.countRecovered(2);
  await Promise.all([addTotals(), addTotals()]);
  engineMetrics.countAttempt(attempt as never, true);
  await addTotals();
  expect(await figure(attempts)).toBe(before + 2);
  expect(await figure('belfry_stale_writes_total')).toBe(1);
  expect(await figure('belfry_lease_losses_total')).toBe(2);
  expect(await figure('belfry_start_delay_seconds_count')).toBe(1);
  expect(await figure('belfry_start_delay_seconds_bucket{le="0.025"}')).toBe(0);
  expect(await figure('belfry_start_delay_seconds_bucket{le="0.05"}')).toBe(1);
  expect(await deliveryMetrics()).not.toMatch(/\{[^}]*environment/i);
});

test('the delays of started jobs are stored by hour, once, and only for own jobs', async () => {
  const jobs = async () =>
    Object.fromEntries(
      (await prisma().startDelay.findMany({ orderBy: { atMostSeconds: 'asc' } })).map((row) => [
        row.atMostSeconds,
        row.jobs,
      ]),
    );
  await addTotals();
  const before = await jobs();
  engineMetrics.countStart(30);
  engineMetrics.countStart(90_000);
  await addTotals();
  await addTotals();
  const after = await jobs();
  const grown = (bucket: number) => (after[bucket] ?? 0) - (before[bucket] ?? 0);
  expect([0.025, 0.05, 60, Number.POSITIVE_INFINITY].map(grown)).toEqual([0, 1, 1, 2]);
});
