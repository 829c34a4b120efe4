/** Tests daily quotas of integrations with the real engine, the real statements and a real server. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { findIntegration, type IntegrationRow } from '#lib/integrations/query.ts';
import { beginQuota } from '#lib/integrations/quota.ts';
import { dayNumber, nextDay } from '#lib/integrations/quota-day.ts';
import { prisma } from '#lib/postgres/db.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { type BehavingServer, startBehavingServer } from '#testing/behaving-server.ts';
import {
  sampleEnvironment,
  sampleGateway,
  sampleWorkflow,
  sampleWorkLoop,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { SendQuotas } from './send-quotas.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

/** An SMS provider on this machine. */
let provider: BehavingServer;

beforeEach(async () => {
  provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"}}');
  return async () => {
    provider.stop();
    await prisma().work.deleteMany(); // otherwise the next test would run these jobs
  };
});

type Limits = Partial<
  Pick<IntegrationRow, 'messagesPerDay' | 'sandbox' | 'messagesPerSecond' | 'priority' | 'primary'>
>;

async function gateway(ctx: Ctx, limits: Limits, identifier = 'gateway'): Promise<string> {
  const id = await sampleGateway(ctx, provider.url, identifier);
  await change(ctx, id, limits);
  return id;
}

const change = ({ environmentId }: Ctx, id: string, data: Limits) =>
  prisma().integration.updateMany({ where: { environmentId, id }, data });

const used = async ({ environmentId }: Ctx) =>
  (await prisma().sendQuota.findMany({ where: { environmentId } })).map((row) => row.used);

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const after = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** Begins at 20:00 UTC of the next day, so that the distance to midnight is known. */
async function evening() {
  const sample = await sampleEnvironment();
  sample.moveTo(after(nextDay(sample.now()), 20 * HOUR_MS));
  return sample;
}

async function triggerMany(ctx: Ctx, workflowId: string, count: number): Promise<string> {
  const to = Array.from({ length: count }, (_, n) => ({ subscriberId: `s-${n}`, phone: `+1555555${1000 + n}` }));
  return (await trigger(ctx, workflowId, to)).transactionId ?? '';
}

const outcomes = async (ctx: Ctx, transactionId: string) =>
  (await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome);

test('no more messages leave in a day than the quota, and the others wait for the next day without an attempt', async () => {
  const { ctx, drain, now } = await evening();
  await gateway(ctx, { messagesPerDay: 10 });
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 25);
  await drain(after(now(), HOUR_MS));
  expect(provider.requests).toBe(10);
  const waiting = (await storedRuns(ctx, transactionId)).filter(({ work }) => work > 0);
  expect(waiting).toHaveLength(15);
  for (const { jobs, messages, details } of waiting) {
    expect(jobs).toEqual([{ type: 'sms', status: 'queued', reason: 'quota_waiting', attempts: 0 }]);
    expect(messages).toEqual([]);
    // The wait is recorded once, although it is checked every ten minutes.
    expect(details).toEqual(['Unexpected provider error']);
  }
  const midnight = nextDay(now());
  const recorded = await prisma().job.findFirst({ where: { environmentId: ctx.environmentId, status: 'queued' } });
  expect(recorded?.reason).toMatchObject({ evidence: { messagesPerDay: 10, until: midnight.toISOString() } });

  await drain(after(midnight, -1));
  expect(provider.requests).toBe(10);
  await drain(after(midnight, HOUR_MS));
  expect(provider.requests).toBe(20);
  // 28 hours after the trigger, the second midnight is still within 36 hours.
  await drain(after(midnight, 25 * HOUR_MS));
  expect(await outcomes(ctx, transactionId)).toEqual(Array(25).fill('sent'));
  expect(provider.requests).toBe(25);
});

test('two workers together keep the quota', async () => {
  const { ctx, now, drain } = await evening();
  await gateway(ctx, { messagesPerDay: 30 });
  await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 100);
  const other = sampleWorkLoop(now, undefined);
  await Promise.all([other.drain(), drain(now())]);
  await Promise.all([other.drain(), drain(after(now(), 60_000))]);
  expect(provider.requests).toBe(30);
  expect(await used(ctx)).toEqual([30]);
});

test('many simultaneous requests of several processes get exactly the permits of the day, and returned ones again', async () => {
  const { ctx, now } = await sampleEnvironment();
  const key = [ctx.environmentId, await gateway(ctx, { messagesPerDay: 70 })] as const;
  const processes = [new SendQuotas(), new SendQuotas(), new SendQuotas()];
  const at = now();
  const taken = await Promise.all(Array.from({ length: 300 }, (_, n) => processes[n % 3]?.take(key, 70, at)));
  expect(taken.filter((until) => until === undefined)).toHaveLength(70);
  expect(new Set(taken.flatMap((until) => until?.getTime() ?? []))).toEqual(new Set([nextDay(at).getTime()]));
  const [first] = processes;
  expect(first?.fullUntil(key, 70, at)).toEqual(nextDay(at));
  expect(first?.fullUntil(key, 71, at), 'the quota was changed').toBeUndefined();
  expect(first?.fullUntil(key, 70, after(at, 61_000)), 'others may have given permits back').toBeUndefined();
  await first?.giveBack(key, 2, at);
  const again = await Promise.all(Array.from({ length: 5 }, () => first?.take(key, 70, at)));
  expect(again.filter((until) => until === undefined)).toHaveLength(2);
  // Permits of yesterday are not added to the permits of today.
  const tomorrow = nextDay(at);
  expect(await first?.take(key, 70, tomorrow)).toBeUndefined();
  await first?.giveBack(key, 5, at);
  expect(await used(ctx)).toEqual([1]);
});

test('with failover, the next integration of the channel sends what exceeds the quota, and the run says so', async () => {
  const { ctx, drain, now } = await evening();
  await prisma().environment.updateMany({ where: { id: ctx.environmentId }, data: { failover: true } });
  await gateway(ctx, { messagesPerDay: 3, priority: 9 }, 'first');
  await gateway(ctx, { primary: false, priority: 1 }, 'second');
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 8);
  await drain(after(now(), 60_000));
  expect(await outcomes(ctx, transactionId)).toEqual(Array(8).fill('sent'));
  expect(provider.requests).toBe(8);
  expect(await used(ctx)).toEqual([3]);
  const details = await prisma().executionDetail.findMany({ where: { environmentId: ctx.environmentId } });
  const rules = details.map(({ reason }) => (reason as { evidence?: { rule?: string } } | null)?.evidence?.rule);
  expect(rules.filter((rule) => rule === 'quota')).toHaveLength(5);
});

test('with failover and every quota used up, messages wait for the next day', async () => {
  const { ctx, drain, now } = await evening();
  await prisma().environment.updateMany({ where: { id: ctx.environmentId }, data: { failover: true } });
  await gateway(ctx, { messagesPerDay: 3, priority: 9 }, 'first');
  await gateway(ctx, { messagesPerDay: 2, primary: false, priority: 1 }, 'second');
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 8);
  await drain(after(now(), HOUR_MS));
  expect(provider.requests).toBe(5);
  await drain(after(nextDay(now()), HOUR_MS));
  expect(await outcomes(ctx, transactionId)).toEqual(Array(8).fill('sent'));
});

test('a critical message fails at once if the next day is too late', async () => {
  const { ctx, drain, now } = await evening();
  await gateway(ctx, { messagesPerDay: 1 });
  const workflowId = await sampleWorkflow(ctx, [SMS], { preferences: { workflow: { all: { readOnly: true } } } });
  const transactionId = await triggerMany(ctx, workflowId, 2);
  await drain(after(now(), 1_000));
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'sent']);
  expect(runs.find(({ outcome }) => outcome === 'failed')?.reason).toBe('quota_exceeded');
});

test('a raised quota applies to waiting messages within ten minutes', async () => {
  const { ctx, drain, now } = await evening();
  const id = await gateway(ctx, { messagesPerDay: 1 });
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 3);
  await drain(after(now(), 1_000));
  await change(ctx, id, { messagesPerDay: 3 });
  await drain(after(now(), 600_000));
  expect(await outcomes(ctx, transactionId)).toEqual(Array(3).fill('sent'));
});

test('a message that did not reach the provider keeps its place in the quota', async () => {
  const { ctx, drain, now } = await evening();
  await gateway(ctx, { messagesPerDay: 1 });
  const { url } = provider;
  provider.stop();
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 1);
  await drain(after(now(), 1_000));
  expect(await used(ctx)).toEqual([0]);
  provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"}}', Number(new URL(url).port));
  await drain(after(now(), 120_000));
  expect(await outcomes(ctx, transactionId)).toEqual(['sent']);
  expect(await used(ctx)).toEqual([1]);
});

test('messages that an open breaker holds take no place in the quota, and give none back', async () => {
  const { ctx, drain, now } = await evening();
  await gateway(ctx, { messagesPerDay: 40 });
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  await triggerMany(ctx, workflowId, 12);
  await drain(now());
  expect(await used(ctx)).toEqual([12]);
  provider.state = 'breaks off';
  await triggerMany(ctx, workflowId, 12);
  await drain(after(now(), 1_000));
  expect(await prisma().circuitBreaker.count({ where: { environmentId: ctx.environmentId } })).toBe(1);
  const [before = 0] = await used(ctx);
  await triggerMany(ctx, workflowId, 20);
  await drain(now());
  const [held = 0] = await used(ctx);
  expect(held).toBeGreaterThanOrEqual(before);
});

test('sandbox mode has no quota', async () => {
  const { ctx, drain, now } = await evening();
  await gateway(ctx, { messagesPerDay: 1, sandbox: true });
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 3);
  await drain(now());
  expect(await outcomes(ctx, transactionId)).toEqual(Array(3).fill('sent'));
  expect(await used(ctx)).toEqual([]);
});

test.each([
  [false, 7],
  [true, 0],
])('a new quota counts what left earlier on the day (sandbox mode: %s)', async (sandbox, counted) => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const integrationId = await gateway(ctx, { messagesPerDay: 10, sandbox });
  const today = dayNumber(new Date()) * 86_400_000;
  const stat = (ms: number, sent: number) => ({ environmentId, integrationId, minute: new Date(today + ms), sent });
  await prisma().integrationStat.createMany({
    data: [stat(-60_000, 100), stat(0, 7)].map((row) => ({ ...row, failed: 3, retried: 2 })),
  });
  const row = await findIntegration(environmentId, integrationId);
  if (row) await beginQuota(row, new Date());
  expect(await used(ctx)).toEqual([counted]);
});
