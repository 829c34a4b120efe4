/** Tests HTTP steps whose host cannot be reached or responds slowly, with the real engine and real sockets. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { type BehavingServer, startBehavingServer } from '#testing/behaving-server.ts';
import { sampleEnvironment, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

let host: BehavingServer;
let other: BehavingServer;

beforeEach(async () => {
  host = await startBehavingServer('breaks off');
  other = await startBehavingServer('answers');
  return () => {
    host.stop();
    other.stop();
  };
});

const ask = ({ url }: BehavingServer) => ({ type: 'http_request', name: 'Ask', controlValues: { method: 'GET', url } });

async function triggerMany(ctx: Ctx, workflowId: string, count: number): Promise<string> {
  const to = Array.from({ length: count }, (_, n) => ({ subscriberId: `s-${n}` }));
  return (await trigger(ctx, workflowId, to)).transactionId ?? '';
}

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);
const open = ({ environmentId }: Ctx) => prisma().hostBreaker.findMany({ where: { environmentId } });

test('a host without a response gets no requests, its steps wait without an attempt, and one probe detects its return', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  const workflowId = await sampleWorkflow(ctx, [ask(host)]);
  const transactionId = await triggerMany(ctx, workflowId, 20);
  await drain(seconds(now(), 0));
  expect(await open(ctx)).toEqual([expect.objectContaining({ words: expect.stringContaining('broke') })]);
  const met = host.requests;
  expect(met).toBeLessThanOrEqual(25);

  // A new step has no attempt. Other hosts, and the same host in another environment, are called.
  const late = await triggerMany(ctx, workflowId, 1);
  const elsewhere = await triggerMany(ctx, await sampleWorkflow(ctx, [ask(other)]), 1);
  await drain(seconds(now(), 0));
  const [waiting] = await storedRuns(ctx, late);
  expect(waiting).toMatchObject({ outcome: null, work: 1 });
  expect(waiting?.jobs).toEqual([{ type: 'http_request', status: 'queued', reason: 'host_unavailable', attempts: 0 }]);
  const stored = await prisma().job.findFirstOrThrow({
    where: { environmentId: ctx.environmentId, notificationId: waiting?.id ?? '' },
  });
  const reason = parseReason(stored.reason);
  expect(reason && summaryOf(reason)).toMatch(/^127\.0\.0\.1:\d+ has not responded since .*broke/);
  expect((await storedRuns(ctx, elsewhere))[0]?.outcome).toBe('done');
  expect(host.requests).toBe(met);

  // If the machine needed more than half a minute until here, the probe may have been sent.
  await drain(seconds(now(), 20));
  expect(host.requests).toBeLessThanOrEqual(met + 1);
  host.state = 'answers';
  await drain(seconds(now(), 60));
  expect(await open(ctx)).toEqual([]);
  const runs = [...(await storedRuns(ctx, transactionId)), ...(await storedRuns(ctx, late))];
  expect(runs.map(({ outcome, work }) => [outcome, work])).toEqual(Array(21).fill(['done', 0]));
});

test('the steps of a dead host fail within a minute, with at most one request in 30 s', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  const workflowId = await sampleWorkflow(ctx, [ask(host)]);
  await triggerMany(ctx, workflowId, 20);
  await drain(seconds(now(), 0));
  const met = host.requests;
  const late = await triggerMany(ctx, workflowId, 20);
  await drain(seconds(now(), 70));
  expect(host.requests - met).toBeLessThanOrEqual(3);
  const runs = await storedRuns(ctx, late);
  expect(runs.map(({ outcome, reason, work }) => [outcome, reason, work])).toEqual(
    Array(20).fill(['failed', 'request_failed', 0]),
  );
});

test('a slow host has a share of the slots, and does not delay other hosts', async () => {
  const { ctx, drain, start } = await sampleEnvironment(undefined, 8);
  host.state = 'hangs';
  await triggerMany(ctx, await sampleWorkflow(ctx, [ask(host)]), 40);
  const quick = await triggerMany(ctx, await sampleWorkflow(ctx, [ask(other)]), 40);
  const workLoop = start();
  const done = async () => (await storedRuns(ctx, quick)).filter(({ outcome }) => outcome === 'done').length;
  await expect.poll(done).toBe(40);
  expect(host.mostOpen).toBeLessThanOrEqual(6);
  host.state = 'answers';
  host.breakOff();
  expect(await workLoop.stop(60_000)).toBe(true);
  await drain();
});
