import { beforeEach, expect, test, vi } from 'vitest';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import * as database from '#lib/postgres/db.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { tallyOutcomes, writeTallies } from './tallies.ts';

const { prisma } = database;

ownScratchDatabase();

beforeEach(() => writeTallies());

const sms = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const throttle = {
  type: 'throttle',
  name: 'Limit',
  controlValues: { type: 'fixed', amount: 1, unit: 'days', threshold: 4 },
};

async function outcomes({ ctx: { environmentId } }: Sample) {
  const rows = await prisma().outcomeCount.findMany({ where: { environmentId }, orderBy: { outcome: 'asc' } });
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
}

/** Returns the expected counts, from the stored outcomes. */
async function stored({ ctx: { environmentId } }: Sample) {
  const where = { environmentId };
  const groups = await prisma().notificationOutcome.groupBy({ by: ['outcome'], where, _count: true });
  return Object.fromEntries(groups.map(({ outcome, _count }) => [outcome, _count]));
}

async function expectCountsAsStored(sample: Sample) {
  await writeTallies();
  const counted = Object.entries(await outcomes(sample)).filter(([, count]) => count !== 0);
  expect(Object.fromEntries(counted)).toEqual(await stored(sample));
}

test('a manually retried run counts once, in the hour of its trigger', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [sms]);
  await trigger(ctx, workflowId, { subscriberId: 'ann', phone: '+15005550001' });
  await drain();
  const where = { environmentId: ctx.environmentId };
  const { id: jobId = '', notificationId = '' } = (await prisma().job.findFirst({ where })) ?? {};
  for (let retries = 0; retries < 2; retries += 1) {
    sample.moveTo(new Date(Date.now() + (retries + 1) * 2 * HOUR_MS));
    await retryStep(ctx, { notificationId, jobId });
    await expectCountsAsStored(sample);
    await drain();
  }
  await expectCountsAsStored(sample);
  expect(await stored(sample)).toEqual({ failed: 1 });
  const hours = (await prisma().outcomeCount.findMany({ where })).map(({ hour }) => hour.getTime());
  expect(hours).toEqual([Math.floor(Date.now() / HOUR_MS) * HOUR_MS]);
});

test('runs that leave a digest or replace its first run count by their outcome', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  const collect = { type: 'digest', name: 'Collect', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };
  const workflowId = await sampleWorkflow(ctx, [collect]);
  const transactions: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    transactions.push((await trigger(ctx, workflowId, 'jane', { payload: { n } })).transactionId ?? '');
    await drain(sample.now());
  }
  await expectCountsAsStored(sample);
  const [first = '', , third = ''] = transactions;
  await cancelTransaction(ctx, third);
  await expectCountsAsStored(sample);
  await cancelTransaction(ctx, first);
  await drain(sample.now());
  await expectCountsAsStored(sample);
  sample.moveTo(new Date(Date.now() + 2 * HOUR_MS));
  await drain(sample.now());
  await expectCountsAsStored(sample);
  expect(await stored(sample)).toEqual({ cancelled: 2, done: 1, merged: 1 });
});

test('messages are counted by integration and result, runs by workflow and outcome', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [throttle, sms]);
  const phones = ['+15555550123', '+15555550123', '+15005550001', '+15005550008', '+15555550123'];
  for (const phone of phones) await trigger(ctx, workflowId, { subscriberId: 'jane', phone }).then(() => drain());
  await writeTallies();
  expect(await outcomes(sample)).toEqual({ failed: 1, sent: 3, throttled: 1 });
  const where = { environmentId: ctx.environmentId };
  const stats = await prisma().integrationStat.findMany({ where });
  const total = (key: 'sent' | 'failed' | 'retried') => stats.reduce((sum, stat) => sum + stat[key], 0);
  expect([total('sent'), total('failed'), total('retried')]).toEqual([3, 1, 2]);
  expect(new Set(stats.map(({ integrationId }) => integrationId)).size).toBe(1);
  expect(stats.every(({ minute }) => minute.getTime() % 60_000 === 0)).toBe(true);
  const counts = await prisma().outcomeCount.findMany({ where });
  expect(counts.every(({ hour }) => hour.getTime() % HOUR_MS === 0)).toBe(true);
});

test('a message counts once, in the minute of its creation, even after a manual retry', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [sms]);
  await trigger(ctx, workflowId, { subscriberId: 'ann', phone: '+15005550001' });
  await drain();
  const where = { environmentId: ctx.environmentId };
  const { id: jobId = '', notificationId = '' } = (await prisma().job.findFirst({ where })) ?? {};
  const message = await prisma().message.findFirstOrThrow({ where });
  const minute = Math.floor(message.createdAt.getTime() / 60_000) * 60_000;
  const counted = async () => {
    await writeTallies();
    const stats = await prisma().integrationStat.findMany({ where });
    return stats.map((stat) => [stat.minute.getTime(), stat.sent, stat.failed]);
  };
  expect(await counted()).toEqual([[minute, 0, 1]]);
  sample.moveTo(new Date(Date.now() + 2 * HOUR_MS));
  await retryStep(ctx, { notificationId, jobId });
  expect(await counted()).toEqual([[minute, 0, 0]]);
  await drain();
  expect(await counted()).toEqual([[minute, 0, 1]]);
});

test('counts of a failed write are written later, with the counts since then', async () => {
  const sample = await sampleEnvironment();
  const { environmentId } = sample.ctx;
  const now = new Date();
  tallyOutcomes(environmentId, 'w', 'sent', 2, now);
  const failing = vi.spyOn(database, 'hotQuery').mockRejectedValueOnce(new Error('The database is away'));
  const writing = expect(writeTallies()).rejects.toThrow('away');
  tallyOutcomes(environmentId, 'w', 'sent', 3, now);
  await writing;
  failing.mockRestore();
  expect(await outcomes(sample)).toEqual({});
  await writeTallies();
  await writeTallies();
  tallyOutcomes(environmentId, 'w', 'sent', 4, now);
  await writeTallies();
  expect(await outcomes(sample)).toEqual({ sent: 9 });
});
