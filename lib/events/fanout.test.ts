import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { advanceFanout } from '#lib/engine/fanout/batch.ts';
import { findFanouts } from '#lib/engine/queue/everywhere.ts';
import { newId } from '#lib/id.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import { deleteWorkflow } from '#lib/workflows/service.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { cancelTransaction } from './cancel-transaction.ts';
import { broadcastEvent } from './trigger.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello {{ subscriber.subscriberId }}' } };

async function environment(): Promise<Sample> {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['sms']);
  return sample;
}

/** Creates subscribers s0, s1 … with a phone number, older than all other rows. Returns their IDs. */
async function subscribers({ environmentId }: Ctx, count: number, at = new Date(Date.now() - 60_000)) {
  const ids = Array.from({ length: count }, () => newId(at));
  await query(
    'test-subscribers',
    `INSERT INTO subscribers (environment_id, id, subscriber_id, phone, created_at, updated_at)
     SELECT $1, id, 's' || n - 1, '+1555' || 1000000 + n, $3, $3 FROM unnest($2::text[]) WITH ORDINALITY AS s (id, n)`,
    [environmentId, ids, at],
  );
  return ids;
}

const names = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `s${from + n}`);
const subscribe = (ctx: Ctx, key: string, subscriptions: unknown[], more: object = {}) =>
  createSubscriptions(ctx, key, { subscriptions, ...more } as never);
const topic = (topicKey: string, more: object = {}) => ({ type: 'Topic', topicKey, ...more });

/** The recipient and the outcome of each run of a transaction. */
async function reached(ctx: Ctx, transactionId: string): Promise<string[]> {
  const rows = await query<{ shown: string }>(
    'test-reached',
    `SELECT s.subscriber_id || ' ' || coalesce(o.outcome || ' ' || o.reason, 'open') AS shown FROM notifications n
     JOIN subscribers s ON s.environment_id = $1 AND s.id = n.subscriber_id
     LEFT JOIN notification_outcomes o ON o.environment_id = $1 AND o.notification_id = n.id
     WHERE n.environment_id = $1 AND n.transaction_id = $2 ORDER BY length(s.subscriber_id), 1`,
    [ctx.environmentId, transactionId],
  );
  return rows.map(({ shown }) => shown);
}

const sent = (who: readonly string[]) => who.map((name) => `${name} sent sandboxed`);
const openFanouts = (ctx: Ctx) => prisma().fanout.count({ where: { environmentId: ctx.environmentId } });

test('a topic of more than one batch creates one run per subscriber, and the fan-out is deleted', async () => {
  const { ctx, drain } = await environment();
  const name = await sampleWorkflow(ctx, [SMS, SMS]);
  await subscribers(ctx, 1_200);
  for (let n = 0; n < 1_200; n += 100) await subscribe(ctx, 'all', names(100, n));
  const { transactionId = '', status } = await trigger(ctx, name, topic('all'), { context: {} });
  expect([status, await openFanouts(ctx)]).toEqual(['processed', 1]);
  await drain();
  expect(await reached(ctx, transactionId)).toEqual(
    sent(names(1_200)).sort((a, b) => a.length - b.length || (a < b ? -1 : 1)),
  );
  expect(await openFanouts(ctx)).toBe(0);
  const { environmentId } = ctx;
  expect(await prisma().message.count({ where: { environmentId } })).toBe(2_400);
  expect(await prisma().notificationTopic.count({ where: { environmentId, topicKey: 'all' } })).toBe(1_200);
  const first = await prisma().notification.findFirst({ where: { environmentId } });
  expect(first?.topics).toMatchObject([{ topicKey: 'all' }]);
  expect(first?.to).toEqual({ subscriberId: expect.stringMatching(/^s\d+$/) });
});

test('several topics and named subscribers reach each person once, except excluded ones and the actor', async () => {
  const { ctx, drain } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 8);
  await subscribe(ctx, 'a', ['s0', 's1', 's2', 's7']);
  await subscribe(ctx, 'b', ['s2', 's3', 's4', 's5', { identifier: 'again', subscriberId: 's5' }]);
  const to = ['s0', topic('a', { exclude: ['s1', 's2'] }), topic('b', { exclude: ['s4'] }), topic('nowhere')];
  const { transactionId = '' } = await trigger(ctx, name, to, { actor: 's7' });
  await drain();
  expect(await reached(ctx, transactionId)).toEqual(sent(['s0', 's2', 's3', 's5']));
  const { environmentId } = ctx;
  const rows = await prisma().notificationTopic.findMany({
    where: { environmentId },
    orderBy: { notificationId: 'asc' },
  });
  expect(rows.map(({ topicKey, subscriptionId }) => [topicKey, subscriptionId])).toEqual([
    ['b', 'tk=b:si=s2'],
    ['b', 'tk=b:si=s3'],
    ['b', 'tk=b:si=s5'],
  ]);
});

test('only subscriptions and subscribers older than the trigger are reached', async () => {
  const { ctx, drain } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 3);
  await subscribe(ctx, 'news', ['s0']);
  const [toTopic, toAll] = [await trigger(ctx, name, topic('news')), await broadcastEvent(ctx, { name })];
  await new Promise((resolve) => setTimeout(resolve, 5));
  await subscribe(ctx, 'news', ['s1']);
  await prisma().subscriber.create({
    data: {
      environmentId: ctx.environmentId,
      id: newId(),
      subscriberId: 's9',
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  await drain();
  expect(await reached(ctx, toTopic.transactionId ?? '')).toEqual(sent(['s0']));
  expect(await reached(ctx, toAll.transactionId ?? '')).toEqual(sent(['s0', 's1', 's2']));
});

test('a subscription of a context is reached only with that context', async () => {
  const { ctx, drain } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 2);
  await subscribe(ctx, 'news', ['s0'], { context: { tenant: 'acme', region: 'eu' } });
  await subscribe(ctx, 'news', ['s1']);
  const reachedBy = async (context?: object) => {
    const { transactionId = '' } = await trigger(ctx, name, topic('news'), context ? { context } : {});
    await drain();
    return reached(ctx, transactionId);
  };
  expect(await reachedBy({ tenant: { id: 'acme', data: { plan: 'plus' } }, region: 'eu' })).toEqual(sent(['s0']));
  expect(await reachedBy()).toEqual(sent(['s1']));
  expect(await reachedBy({ tenant: 'acme' })).toEqual([]);
});

test('a false condition creates a run with skipped steps, and the reason has the values read', async () => {
  const { ctx, drain, now } = await environment();
  const name = await sampleWorkflow(ctx, [
    SMS,
    { type: 'delay', name: 'Wait', controlValues: { amount: 1, unit: 'days' } },
    SMS,
  ]);
  const other = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 7);
  const { environmentId } = ctx;
  await prisma().subscriber.updateMany({
    where: { environmentId, subscriberId: 's1' },
    data: { data: { plan: 'plus' } },
  });
  const condition = { '>=': [{ var: 'payload.percent' }, 15] };
  const isPlus = { '==': [{ var: 'subscriber.data.plan' }, 'plus'] };
  await subscribe(ctx, 'wishes', ['s0'], { preferences: [{ workflowId: name, condition }] });
  await subscribe(ctx, 'wishes', ['s1', 's2'], { preferences: [{ filter: {}, condition: isPlus }] });
  await subscribe(ctx, 'wishes', ['s3'], { preferences: [{ workflowId: name, enabled: false }] });
  await subscribe(ctx, 'wishes', ['s4'], { preferences: [{ workflowId: other, enabled: false }] });
  await subscribe(ctx, 'wishes', ['s5'], { preferences: [{ workflowId: name, condition }] });
  await subscribe(ctx, 'wishes', [{ identifier: 'second', subscriberId: 's5' }]);
  await subscribe(ctx, 'wishes', ['s6'], {
    preferences: [{ filter: {}, condition: { '==': [{ var: 'actor.data.role' }, 'admin'] } }],
  });
  await trigger(ctx, other, { subscriberId: 'boss', data: { role: 'admin' } });
  const { transactionId = '' } = await trigger(ctx, name, topic('wishes'), {
    payload: { percent: 10 },
    actor: 'boss',
  });
  const inThreeDays = () => new Date(now().getTime() + 3 * 86_400_000);
  await drain(inThreeDays());
  const skipped = (who: string) => `${who} skipped topic_condition`;
  expect(await reached(ctx, transactionId)).toEqual([
    skipped('s0'),
    ...sent(['s1']),
    skipped('s2'),
    skipped('s3'),
    ...sent(['s4', 's5', 's6']),
  ]);
  const [run] = await storedRuns(ctx, transactionId);
  expect(run?.jobs.map(({ status, reason }) => [status, reason])).toEqual(
    Array(3).fill(['skipped', 'topic_condition']),
  );
  expect([run?.messages, run?.work]).toEqual([[], 0]);
  expect(run?.details).toContain('Topic subscription preference evaluated');
  const job = await prisma().job.findFirst({ where: { environmentId, notificationId: run?.id ?? '' } });
  expect(job?.reason).toMatchObject({
    evidence: { topic: 'wishes', condition, values: { 'payload.percent': 10 } },
  });
  const met = await trigger(ctx, name, topic('wishes'), { payload: { percent: 15 } });
  await drain(inThreeDays());
  expect((await reached(ctx, met.transactionId ?? ''))[0]).toBe(sent(['s0'])[0]);
});

test('a critical workflow reaches all subscribers, whatever their subscription', async () => {
  const { ctx, drain } = await environment();
  const preferences = { workflow: { all: { enabled: true, readOnly: true }, channels: {} } };
  const name = await sampleWorkflow(ctx, [SMS], { preferences });
  await subscribers(ctx, 1);
  await subscribe(ctx, 'alarms', ['s0'], { preferences: [{ filter: {}, enabled: false }] });
  const { transactionId = '' } = await trigger(ctx, name, topic('alarms'));
  await drain();
  expect(await reached(ctx, transactionId)).toEqual(sent(['s0']));
});

test('a cancellation stops a fan-out; sent messages stay, and no more runs are created', async () => {
  const { ctx, drain, now } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 1_100);
  const { transactionId = '' } = await broadcastEvent(ctx, { name, transactionId: `t-${newId()}` });
  const [place] = (await findFanouts()).filter(({ environmentId }) => environmentId === ctx.environmentId);
  if (!place) throw new Error('There is a fan-out.');
  expect(await advanceFanout(place, new Date(now().getTime() + 1_000))).toBe(true);
  expect(await cancelTransaction(ctx, transactionId)).toBe(true);
  expect(await openFanouts(ctx)).toBe(0);
  await drain();
  const runs = await reached(ctx, transactionId);
  expect(runs).toHaveLength(500);
  expect(runs.every((run) => / cancelled canceled$/.test(run))).toBe(true);
  expect(await cancelTransaction(ctx, transactionId)).toBe(false);
});

test('a fan-out stops after the deletion of its workflow', async () => {
  const { ctx, drain } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 10);
  const { transactionId = '' } = await broadcastEvent(ctx, { name });
  await deleteWorkflow(ctx, name);
  await drain();
  expect(await reached(ctx, transactionId)).toEqual([]);
});

test('a fan-out pauses while its environment has 10,000 due jobs, and others continue', async () => {
  const { ctx, now } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 600);
  await broadcastEvent(ctx, { name });
  const fill = (count: number) =>
    query(
      'test-fill',
      `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
       SELECT $1, 'fill-' || n, 'fill', n % 3, $2 FROM generate_series(1, $3::int) n`,
      [ctx.environmentId, now(), count],
    );
  await fill(10_000);
  const places = await findFanouts();
  const place = places.find(({ environmentId }) => environmentId === ctx.environmentId);
  if (!place) throw new Error('There is a fan-out.');
  const later = new Date(now().getTime() + 1_000);
  expect(await advanceFanout(place, later)).toBe(false);
  await query('test-drop-one', `DELETE FROM work WHERE environment_id = $1 AND job_id = 'fill-1'`, [ctx.environmentId]);
  expect(await advanceFanout(place, later)).toBe(true);
  expect(await advanceFanout(place, later)).toBe(false);
  expect(await openFanouts(ctx)).toBe(1);
  await query('test-drop', 'DELETE FROM work WHERE environment_id = $1', [ctx.environmentId]);
  await query('test-drop-fanout', 'DELETE FROM fanouts WHERE environment_id = $1', [ctx.environmentId]);
});

test('two simultaneous workers create each batch once', async () => {
  const { ctx } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 2_600);
  const { transactionId = '' } = await broadcastEvent(ctx, { name });
  const later = new Date(Date.now() + 1_000);
  const worker = async () => {
    for (;;) {
      const place = (await findFanouts()).find(({ environmentId }) => environmentId === ctx.environmentId);
      if (!place) return;
      await advanceFanout(place, later);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  const runs = await reached(ctx, transactionId);
  expect([runs.length, new Set(runs).size]).toEqual([2_600, 2_600]);
});

test('a used transaction ID starts no fan-out; a topic that does not exist reaches no subscriber', async () => {
  const { ctx, drain } = await environment();
  const name = await sampleWorkflow(ctx, [SMS]);
  await subscribers(ctx, 2);
  await subscribe(ctx, 'news', ['s0']);
  const first = await trigger(ctx, name, topic('news'), { transactionId: 'once' });
  const again = await broadcastEvent(ctx, { name, transactionId: 'once' });
  expect([first.error, again.error?.length, await openFanouts(ctx)]).toEqual([undefined, 1, 1]);
  await drain();
  expect(await reached(ctx, 'once')).toEqual(sent(['s0']));
  const unreached = await trigger(ctx, name, topic('absent'));
  expect(unreached).toMatchObject({ acknowledged: true, status: 'invalid_recipients' });
  const some = await trigger(ctx, name, ['someone', { type: 'Topic', topicKey: 'gone' }]);
  expect(some).toMatchObject({ status: 'processed', error: [expect.stringContaining('gone')] });
  await flushAll();
  const refused = await prisma().triggerRefusal.findMany({ where: { environmentId: ctx.environmentId } });
  expect(refused.map(({ code }) => code).sort()).toEqual(['duplicate_transaction', 'recipient_invalid']);
});
