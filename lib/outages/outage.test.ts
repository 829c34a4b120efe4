/** Tests the list of one outage with the real engine and real sockets. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { releaseHeldJobs } from '#lib/engine/admission/outage-release.ts';
import { newId } from '#lib/id.ts';
import { findLateness } from '#lib/notifications/lateness/late-message.ts';
import { findOutages } from '#lib/notifications/lateness/run-outages.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { type BehavingServer, startBehavingServer } from '#testing/behaving-server.ts';
import { sampleEnvironment, sampleGateway, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { insertMessages } from '#testing/stored-messages.ts';
import { exportOutageMessages } from './export.ts';
import { listRecentOutages } from './recent.ts';
import { OutageMessagesQuery } from './schema.ts';
import { getOutage, listOutageMessages } from './service.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
/** Critical messages are given up after 15 minutes. */
const CRITICAL = { preferences: { user: { all: { enabled: true, readOnly: true }, channels: {} } } };
const MINUTE = 60_000;

let provider: BehavingServer;

beforeEach(async () => {
  provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"}}');
  return () => provider.stop();
});

const people = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => ({ subscriberId: `${name}-${n}`, phone: `+1555555${1000 + n}` }));

async function list(ctx: Ctx, key: { integrationId: string; openedAt: string }, query: object = {}) {
  const page = await listOutageMessages(ctx, key, OutageMessagesQuery.parse(query));
  return { ...page, shown: page.data.map(({ subscriber, effect }) => `${subscriber?.subscriberId} ${effect}`).sort() };
}

/**
 * Creates an outage: six messages are late, three were given up, and one of the three is sent by a retry after the
 * outage.
 */
async function overOutage() {
  const { ctx, drain, now } = await sampleEnvironment();
  const { environmentId } = ctx;
  const integrationId = await sampleGateway(ctx, provider.url);
  const ordinary = await sampleWorkflow(ctx, [SMS], { name: 'Order' });
  const critical = await sampleWorkflow(ctx, [SMS], { name: 'Code', ...CRITICAL });
  const until = (minutes: number) => drain(new Date(now().getTime() + minutes * MINUTE));
  await trigger(ctx, ordinary, people(2, 'before'));
  await until(0);
  provider.state = 'breaks off';
  await trigger(ctx, ordinary, people(6, 'order'));
  const { transactionId = '' } = await trigger(ctx, critical, people(3, 'code'));
  await until(20);
  provider.state = 'answers';
  await until(120);
  const [{ openedAt, closedAt } = {}] = await prisma().outage.findMany({ where: { environmentId } });
  const { id: subscriberId = '' } =
    (await prisma().subscriber.findFirst({ where: { environmentId, subscriberId: 'code-0' } })) ?? {};
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId, subscriberId } });
  await retryStep(ctx, { notificationId: job.notificationId, jobId: job.id });
  await until(1);
  return { ctx, transactionId, closedAt, key: { integrationId, openedAt: openedAt?.toISOString() ?? '' } };
}

test('an outage lists who was late, who failed, and who was sent by a retry', async () => {
  const { ctx, transactionId, closedAt, key } = await overOutage();
  expect((await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome).sort()).toEqual([
    'failed',
    'failed',
    'sent',
  ]);
  const outage = await getOutage(ctx, key);
  expect(outage).toMatchObject({
    ...{ integration: { name: 'gateway', identifier: 'gateway' }, channel: 'sms', closedAt: closedAt?.toISOString() },
    counts: { waiting: 0, late: 6, failed: 2, recovered: 1, capped: false },
  });
  const failedRun = await prisma().notification.findFirstOrThrow({
    where: { environmentId: ctx.environmentId, transactionId },
    orderBy: { id: 'desc' },
  });
  expect(Date.parse(outage.failedRuns?.before ?? '')).toBeGreaterThanOrEqual(failedRun.createdAt.getTime());

  const late = Array.from({ length: 6 }, (_, n) => `order-${n} late`);
  const failed = ['code-1 failed', 'code-2 failed'];
  expect((await list(ctx, key, { limit: '100' })).shown).toEqual([...late, 'code-0 recovered', ...failed].sort());
  expect((await list(ctx, key, { effect: 'failed' })).shown).toEqual(failed);
  const [recovered] = (await list(ctx, key, { effect: 'recovered' })).data;
  const [delayed] = (await list(ctx, key, { effect: 'late' })).data;
  const { environmentId } = ctx;
  const lateness = (id = '') => findLateness({ environmentId, id });
  expect(await lateness(delayed?._notificationId)).toMatchObject({
    ...{ channel: 'sms', cause: 'outage', shares: [{ cause: 'outage', provider: 'gateway', since: key.openedAt }] },
  });
  const held = { ...key, closedAt: closedAt?.toISOString() };
  expect(await findOutages({ environmentId, id: delayed?._notificationId ?? '' })).toEqual([held]);
  const [givenUp] = (await list(ctx, key, { effect: 'failed' })).data;
  expect(await findOutages({ environmentId, id: givenUp?._notificationId ?? '' })).toEqual([held]);
  // The request uses a different clock than the test, so the retry seems to come before the failure.
  expect(await lateness(recovered?._notificationId)).toMatchObject({ cause: 'outage' });
  expect(recovered).toMatchObject({ effect: 'recovered', workflow: { name: 'Code' }, subscriber: { deleted: false } });
  expect(Date.parse(recovered?.sentAt ?? '')).toBeGreaterThan(Date.parse(recovered?.heldAt ?? ''));
});

test('a message whose retry waited when the outage began, and the probe, are part of every count', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  const integrationId = await sampleGateway(ctx, provider.url);
  const workflow = await sampleWorkflow(ctx, [SMS], { name: 'Order' });
  const until = (minutes: number) => drain(new Date(now().getTime() + minutes * MINUTE));
  provider.state = 'breaks off';
  await trigger(ctx, workflow, people(1, 'first'));
  await until(2);
  expect(await listRecentOutages(ctx), 'one message is no outage').toEqual([]);
  await trigger(ctx, workflow, people(6, 'order'));
  await until(1);
  const [lasting] = await listRecentOutages(ctx);
  expect(lasting).toMatchObject({ waiting: 7, more: false });
  const key = { integrationId, openedAt: lasting?.openedAt ?? '' };
  expect((await getOutage(ctx, key)).counts).toMatchObject({ waiting: 7, late: 0 });
  const names = ['first-0', ...Array.from({ length: 6 }, (_, n) => `order-${n}`)];
  expect((await list(ctx, key)).shown).toEqual(names.map((name) => `${name} waiting`));

  provider.state = 'answers';
  await until(1);
  await releaseHeldJobs(now());
  await until(0.5);
  expect((await list(ctx, key)).shown).toEqual(names.map((name) => `${name} late`));
  expect((await getOutage(ctx, key)).counts).toMatchObject({ waiting: 0, late: 7, failed: 0 });
  expect(await listRecentOutages(ctx)).toMatchObject([{ late: 7, failed: 0 }]);
});

test('the outages of 30 days are listed, those in progress first', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const integrationId = await sampleGateway(ctx, provider.url);
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE);
  const [lasting, over, old] = [at(60), at(30), at(31 * 24 * 60)];
  const outage = { environmentId, integrationId, words: 'refused' };
  await prisma().outage.createMany({
    data: [
      { ...outage, integrationId: 'unknown', openedAt: lasting },
      { ...outage, openedAt: over, closedAt: at(20), late: 2, failed: 1 },
      { ...outage, openedAt: old, closedAt: at(1) },
    ],
  });
  const gateway = { _id: integrationId, name: 'gateway', identifier: 'gateway' };
  expect(await listRecentOutages(ctx)).toEqual([
    { integration: { _id: 'unknown' }, openedAt: lasting.toISOString(), words: 'refused' },
    {
      integration: gateway,
      openedAt: over.toISOString(),
      closedAt: expect.any(String),
      words: 'refused',
      late: 2,
      failed: 1,
    },
  ]);
});

test('a lasting outage lists waiting messages, even with slow earlier retries, and then late ones', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  const { environmentId } = ctx;
  const integrationId = await sampleGateway(ctx, provider.url);
  const workflow = await sampleWorkflow(ctx, [SMS], { name: 'Order' });
  const until = (minutes: number) => drain(new Date(now().getTime() + minutes * MINUTE));
  provider.state = 'fails';
  await trigger(ctx, workflow, people(1, 'slow'));
  await until(150);
  provider.state = 'breaks off';
  await trigger(ctx, workflow, people(6, 'order'));
  await until(20);
  const { openedAt } = await prisma().outage.findFirstOrThrow({ where: { environmentId, closedAt: null } });
  const key = { integrationId, openedAt: openedAt.toISOString() };
  const names = ['slow-0', ...Array.from({ length: 6 }, (_, n) => `order-${n}`)];
  const shown = (effect: string) => names.map((name) => `${name} ${effect}`).sort();

  expect((await getOutage(ctx, key)).counts).toEqual({
    waiting: 7,
    late: 0,
    failed: 0,
    recovered: 0,
    several: 6,
    capped: false,
  });
  expect((await list(ctx, key, { effect: 'late' })).data).toEqual([]);
  const waiting = await list(ctx, key, { effect: 'waiting', limit: '5' });
  const rest = await list(ctx, key, { effect: 'waiting', limit: '5', after: waiting.next ?? '' });
  expect([...waiting.shown, ...rest.shown].sort()).toEqual(shown('waiting'));
  expect(rest.next).toBeNull();
  const [first] = waiting.data;
  expect(first).toMatchObject({ workflow: { name: 'Order', workflowId: workflow }, subscriber: { deleted: false } });
  expect(Date.parse(first?.retryAt ?? '')).toBeGreaterThan(openedAt.getTime());
  const file = await exportOutageMessages(ctx, key, { format: 'csv', limit: 100, effect: ['waiting'] });
  expect((await file.text()).match(/^waiting,/gm)).toHaveLength(7);

  provider.state = 'answers';
  await until(60);
  expect((await list(ctx, key, { effect: 'waiting' })).shown, 'a slow retry after the outage').toEqual([
    'slow-0 waiting',
  ]);
  await until(480);
  expect((await getOutage(ctx, key)).counts).toEqual({
    waiting: 0,
    late: 7,
    failed: 0,
    recovered: 0,
    several: 6,
    capped: false,
  });
  expect((await list(ctx, key)).shown).toEqual(shown('late'));
});

test('pages lead forth and back over every message once, and the export has them all', async () => {
  const { ctx, key } = await overOutage();
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const page = await list(ctx, key, { limit: '4', ...(after && { after }) });
    pages.push(page.data.map(({ _id }) => _id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 1]);
  expect(new Set(pages.flat()).size).toBe(9);
  expect(pages.flat()).toEqual(pages.flat().toSorted().reverse());
  const back = await list(ctx, key, { limit: '4', before: pages[2]?.[0] });
  expect(back.data.map(({ _id }) => _id)).toEqual(pages[1]);
  expect([back.next, back.previous]).toEqual([pages[1]?.at(-1), pages[1]?.[0]]);
  const first = await list(ctx, key, { limit: '4', before: pages[1]?.[0] });
  expect([first.data.map(({ _id }) => _id), first.previous]).toEqual([pages[0], null]);
  await expect(list(ctx, key, { after: newId(), before: newId() })).rejects.toMatchObject({ code: 'bad_request' });
  expect((await list(ctx, key, { after: 'none' })).data).toEqual([]);

  const file = await exportOutageMessages(ctx, key, { format: 'csv', limit: 100, effect: undefined });
  const lines = (await file.text()).trim().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.filter((line) => line.startsWith('failed,'))).toHaveLength(2);
});

test('another integration, time or environment is not found', async () => {
  const { ctx, key } = await overOutage();
  const missing = { code: 'not_found' };
  await expect(getOutage(ctx, { ...key, integrationId: newId() })).rejects.toMatchObject(missing);
  await expect(getOutage(ctx, { ...key, openedAt: new Date(0).toISOString() })).rejects.toMatchObject(missing);
  await expect(getOutage({ ...ctx, environmentId: newId() }, key)).rejects.toMatchObject(missing);
});

test('a long queue of other jobs is read by index, in bounded pieces', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const [openedAt, integrationId] = [new Date(Date.now() - MINUTE), newId()];
  await prisma().outage.create({ data: { environmentId, integrationId, openedAt, words: 'refused' } });
  await execute(
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), lpad(to_hex(n), 24, '0'), 1, now() + n * interval '1 s' FROM generate_series(1, 30000) n`,
    [environmentId],
  );
  await execute('ANALYZE work');
  const key = { integrationId, openedAt: openedAt.toISOString() };
  expect((await getOutage(ctx, key)).counts).toEqual({
    waiting: 0,
    late: 0,
    failed: 0,
    recovered: 0,
    several: 0,
    capped: true,
  });
  const { rows, nodes } = await planCost(() => list(ctx, key, { effect: 'waiting' }));
  expect(rows, [...nodes].join(', ')).toBeLessThan(40_000);
  expect([...nodes].filter((node) => node.includes('Seq Scan on'))).toEqual([]);
});

test('a long list of other slow messages is read in bounded pieces', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  const from = Date.now() - 24 * 3_600_000;
  await insertMessages(ctx, { count: 30_000, from, everyMs: 2_000, sentAfterMs: '600000' });
  await execute('ANALYZE messages');
  const [openedAt, closedAt] = [new Date(from), new Date()];
  const key = { integrationId: newId(), openedAt: openedAt.toISOString() };
  await prisma().outage.create({ data: { environmentId, ...key, openedAt, closedAt, words: 'refused' } });
  const page = await list(ctx, key);
  expect(page.data).toEqual([]);
  expect(page.next, 'the list goes on behind what was read').not.toBeNull();
  expect((await getOutage(ctx, key)).counts).toEqual({
    waiting: 0,
    late: 0,
    failed: 0,
    recovered: 0,
    several: 0,
    capped: true,
  });
  const { rows, nodes } = await planCost(() => list(ctx, key));
  expect(rows, [...nodes].join(', ')).toBeLessThan(60_000);
  expect([...nodes].filter((node) => node.includes('Seq Scan on messages'))).toEqual([]);
});
