/** Tests the jobs that waited for a provider, with the real engine and real sockets. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import { type BehavingServer, startBehavingServer } from '#testing/behaving-server.ts';
import { sampleEnvironment, sampleGateway, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { integrationBreakers } from './breaker-rows.ts';
import { RELEASE_SPREAD_MS, releaseHeldJobs } from './outage-release.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
/** After the end of an outage, attempts that began before are recorded. */
const SETTLED_MS = 6_000;

let provider: BehavingServer;

beforeEach(async () => {
  provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"}}');
  return () => provider.stop();
});

const later = (from: Date, ms: number) => new Date(from.getTime() + ms);
const queue = ({ environmentId }: Ctx) =>
  prisma().work.findMany({ where: { environmentId }, orderBy: [{ readyAt: 'asc' }, { jobId: 'asc' }] });
const releasing = ({ environmentId }: Ctx) =>
  prisma().outage.count({ where: { environmentId, releaseReadyAt: { not: null } } });

/** Creates an outage of 20 minutes, in which messages to `count` people failed several times or were held back. */
async function outage(count: number) {
  const sample = await sampleEnvironment();
  const { ctx, drain, now } = sample;
  const integrationId = await sampleGateway(ctx, provider.url);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  provider.state = 'breaks off';
  const to = Array.from({ length: count }, (_, n) => ({ subscriberId: `s-${n}`, phone: `+1555555${1000 + n}` }));
  const { transactionId = '' } = await trigger(ctx, workflowId, to);
  await drain(later(now(), 20 * MINUTE_MS));
  sample.moveTo(later(now(), 20 * MINUTE_MS));
  const end = async () => {
    provider.state = 'answers';
    const closedAt = now();
    await integrationBreakers.close(ctx.environmentId, integrationId, closedAt);
    return later(closedAt, SETTLED_MS);
  };
  return { ...sample, integrationId, workflowId, transactionId, end };
}

test('the end of an outage makes the messages due that waited for the provider, spread over a short time', async () => {
  const { ctx, drain, end, now, transactionId } = await outage(12);
  const far = later(now(), MINUTE_MS);
  // The times of retries are random: half of the messages wait long in any case.
  const { environmentId } = ctx;
  const long = (await queue(ctx)).slice(6).map(({ jobId }) => jobId);
  const where = { environmentId, jobId: { in: long } };
  await prisma().work.updateMany({ where, data: { readyAt: later(now(), 30 * MINUTE_MS) } });
  const before = await queue(ctx);
  expect(before).toHaveLength(12);
  const settled = await end();
  await releaseHeldJobs(now());
  expect(await queue(ctx), 'attempts of the outage are still recorded').toEqual(before);

  await releaseHeldJobs(settled);
  const after = await queue(ctx);
  const times = after.map(({ readyAt }) => readyAt.getTime());
  expect(Math.max(...times)).toBeLessThanOrEqual(settled.getTime() + RELEASE_SPREAD_MS);
  const moved = after.filter(({ jobId }) => before.some((each) => each.jobId === jobId && each.readyAt > far));
  expect(new Set(moved.map(({ readyAt }) => readyAt.getTime())).size, 'one after the other').toBe(moved.length);
  expect(await releasing(ctx)).toBe(0);
  await drain(later(settled, RELEASE_SPREAD_MS));
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome, work }) => [outcome, work])).toEqual(Array(12).fill(['sent', 0]));
});

test('a provider that fails and returns again and again uses up no retries', async () => {
  const { ctx, drain, end, integrationId, moveTo, now, transactionId } = await outage(6);
  for (let round = 0; round < 12; round++) {
    const settled = await end();
    await releaseHeldJobs(settled);
    provider.state = 'breaks off';
    moveTo(settled);
    await drain(later(settled, RELEASE_SPREAD_MS));
    const breaker = { openedAt: now(), probeAt: later(now(), MINUTE_MS), words: 'refused' };
    await integrationBreakers.open(ctx.environmentId, integrationId, breaker);
  }
  expect((await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome)).toEqual(Array(6).fill(null));
  expect(await queue(ctx)).toHaveLength(6);
  const settled = await end();
  await releaseHeldJobs(settled);
  await drain(later(settled, RELEASE_SPREAD_MS));
  expect((await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome)).toEqual(Array(6).fill('sent'));
});

test('a retry that waits since before the outage becomes due too, and its attempt still counts', async () => {
  const { ctx, end, now } = await outage(6);
  const { environmentId } = ctx;
  const far = later(now(), 3 * 3_600_000);
  await prisma().work.updateMany({ where: { environmentId }, data: { readyAt: far, attempts: 4 } });
  const [first] = await queue(ctx);
  const evidence = { until: far, attempt: 4, problem: 'refused' };
  await prisma().job.updateMany({
    where: { environmentId, id: first?.jobId ?? '' },
    data: { reason: { code: 'retry_waiting', evidence }, updatedAt: later(now(), -2 * 3_600_000) },
  });
  const settled = await end();
  await releaseHeldJobs(settled);
  const released = (await queue(ctx)).find(({ jobId }) => jobId === first?.jobId);
  expect(released?.readyAt.getTime()).toBeLessThanOrEqual(settled.getTime() + RELEASE_SPREAD_MS);
  expect(released?.attempts).toBe(4);
});

test('other waits stay: other integrations, wanted times of the provider, delays, and a job that a worker holds', async () => {
  const { ctx, end, now } = await outage(6);
  const { environmentId } = ctx;
  const far = later(now(), 3 * 3_600_000);
  const works = await queue(ctx);
  await prisma().work.updateMany({ where: { environmentId }, data: { readyAt: far } });
  const set = (index: number, data: object) =>
    prisma().job.updateMany({ where: { environmentId, id: works[index]?.jobId ?? '' }, data });
  const waiting = (evidence: object) => ({ code: 'retry_waiting', evidence: { until: far, attempt: 4, ...evidence } });
  await set(0, { reason: { code: 'provider_unavailable', evidence: {} }, integrationId: 'other' });
  await set(1, { reason: waiting({ words: 'Try again in 3 hours' }) });
  await set(2, { reason: { code: 'delayed', evidence: {} } });
  await set(3, { reason: waiting({ problem: 'refused' }), updatedAt: later(now(), 10 * 3_600_000) });
  const held = { workerId: 'w', leaseUntil: later(now(), 30_000) };
  await prisma().work.updateMany({ where: { environmentId, jobId: works[4]?.jobId ?? '' }, data: held });
  await set(5, { reason: waiting({ problem: 'refused' }) });
  await releaseHeldJobs(await end());
  const times = new Map((await queue(ctx)).map(({ jobId, readyAt }) => [jobId, readyAt]));
  expect(works.map(({ jobId }) => times.get(jobId)?.getTime() === far.getTime())).toEqual([
    ...[true, true, true, true, true],
    false,
  ]);
});

test('several workers and a worker that dies release each job once, in batches', async () => {
  const { ctx, end, now } = await outage(6);
  const { environmentId } = ctx;
  // One held job among thousands of delayed ones, at the end of the queue.
  const [work] = await queue(ctx);
  const where = { environmentId, jobId: work?.jobId ?? '' };
  await prisma().work.updateMany({ where, data: { readyAt: later(now(), 2 * 3_600_000) } });
  await prisma().work.createMany({
    data: Array.from({ length: 2_500 }, (_, n) => ({
      ...{ environmentId, notificationId: `r-${n}`, jobId: `j-${n}`, lane: n % 3 },
      readyAt: later(now(), 3_600_000 + (n % 5)),
    })),
  });
  const settled = await end();
  await Promise.all([1, 2, 3].map(() => releaseHeldJobs(settled)));
  expect(await releasing(ctx)).toBe(1);
  await prisma().$executeRawUnsafe(
    `CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`,
  );
  await prisma().$executeRawUnsafe(
    'CREATE TRIGGER broken BEFORE UPDATE ON outages FOR EACH ROW EXECUTE FUNCTION broken()',
  );
  await releaseHeldJobs(settled);
  await prisma().$executeRawUnsafe('DROP FUNCTION broken CASCADE');
  expect(await releasing(ctx), 'the batch of a worker that died is repeated').toBe(1);
  for (let turn = 0; turn < 3; turn++) await releaseHeldJobs(settled);
  expect(await releasing(ctx)).toBe(0);
  const released = await prisma().work.findFirst({ where });
  expect(released?.readyAt.getTime()).toBeLessThanOrEqual(settled.getTime() + RELEASE_SPREAD_MS);
});

test('while the provider cannot be reached again, nothing is released', async () => {
  const { ctx, end, integrationId, now } = await outage(6);
  const before = await queue(ctx);
  const settled = await end();
  const breaker = { openedAt: settled, probeAt: later(now(), MINUTE_MS), words: 'refused' };
  await integrationBreakers.open(ctx.environmentId, integrationId, breaker);
  await releaseHeldJobs(settled);
  expect(await queue(ctx)).toEqual(before);
  expect(await releasing(ctx), 'the end of the new outage releases the jobs').toBe(0);
});
