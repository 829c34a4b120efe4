/** Tests that shared data of several runs is stored once, and that every reader of a run finds it. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { advanceFanout } from '#lib/engine/fanout/batch.ts';
import { BATCH } from '#lib/engine/fanout/members.ts';
import { findFanouts } from '#lib/engine/queue/everywhere.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { idFloor, newId } from '#lib/id.ts';
import { messageTexts } from '#lib/messages/page.ts';
import { notificationJson } from '#lib/notifications/list/page.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { execute, prisma, query } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import {
  type Sample,
  type SampleStep,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { broadcastEvent } from './trigger.ts';

ownScratchDatabase();

const SMS = {
  type: 'sms',
  name: 'Text',
  controlValues: { body: '{{ payload.code }} {{ actor.email }} {{ tenant.identifier }}' },
};

const names = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);

async function environment(people: number, steps: readonly SampleStep[] = [SMS]): Promise<Sample & { name: string }> {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['sms']);
  const at = new Date(Date.now() - 60_000);
  await query(
    'test-people',
    `INSERT INTO subscribers (environment_id, id, subscriber_id, phone, created_at, updated_at)
     SELECT $1, id, 's' || n - 1, '+1555' || 1000000 + n, $3, $3 FROM unnest($2::text[]) WITH ORDINALITY AS s (id, n)`,
    [sample.ctx.environmentId, names(people).map(() => newId(at)), at],
  );
  return { ...sample, name: await sampleWorkflow(sample.ctx, steps) };
}

const payloadsOf = ({ environmentId }: Ctx) =>
  prisma().payload.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
const runsOf = ({ environmentId }: Ctx) =>
  prisma().notification.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });

/** Returns the bytes on disk of all tables that triggers and deliveries write. */
async function bytes(): Promise<number> {
  const [row] = await execute<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind IN ('r', 'm') AND relnamespace = 'public'::regnamespace`,
  );
  return Number(row?.bytes);
}

const COUNT = 144;
const KB = 1_000;
/** Text that does not compress. */
const large = () => ({ code: 'c', text: randomBytes(360 * KB).toString('base64') });

const DIGEST = { type: 'digest', name: 'Collect', controlValues: { type: 'regular', amount: 1, unit: 'hours' } };
const LATER = { type: 'delay', name: 'Later', controlValues: { type: 'regular', amount: 3, unit: 'days' } };
const LAST = {
  type: 'custom',
  name: 'Last',
  controlValues: { custom: { last: '{{ steps.collect.events.last.payload.n }}' } },
};

test.each([
  ['a broadcast', [SMS], broadcast, 20 * KB],
  ['a trigger of them all', [SMS], triggerAll, 20 * KB],
  ['a broadcast through a digest', [DIGEST, SMS], broadcast, 25 * KB],
  ['a broadcast through a digest of digests', [DIGEST, { ...DIGEST, name: 'Gather' }, SMS], broadcast, 30 * KB],
])('%s with 480 kB to 144 subscribers takes little more than its payload on disk', async (_, steps, send, most) => {
  const { ctx, name, drain } = await environment(COUNT, steps);
  await send(ctx, name, { code: 'c' });
  await drain();
  const before = await bytes();
  const { transactionId = '' } = await send(ctx, name, large());
  await drain();
  const perRun = ((await bytes()) - before) / COUNT;
  const runs = await storedRuns(ctx, transactionId);
  expect(runs.map(({ outcome }) => outcome)).toEqual(Array(COUNT).fill('sent'));
  expect(perRun).toBeLessThan(most);
});

function broadcast(ctx: Ctx, name: string, payload: object) {
  return broadcastEvent(ctx, { name, payload } as never);
}

function triggerAll(ctx: Ctx, name: string, payload: object) {
  return trigger(ctx, name, names(COUNT), { payload });
}

const SHARED = {
  payload: { code: '42' },
  overrides: { sms: { body: 'never' } },
  actor: { subscriberId: 'boss', email: 'boss@example.com' },
  tenant: { identifier: 'acme' },
  context: { tenant: 'acme' },
};

/** Returns the runs and messages of an environment in the form of the interface. */
async function shown(ctx: Ctx) {
  const runs = (
    await notificationJson(
      ctx,
      (await runsOf(ctx)).map(({ id }) => id),
    )
  ).map((text) => JSON.parse(text));
  const messages = await prisma().message.findMany({ where: { environmentId: ctx.environmentId } });
  const texts = await messageTexts(
    ctx,
    messages.map(({ id }) => id),
  );
  return { runs, messages: texts.map(({ json }) => JSON.parse(json)) };
}

test.each([
  ['one subscriber', ['s0'], 0],
  ['two subscribers', ['s0', 's1'], 1],
  ['a topic', [{ type: 'Topic', topicKey: 'news' }], 1],
  ['a topic and one of its subscribers', ['s0', { type: 'Topic', topicKey: 'news' }], 1],
])('the payload of a trigger of %s is stored once, and read for each run and message', async (_, to, stored) => {
  const { ctx, name, drain } = await environment(3);
  await createSubscriptions(ctx, 'news', { subscriptions: names(3), context: SHARED.context } as never);
  const wanted = { ...SHARED, overrides: { sms: { to: ['+15550000001'] } } };
  await trigger(ctx, name, to, wanted);
  await drain();
  const [payloads, runs, wire] = [await payloadsOf(ctx), await runsOf(ctx), await shown(ctx)];
  expect(payloads).toHaveLength(stored);
  for (const run of runs) {
    expect(run.payloadId).toBe(payloads[0]?.id ?? null);
    expect(run.payload === null).toBe(stored === 1);
  }
  expect(wire.runs.map(({ payload }) => payload)).toEqual(runs.map(() => wanted.payload));
  expect(wire.messages).toHaveLength(runs.length);
  for (const message of wire.messages) {
    expect(message).toMatchObject({ payload: wanted.payload, overrides: wanted.overrides, status: 'sent' });
    expect(message.content).toBe('42 boss@example.com acme');
  }
});

test('runs with their own copy are read from it, and so are their messages', async () => {
  const { ctx, name, drain } = await environment(2);
  await trigger(ctx, name, ['s0', 's1'], { payload: { code: 'new' } });
  await drain();
  const own = { payload: { code: 'old' }, overrides: { sms: {} } };
  await prisma().notification.updateMany({
    where: { environmentId: ctx.environmentId },
    data: { ...own, payloadId: null },
  });
  const { runs, messages } = await shown(ctx);
  expect(runs.map(({ payload }) => payload)).toEqual([own.payload, own.payload]);
  expect(messages).toMatchObject([own, own]);
});

test('a retry reads the payload again', async () => {
  const { ctx, name, drain } = await environment(2);
  const where = { environmentId: ctx.environmentId };
  // The sandbox rejects messages to this number.
  await prisma().subscriber.updateMany({ where, data: { phone: '+15005550001' } });
  await trigger(ctx, name, ['s0', 's1'], { payload: { code: '42' } });
  await drain();
  await prisma().subscriber.updateMany({ where, data: { phone: '+15555550101' } });
  for (const { id: jobId, notificationId } of await prisma().job.findMany({ where }))
    await retryStep(ctx, { notificationId, jobId });
  await drain();
  const sent = { status: 'sent', content: expect.stringContaining('42'), payload: { code: '42' } };
  expect((await shown(ctx)).messages).toMatchObject([sent, sent]);
});

test('a digest collects payloads by reference for any length of its window, and passes them on', async () => {
  const { ctx, name, drain, now } = await environment(2, [DIGEST, LATER, LAST]);
  const where = { environmentId: ctx.environmentId };
  for (const n of [1, 2]) {
    await trigger(ctx, name, ['s0', 's1'], { payload: { n } });
    await drain(now());
  }
  const collected = await prisma().digestEvent.findMany({ where });
  expect(collected.map(({ payload, payloadId }) => [payload, payloadId !== null])).toEqual(Array(4).fill([null, true]));
  // The runs that were merged into the digest have ended, and are older than the environment’s retention.
  await prisma().environment.updateMany({ where: { id: ctx.environmentId }, data: { retentionDays: 1 } });
  await maintain(new Date(now().getTime() + 2 * DAY_MS));
  expect([await runsOf(ctx), await payloadsOf(ctx)].map(({ length }) => length)).toEqual([2, 2]);
  await drain(new Date(now().getTime() + 5 * DAY_MS));
  const results = await prisma().job.findMany({ where: { ...where, type: 'custom', status: 'completed' } });
  expect(results.map(({ result }) => result)).toMatchObject([{ last: 2 }, { last: 2 }]);
  await maintain(new Date(now().getTime() + 9 * DAY_MS));
  expect([await runsOf(ctx), await payloadsOf(ctx)]).toEqual([[], []]);
});

test('a fan-out that continues in the next month stores the payload also in that month', async () => {
  const { ctx, name } = await environment(BATCH + 1);
  await broadcastEvent(ctx, { name, payload: { code: '42' } } as never);
  const { environmentId } = ctx;
  const [place] = (await findFanouts()).filter((each) => each.environmentId === environmentId);
  const monthEnd = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1));
  await advanceFanout(place as never, new Date(monthEnd.getTime() - 1));
  await advanceFanout(place as never, monthEnd);
  const [payloads, runs] = [await payloadsOf(ctx), await runsOf(ctx)];
  expect(payloads.map(({ payload }) => payload)).toEqual([{ code: '42' }, { code: '42' }]);
  const floor = idFloor(monthEnd);
  expect(runs).toHaveLength(BATCH + 1);
  for (const { id, payloadId } of runs) expect(String(payloadId) >= floor).toBe(id >= floor);
});

test('an environment with shorter retention deletes a payload with the last run that refers to it', async () => {
  const { ctx, name, drain } = await environment(3);
  const { environmentId } = ctx;
  await trigger(ctx, name, names(3), { payload: { code: '42' } });
  await drain();
  await prisma().environment.updateMany({ where: { id: environmentId }, data: { retentionDays: 1 } });
  const [first, second, last] = await runsOf(ctx);
  const later = new Date(Date.now() + 2 * DAY_MS);
  // A run of the same trigger from a later batch.
  const young = newId(later);
  await query('test-move', 'UPDATE notifications SET id = $3 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    last?.id,
    young,
  ]);
  await maintain(later);
  expect((await runsOf(ctx)).map(({ id }) => id)).toEqual([young]);
  expect([first, second].map((run) => run?.payloadId)).toEqual(Array(2).fill((await payloadsOf(ctx))[0]?.id));
  // Delete the run’s reference, as the erasure of a subscriber does.
  await prisma().notification.updateMany({ where: { environmentId, id: young }, data: { payloadId: null } });
  await maintain(later);
  expect(await payloadsOf(ctx)).toEqual([]);
});
