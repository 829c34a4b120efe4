/** Tests providers that cannot be reached or respond slowly, with the real engine and real sockets. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { listOutages } from '#lib/outages/in-progress.ts';
import { prisma } from '#lib/postgres/db.ts';
import { type BehavingServer, startBehavingServer } from '#testing/behaving-server.ts';
import {
  sampleEnvironment,
  sampleGateway,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

/** An SMS provider on this machine. */
let provider: BehavingServer;

beforeEach(async () => {
  provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"}}');
  return () => provider.stop();
});

const ownGateway = (ctx: Ctx, identifier: string) => sampleGateway(ctx, provider.url, identifier);

async function triggerMany(ctx: Ctx, workflowId: string, count: number, more: object = {}): Promise<string> {
  const to = Array.from({ length: count }, (_, n) => ({ subscriberId: `s-${n}`, phone: `+1555555${1000 + n}` }));
  const { transactionId = '' } = await trigger(ctx, workflowId, to, more);
  return transactionId;
}

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);
const breakers = ({ environmentId }: Ctx) => prisma().circuitBreaker.findMany({ where: { environmentId } });

test('a provider without a response gets no requests, its messages wait without an attempt, and one probe detects its return', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await ownGateway(ctx, 'gateway');
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  provider.state = 'breaks off';
  const transactionId = await triggerMany(ctx, workflowId, 20);
  await drain(seconds(now(), 0));
  expect(await breakers(ctx)).toEqual([expect.objectContaining({ words: expect.stringContaining('broke') })]);
  const met = provider.requests;
  expect(met).toBeLessThanOrEqual(20);
  for (const { jobs } of await storedRuns(ctx, transactionId)) {
    expect(jobs).toEqual([{ type: 'sms', status: 'queued', reason: 'provider_unavailable', attempts: 1 }]);
  }

  // A new job has no attempt and records only the reason.
  const { transactionId: late = '' } = await trigger(ctx, workflowId, { subscriberId: 'late', phone: '+15555550199' });
  await drain(seconds(now(), 0));
  const [waiting] = await storedRuns(ctx, late);
  expect(waiting).toMatchObject({ messages: [], details: ['Unexpected provider error'], work: 1 });
  expect(waiting?.jobs).toEqual([{ type: 'sms', status: 'queued', reason: 'provider_unavailable', attempts: 0 }]);
  // The problem is not a quotation, because the provider returned nothing.
  const ofLate = { environmentId: ctx.environmentId, transactionId: late };
  const { id: notificationId } = await prisma().notification.findFirstOrThrow({ where: ofLate });
  const held = await prisma().job.findFirst({ where: { environmentId: ctx.environmentId, notificationId } });
  expect(held?.reason).toMatchObject({ evidence: { problem: expect.stringContaining('broke') } });
  expect(held?.reason).not.toHaveProperty('evidence.words');
  expect(provider.requests).toBe(met);
  const lasting = { integration: { identifier: 'gateway' }, words: expect.stringContaining('broke'), more: false };
  expect(await listOutages(ctx)).toMatchObject([{ ...lasting, waiting: 21 }]);
  const where = { environmentId: ctx.environmentId, identifier: 'gateway' };
  await prisma().integration.updateMany({ where, data: { sandbox: true } });
  expect(await listOutages(ctx), 'an integration in sandbox mode contacts no provider').toEqual([]);
  await prisma().integration.updateMany({ where, data: { sandbox: false } });

  // Another worker knows about the open breaker, and only the probe is sent.
  const other = await sampleEnvironment();
  other.moveTo(now());
  await drain(seconds(now(), 20));
  expect(provider.requests).toBe(met);
  await other.drain(seconds(now(), 25));
  expect(provider.requests - met).toBeLessThanOrEqual(1);

  provider.state = 'answers';
  await drain(seconds(now(), 120));
  expect(await breakers(ctx)).toEqual([]);
  expect(await listOutages(ctx)).toEqual([]);
  const [outage, ...others] = await prisma().outage.findMany({ where: { environmentId: ctx.environmentId } });
  expect(others).toEqual([]);
  expect(outage).toMatchObject({ channel: 'sms', words: expect.stringContaining('broke'), failed: 0 });
  expect(outage?.late, 'all 21 wait, except for those that are sent with the probe').toBeGreaterThanOrEqual(10);
  expect(outage?.late).toBeLessThanOrEqual(21);
  expect(outage?.closedAt?.getTime()).toBeGreaterThan(outage?.openedAt.getTime() ?? 0);
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome, work }) => [outcome, work])).toEqual(Array(20).fill(['sent', 0]));
  const [sent] = await storedRuns(ctx, late);
  expect(sent?.outcome).toBe('sent');
  expect(sent?.details).toEqual(expect.arrayContaining(['Step queued', 'Message created']));
  expect(sent?.details.at(-1)).toBe('Message sent');
  expect(Math.max(...runs.map(({ jobs }) => jobs[0]?.attempts ?? 0))).toBeLessThanOrEqual(3);
});

test('with failover, messages use another integration as long as one cannot be reached', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await ownGateway(ctx, 'gateway');
  await sampleIntegrations(ctx, ['sms']);
  const { environmentId } = ctx;
  await prisma().environment.update({ where: { id: environmentId }, data: { failover: true } });
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  provider.state = 'breaks off';
  await triggerMany(ctx, workflowId, 10);
  await drain(seconds(now(), 0));
  expect(await breakers(ctx)).toHaveLength(1);
  const met = provider.requests;
  const transactionId = await triggerMany(ctx, workflowId, 10);
  await drain(seconds(now(), 0));
  expect(provider.requests).toBe(met);
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome, jobs }) => [outcome, jobs[0]?.attempts])).toEqual(Array(10).fill(['sent', 1]));
});

test('a slow provider has a share of the slots, and does not delay other providers', async () => {
  const { ctx, drain, start } = await sampleEnvironment(undefined, 8);
  await ownGateway(ctx, 'slow');
  await sampleIntegrations(ctx, ['email']);
  const slow = await sampleWorkflow(ctx, [SMS]);
  const quick = await sampleWorkflow(ctx, [
    { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: '<p>Hi</p>', editorType: 'html' } },
  ]);
  provider.state = 'hangs';
  await triggerMany(ctx, slow, 40);
  const to = Array.from({ length: 40 }, (_, n) => ({ subscriberId: `m-${n}`, email: `m-${n}@example.com` }));
  const { transactionId = '' } = await trigger(ctx, quick, to);
  const workLoop = start();
  const sent = async () => (await storedRuns(ctx, transactionId)).filter(({ outcome }) => outcome === 'sent').length;
  await expect.poll(sent).toBe(40);
  expect(provider.requests).toBeLessThanOrEqual(6);
  provider.state = 'answers';
  provider.breakOff();
  expect(await workLoop.stop(60_000)).toBe(true);
  await drain();
});

test('a provider that requests a wait is retried after it, and the attempt does not count', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'busy', phone: '+15005550003' });
  await drain(seconds(now(), 0));
  const { environmentId } = ctx;
  const [waiting] = await prisma().work.findMany({ where: { environmentId } });
  expect(waiting).toMatchObject({ attempts: 0, claims: 1 });
  expect((waiting?.readyAt.getTime() ?? 0) - now().getTime()).toBeGreaterThanOrEqual(5_000);
  await drain(seconds(now(), 60));
  const [run] = await storedRuns(ctx, transactionId);
  expect(run?.jobs).toEqual([{ type: 'sms', status: 'queued', reason: 'retry_waiting', attempts: 0 }]);
});

test('a failure because the worker was suspended opens no breaker', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await ownGateway(ctx, 'gateway');
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  provider.state = 'breaks off';
  await triggerMany(ctx, workflowId, 20);
  let clock = performance.now();
  const suspended = vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 25_000;
    return clock;
  });
  try {
    await drain(seconds(now(), 0));
  } finally {
    suspended.mockRestore();
  }
  expect(provider.requests).toBeGreaterThanOrEqual(20);
  expect(await breakers(ctx)).toEqual([]);
});
