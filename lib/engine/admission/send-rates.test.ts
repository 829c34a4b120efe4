/** Tests rate limits of integrations with the real engine, the real statements and a real server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import {
  sampleEnvironment,
  sampleGateway,
  sampleWorkflow,
  sampleWorkLoop,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { SendRates } from './send-rates.ts';

ownScratchDatabase();
beforeAll(() => void vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1'));

/** An SMS provider on this machine that accepts everything. */
let provider: Server;
let requests = 0;

beforeEach(async () => {
  requests = 0;
  provider = createServer((_, response) => {
    requests++;
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"message":{"id":"vendor-${requests}"}}`);
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  return async () => {
    provider.close();
    await prisma().work.deleteMany(); // otherwise the next test would run these jobs
  };
});

async function gateway(ctx: Ctx, messagesPerSecond: number): Promise<string> {
  const id = await sampleGateway(ctx, `http://127.0.0.1:${(provider.address() as AddressInfo).port}`);
  await change(ctx, { messagesPerSecond });
  return id;
}

const change = ({ environmentId }: Ctx, data: { messagesPerSecond?: number; sandbox?: boolean }) =>
  prisma().integration.updateMany({ where: { environmentId }, data });

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const IN_APP = { type: 'in_app', name: 'Inbox', controlValues: { subject: 'Hi', body: 'Hello' } };
const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000);

async function triggerMany(ctx: Ctx, workflowId: string, count: number): Promise<string> {
  const to = Array.from({ length: count }, (_, n) => ({ subscriberId: `s-${n}`, phone: `+1555555${1000 + n}` }));
  return (await trigger(ctx, workflowId, to)).transactionId ?? '';
}

test('messages are sent at the rate limit, and waiting ones have a reason and count no attempt', async () => {
  const { ctx, drain, now, moveTo } = await sampleEnvironment();
  await gateway(ctx, 2);
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 40);
  // The clock of the test is ahead of the wall clock, so that a slow machine does not change when messages are sent.
  moveTo(seconds(now(), 60));
  await drain(seconds(now(), 0));
  expect(requests).toBe(1);
  await drain(seconds(now(), 5.2));
  expect(requests).toBe(11);
  const waiting = (await storedRuns(ctx, transactionId)).filter(({ work }) => work > 0);
  expect(waiting).toHaveLength(29);
  // Waits of less than five seconds are not recorded.
  const recorded = waiting.flatMap(({ jobs }) => jobs).filter(({ reason }) => reason !== null);
  expect(recorded).toHaveLength(29);
  expect(new Set(recorded.map(({ reason }) => reason))).toEqual(new Set(['rate_limit_waiting']));
  expect(recorded.map(({ attempts }) => attempts)).toEqual(Array(29).fill(0));
  expect(waiting.flatMap(({ messages }) => messages)).toEqual([]);

  await drain(seconds(now(), 15));
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome, work }) => [outcome, work])).toEqual(Array(40).fill(['sent', 0]));
  expect(runs.map(({ jobs }) => jobs[0]?.attempts)).toEqual(Array(40).fill(1));
  expect(requests).toBe(40);
  // A wait is recorded once. The message is then sent as if it had not waited.
  const waited = runs.filter(({ details }) => details.includes('Unexpected provider error'));
  expect(waited.length).toBeGreaterThanOrEqual(29);
  expect(waited.length).toBeLessThanOrEqual(31);
  const afterwards = ['Step queued', 'Integration instance selected', 'Message created', 'Message sent'];
  for (const { details } of waited) expect(details).toEqual(['Unexpected provider error', ...afterwards]);
});

test('two workers together keep the limit', async () => {
  const { ctx, now, moveTo, drain } = await sampleEnvironment();
  await gateway(ctx, 10);
  await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 100);
  moveTo(seconds(now(), 60));
  await drain(seconds(now(), 0));
  const other = sampleWorkLoop(now, undefined);
  for (let tenth = 1; tenth <= 50; tenth++) {
    moveTo(seconds(now(), 0.1));
    await Promise.all([other.drain(), drain(now())]);
  }
  // 5 s at 10 per second, and the allowance of a tenth of a second.
  expect(requests).toBeGreaterThanOrEqual(50);
  expect(requests).toBeLessThanOrEqual(52);
});

test('a step waits only briefly for an earlier one under a rate limit', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await gateway(ctx, 0.01);
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS, IN_APP]), 3);
  await drain(seconds(now(), 1));
  const jobs = (await storedRuns(ctx, transactionId)).map((run) => run.jobs.map(({ status }) => status));
  // No in-app integration exists.
  expect(jobs.toSorted()).toEqual([
    ['completed', 'failed'],
    ['queued', 'failed'],
    ['queued', 'failed'],
  ]);
});

test('urgent messages are sent before waiting ones', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await gateway(ctx, 1);
  await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 60);
  await drain(seconds(now(), 2));
  const urgent = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS], { severity: 'high' }), 1);
  await drain(seconds(now(), 2));
  expect(await storedRuns(ctx, urgent)).toMatchObject([{ outcome: 'sent' }]);
});

test('a critical message fails after 15 minutes, with the reason', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await gateway(ctx, 0.01);
  const workflowId = await sampleWorkflow(ctx, [SMS], { preferences: { workflow: { all: { readOnly: true } } } });
  const transactionId = await triggerMany(ctx, workflowId, 20);
  await drain(seconds(now(), 1_000));
  const runs = await storedRuns(ctx, transactionId);
  const given = runs.filter(({ outcome }) => outcome === 'failed');
  expect(given.length).toBeGreaterThanOrEqual(9);
  expect(new Set(given.map(({ reason }) => reason))).toEqual(new Set(['rate_limit_exceeded']));
  expect(runs.filter(({ outcome }) => outcome === 'sent').length).toBe(requests);
});

test('a changed limit applies immediately', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await gateway(ctx, 0.01);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  await triggerMany(ctx, workflowId, 3);
  await drain(seconds(now(), 1));
  await change(ctx, { messagesPerSecond: 100 });
  const later = await triggerMany(ctx, workflowId, 5);
  await drain(seconds(now(), 1));
  expect((await storedRuns(ctx, later)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('sent'));
  await drain(seconds(now(), 600));
  expect(requests).toBe(8);
});

test('sandbox mode has no limit', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await gateway(ctx, 0.01);
  await change(ctx, { sandbox: true });
  const transactionId = await triggerMany(ctx, await sampleWorkflow(ctx, [SMS]), 5);
  await drain(seconds(now(), 0));
  expect((await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('sent'));
});

test('many simultaneous requests for turns are answered by few transactions, each once', async () => {
  const { ctx, now } = await sampleEnvironment();
  const integrationId = await gateway(ctx, 100);
  const rates = [new SendRates(), new SendRates(), new SendRates()];
  const at = now();
  const pending = Array.from({ length: 300 }, (_, n) =>
    rates[n % 3]?.take([ctx.environmentId, integrationId], { messagesPerSecond: 100, hasTurn: false }, at),
  );
  const turns = (await Promise.all(pending)).map((turn) => turn?.getTime());
  expect(turns.filter((turn) => turn === undefined)).toHaveLength(11);
  const waits = turns.flatMap((turn) => turn ?? []);
  expect(new Set(waits).size).toBe(289);
});
