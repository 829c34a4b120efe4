/** Tests with the real engine and real sockets that each person whom an outage held up is counted once. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { releaseHeldJobs } from '#lib/engine/admission/outage-release.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { idTime } from '#lib/id.ts';
import { setPrimary } from '#lib/integrations/set-primary.ts';
import { findLateness } from '#lib/notifications/lateness/late-message.ts';
import { findOutages } from '#lib/notifications/lateness/run-outages.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { mostArrivals, unknownAttempts } from '#lib/notifications/status/unknown-attempts.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleGateway, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { exportOutageMessages } from './export.ts';
import { OutageMessagesQuery } from './schema.ts';
import { getOutage, listOutageMessages } from './service.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello {{ subscriber.subscriberId }}' } };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A provider that can be down, and otherwise responds by the name in the message. */
const provider = { url: '', isDown: false, refused: new Set<string>(), busy: new Set<string>() };

beforeEach(async () => {
  Object.assign(provider, { isDown: false, refused: new Set(), busy: new Set() });
  const server = createServer(async (request, response) => {
    if (provider.isDown) return request.socket.destroy();
    let body = '';
    for await (const chunk of request) body += chunk;
    const isIn = (names: Set<string>) => [...names].some((name) => body.includes(name));
    if (isIn(provider.refused)) return response.writeHead(400).end('unknown number');
    if (isIn(provider.busy)) return response.writeHead(429, { 'retry-after': '3600' }).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"message":{"id":"vendor-1"}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => {
    vi.useRealTimers();
    server.close();
  };
});

const person = (name: string) => ({ subscriberId: name, phone: '+15555551000' });

async function sample() {
  const { ctx, drain, now } = await sampleEnvironment();
  const integrationId = await sampleGateway(ctx, provider.url);
  const workflow = await sampleWorkflow(ctx, [SMS], { name: 'Order' });
  const after = (ms: number) => drain(new Date(now().getTime() + ms));
  const send = (...names: string[]) => trigger(ctx, workflow, names.map(person));
  return { ctx, integrationId, after, send, now };
}

async function keyOf({ environmentId }: Ctx, integrationId: string) {
  const { openedAt } = await prisma().outage.findFirstOrThrow({ where: { environmentId, integrationId } });
  return { integrationId, openedAt: openedAt.toISOString() };
}

async function stepOf({ environmentId }: Ctx, subscriberId: string) {
  const { id } = await prisma().subscriber.findFirstOrThrow({ where: { environmentId, subscriberId } });
  return prisma().job.findFirstOrThrow({ where: { environmentId, subscriberId: id } });
}

async function everyone(ctx: Ctx, key: { integrationId: string; openedAt: string }) {
  const { data } = await listOutageMessages(ctx, key, OutageMessagesQuery.parse({ limit: '100' }));
  const shown = data.map(({ subscriber, effect, reason }) => {
    const cause = reason ? ` ${reason.code}` : '';
    return `${subscriber?.subscriberId} ${effect}${cause}`;
  });
  return shown.sort();
}

/** Returns for each person how often the message may have arrived: as listed, and as counted for its run. */
async function arrivalsOf(ctx: Ctx, key: { integrationId: string; openedAt: string }) {
  const { data } = await listOutageMessages(ctx, key, OutageMessagesQuery.parse({ limit: '100' }));
  return Promise.all(
    data.map(async ({ subscriber, arrivals, sentAt, _notificationId: notificationId }) => {
      const where = { environmentId: ctx.environmentId, notificationId };
      const details = await prisma().executionDetail.findMany({ where, orderBy: { id: 'asc' } });
      const unknown = unknownAttempts(details.map(({ reason }) => reason));
      const counted = unknown && mostArrivals(unknown, sentAt !== undefined);
      return { name: subscriber?.subscriberId ?? '', listed: arrivals, counted };
    }),
  );
}

const OPENING = ['open-1', 'open-2', 'open-3', 'open-4', 'open-5'];

test('each person whom an outage held up is listed once, by the present result, and the counts add up', async () => {
  const { ctx, integrationId, after, send, now } = await sample();
  await send('before');
  await after(0);
  provider.isDown = true;
  await send(...OPENING);
  await after(SECOND);
  await send('refused', 'retried', 'refused-twice', 'busy', 'late');
  const { transactionId = '' } = await send('cancelled');
  await send('no-number');
  await after(4 * MINUTE);
  const key = await keyOf(ctx, integrationId);
  expect((await getOutage(ctx, key)).counts).toMatchObject({ waiting: 12, late: 0, failed: 0, recovered: 0 });

  await cancelTransaction(ctx, transactionId);
  await prisma().subscriber.updateMany({
    where: { environmentId: ctx.environmentId, subscriberId: 'no-number' },
    data: { phone: null },
  });
  provider.isDown = false;
  provider.refused = new Set(['refused', 'retried']);
  provider.busy = new Set(['busy']);
  await after(2 * MINUTE);
  // The clock of the test stays at the last attempt.
  await releaseHeldJobs(new Date(now().getTime() + MINUTE));
  await after(2 * MINUTE);
  provider.refused = new Set(['refused-twice']);
  // The request uses the clock of the test.
  vi.useFakeTimers({ toFake: ['Date'], now: now().getTime() + 30 * MINUTE });
  for (const name of ['retried', 'refused-twice']) {
    const { id: jobId, notificationId } = await stepOf(ctx, name);
    await retryStep(ctx, { notificationId, jobId });
  }
  await after(30 * MINUTE);
  vi.useRealTimers();
  await send('afterwards');
  await after(0);

  const late = [...OPENING, 'late'].map((name) => `${name} late`);
  const failed = [
    'cancelled failed canceled',
    'no-number failed no_address',
    'refused failed provider_rejected',
    'refused-twice failed provider_rejected',
  ];
  expect(await everyone(ctx, key)).toEqual([...late, ...failed, 'retried recovered', 'busy waiting'].sort());
  const outage = await getOutage(ctx, key);
  const arrivals = await arrivalsOf(ctx, key);
  expect(arrivals.some(({ listed = 0 }) => listed > 1)).toBe(true);
  for (const { listed, counted, name } of arrivals) expect(listed, name).toBe(counted);
  const several = arrivals.filter(({ listed = 0 }) => listed > 1).map(({ name }) => name);
  expect(outage.counts).toEqual({
    ...{ waiting: 1, late: 6, failed: 4, recovered: 1 },
    ...{ several: several.length, capped: false },
  });
  const query = OutageMessagesQuery.parse({ limit: '100', several: 'true' });
  const { data } = await listOutageMessages(ctx, key, query);
  expect(data.map(({ subscriber }) => subscriber?.subscriberId).sort()).toEqual(several.sort());
  expect(outage.failedRuns?.reasons).toEqual(['provider_rejected']);

  const file = await exportOutageMessages(ctx, key, { format: 'csv', limit: 100, effect: undefined });
  const [head = '', ...lines] = (await file.text()).trim().split('\r\n');
  expect(head).toMatch(/^effect,reason,cause,subscriberId,/);
  expect(lines).toHaveLength(12);
  expect(lines.find((line) => line.includes('refused-twice'))).toMatch(/^failed,provider_rejected,.*unknown number/);
  const { notificationId: id } = await stepOf(ctx, 'retried');
  const delay = await findLateness({ environmentId: ctx.environmentId, id });
  expect(delay).toMatchObject({ cause: 'retry' });
  expect(await findOutages({ environmentId: ctx.environmentId, id })).toMatchObject([key]);
  const cancelled = await stepOf(ctx, 'cancelled');
  expect(await findOutages({ environmentId: ctx.environmentId, id: cancelled.notificationId })).toMatchObject([key]);
  expect(delay?.shares).toEqual([
    { cause: 'outage', ms: expect.any(Number), provider: 'gateway', since: key.openedAt, until: expect.any(String) },
    { cause: 'retry', ms: expect.any(Number), actor: 'an API key', at: expect.any(String) },
  ]);
  const [held = 0, waitedForRetry = 0] = (delay?.shares ?? []).map(({ ms }) => Math.round(ms / MINUTE));
  expect([held >= 4 && held <= 7, waitedForRetry >= 28 && waitedForRetry <= 31], JSON.stringify(delay)).toEqual([
    true,
    true,
  ]);

  const withoutMessage = lines.filter((line) => line.endsWith(','));
  expect(withoutMessage.map((line) => line.match(/^(waiting|failed,canceled),/)?.[1]).sort()).toEqual([
    'failed,canceled',
    'waiting',
  ]);
});

test('a person who waited only for the last seconds of an outage is late too', async () => {
  const { ctx, integrationId, after, send } = await sample();
  provider.isDown = true;
  await send(...OPENING);
  await after(SECOND);
  await send('last');
  await after(MINUTE);
  provider.isDown = false;
  await after(10 * MINUTE);
  const { environmentId } = ctx;
  const { notificationId, id } = await stepOf(ctx, 'last');
  // The trigger uses a different clock than the engine, so the times of the end are moved.
  const closedAt = new Date(idTime(notificationId).getTime() + 4 * SECOND);
  const sentAt = new Date(closedAt.getTime() + 3 * SECOND);
  await prisma().message.updateMany({ where: { environmentId, notificationId }, data: { sentAt } });
  await prisma().notificationOutcome.updateMany({
    where: { environmentId, notificationId },
    data: { createdAt: sentAt },
  });
  await prisma().executionDetail.updateMany({
    where: { environmentId, notificationId, jobId: id },
    data: { createdAt: closedAt },
  });
  await prisma().outage.updateMany({ where: { environmentId }, data: { closedAt } });
  const key = await keyOf(ctx, integrationId);
  const shown = await everyone(ctx, key);
  expect(shown).toEqual([...OPENING, 'last'].map((name) => `${name} late`).sort());
  expect((await getOutage(ctx, key)).counts).toMatchObject({ late: 6, failed: 0, waiting: 0 });
});

test('people whose messages another integration sent later stay in the outage that held them up', async () => {
  const { ctx, integrationId, after, send } = await sample();
  const other = await sampleGateway(ctx, provider.url, 'other');
  await setPrimary(ctx, integrationId);
  provider.isDown = true;
  await send(...OPENING);
  await after(SECOND);
  await send('held-1', 'held-2');
  await after(2 * MINUTE);
  await setPrimary(ctx, other);
  provider.isDown = false;
  await after(10 * MINUTE);
  const key = await keyOf(ctx, integrationId);
  const messages = await prisma().message.findMany({ where: { environmentId: ctx.environmentId } });
  expect(messages.filter((message) => message.integrationId === other).length).toBeGreaterThan(0);
  expect(await everyone(ctx, key)).toEqual([...OPENING, 'held-1', 'held-2'].map((name) => `${name} late`).sort());
});

test('the usual time is that of runs outside outages, even if most runs were in one', async () => {
  const { ctx, integrationId, after, send } = await sample();
  await send(...Array.from({ length: 6 }, (_, n) => `before-${n}`));
  await after(0);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE });
  provider.isDown = true;
  await send(...OPENING);
  await after(SECOND);
  await send(...Array.from({ length: 20 }, (_, n) => `held-${n}`));
  await after(4 * MINUTE);
  provider.isDown = false;
  await after(10 * MINUTE);
  vi.useRealTimers();
  const { environmentId } = ctx;
  const newest = await prisma().notification.findFirstOrThrow({ where: { environmentId }, orderBy: { id: 'desc' } });
  const delay = await findLateness({ environmentId, id: newest.id });
  expect(delay).toMatchObject({ cause: 'outage', usualOf: 6 });
  expect(await findOutages({ environmentId, id: newest.id })).toMatchObject([{ integrationId }]);
  expect(delay?.usualMs).toBeLessThan(5 * SECOND);
});

test('a message that failed after one outage and waited through the next one names both', async () => {
  const { ctx, after, send, now } = await sample();
  const { environmentId } = ctx;
  provider.isDown = true;
  await send(...OPENING);
  await after(SECOND);
  await send('twice');
  await after(4 * MINUTE);
  provider.isDown = false;
  provider.refused = new Set(['twice']);
  await releaseHeldJobs(new Date(now().getTime() + MINUTE));
  await after(10 * MINUTE);
  provider.refused = new Set();
  provider.isDown = true;
  vi.useFakeTimers({ toFake: ['Date'], now: now().getTime() + 30 * MINUTE });
  await send(...OPENING.map((name) => `${name}-again`));
  await after(31 * MINUTE);
  const { id: jobId, notificationId: id } = await stepOf(ctx, 'twice');
  vi.setSystemTime(now().getTime() + SECOND);
  await retryStep(ctx, { notificationId: id, jobId });
  await after(3 * MINUTE);
  provider.isDown = false;
  await after(10 * MINUTE);
  vi.useRealTimers();
  const outages = await prisma().outage.findMany({ where: { environmentId }, orderBy: { openedAt: 'asc' } });
  const starts = outages.map(({ openedAt }) => openedAt.toISOString());
  expect(starts).toHaveLength(2);
  expect((await findOutages({ environmentId, id })).map(({ openedAt }) => openedAt)).toEqual(starts);
  const { shares = [] } = (await findLateness({ environmentId, id })) ?? {};
  expect(shares.map(({ cause, since }) => [cause, since])).toEqual([
    ['outage', starts[0]],
    ['retry', undefined],
    ['outage', starts[1]],
  ]);
});

test('the usual time leaves out messages that had failed and were retried', async () => {
  const { ctx, after, send, now } = await sample();
  await send(...Array.from({ length: 6 }, (_, n) => `before-${n}`));
  await after(0);
  const names = Array.from({ length: 8 }, (_, n) => `retried-${n}`);
  provider.refused = new Set(['retried']);
  await send(...names);
  await after(SECOND);
  provider.refused = new Set();
  vi.useFakeTimers({ toFake: ['Date'], now: now().getTime() + 30 * MINUTE });
  for (const name of names) {
    const { id: jobId, notificationId } = await stepOf(ctx, name);
    await retryStep(ctx, { notificationId, jobId });
  }
  await after(31 * MINUTE);
  provider.refused = new Set(['last']);
  await send('last');
  await after(SECOND);
  provider.refused = new Set();
  vi.setSystemTime(now().getTime() + 10 * MINUTE);
  const { id: jobId, notificationId: id } = await stepOf(ctx, 'last');
  await retryStep(ctx, { notificationId: id, jobId });
  await after(11 * MINUTE);
  vi.useRealTimers();
  const delay = await findLateness({ environmentId: ctx.environmentId, id });
  expect(delay).toMatchObject({ cause: 'retry', usualOf: 6 });
  expect(delay?.usualMs).toBeLessThan(5 * SECOND);
});
