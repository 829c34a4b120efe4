import { expect, test } from 'vitest';
import { prisma } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { triggerBulk } from './bulk.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Code {{ payload.code }}' } };

test('each event of a bulk has its own workflow, payload, context and recipients', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const [one, other] = [await sampleWorkflow(ctx, [SMS]), await sampleWorkflow(ctx, [SMS, SMS])];
  const [jane, bob] = ['jane', 'bob'].map((subscriberId) => ({ subscriberId, phone: '+15555550123' }));
  const results = await triggerBulk(ctx, {
    events: [
      { name: one, to: [jane, bob], transactionId: 'first', payload: { code: '1' }, context: { tenant: 'acme' } },
      { name: other, to: 'jane', transactionId: 'second', payload: { code: '2' }, overrides: { severity: 'high' } },
      { name: 'absent', to: 'jane' },
    ],
  } as never);
  expect(results).toMatchObject([
    { status: 'processed', transactionId: 'first' },
    { status: 'processed', transactionId: 'second' },
    { status: 'error', error: ['workflow_not_found', 'There is no workflow “absent” in this environment'] },
  ]);
  const { environmentId } = ctx;
  const runs = await prisma().notification.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  // Shared data of several runs is stored once.
  const shared = new Map(
    (await prisma().payload.findMany({ where: { environmentId } })).map((each) => [each.id, each]),
  );
  expect([...shared.values()].map(({ transactionId }) => transactionId)).toEqual(['first']);
  expect(
    runs.map((run) => {
      const { payload, overrides } = shared.get(run.payloadId ?? '') ?? run;
      return [run.transactionId, payload, run.contextKeys, overrides];
    }),
  ).toEqual([
    ['first', { code: '1' }, ['tenant:acme'], null],
    ['first', { code: '1' }, ['tenant:acme'], null],
    ['second', { code: '2' }, [], { severity: 'high' }],
  ]);
  const work = await prisma().work.findMany({ where: { environmentId }, orderBy: { jobId: 'asc' } });
  expect(work.map(({ lane }) => lane)).toEqual([1, 1, 0]);
  expect(await prisma().context.count({ where: { environmentId } })).toBe(1);
  await drain();
  expect((await storedRuns(ctx, 'first')).map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
  const [second] = await storedRuns(ctx, 'second');
  expect(second?.jobs.map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('a transaction ID runs once, even if repeated in a bulk trigger or used before', async () => {
  const { ctx } = await sampleEnvironment();
  const name = await sampleWorkflow(ctx, [SMS]);
  const event = (transactionId: string, to: string) => ({ name, to, transactionId });
  const bulks = [
    [event('a', 'ann'), event('b', 'bob'), event('a', 'cay')],
    [event('b', 'dan'), event('c', 'eve')],
  ];
  const results = [];
  for (const events of bulks) results.push(await triggerBulk(ctx, { events } as never));
  const errors = results.map((bulk) => bulk.map(({ error }) => error?.length ?? 0));
  expect(errors).toEqual([
    [0, 0, 1],
    [1, 0],
  ]);
  const { environmentId } = ctx;
  const runs = await prisma().notification.findMany({ where: { environmentId }, orderBy: { transactionId: 'asc' } });
  const subscribers = await prisma().subscriber.findMany({ where: { environmentId } });
  const nameOf = new Map(subscribers.map(({ id, subscriberId }) => [id, subscriberId]));
  expect(runs.map((run) => [run.transactionId, nameOf.get(run.subscriberId)])).toEqual([
    ['a', 'ann'],
    ['b', 'bob'],
    ['c', 'eve'],
  ]);
  await flushAll();
  const refused = await prisma().triggerRefusal.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  expect(refused.map(({ transactionId }) => transactionId)).toEqual(['a', 'b']);
});

test('simultaneous bulk triggers of the same subscribers and transactions do not deadlock', async () => {
  const { ctx } = await sampleEnvironment();
  const name = await sampleWorkflow(ctx, [SMS]);
  const events = Array.from({ length: 40 }, (_, n) => ({
    name,
    to: { subscriberId: `s-${n % 10}`, firstName: `Name ${n}` },
    transactionId: `t-${n}`,
    context: { tenant: { id: `c-${n % 5}`, data: { n } } },
  }));
  const orders = [events, events.toReversed(), [...events.slice(20), ...events.slice(0, 20)]];
  const results = await Promise.all(orders.map((order) => triggerBulk(ctx, { events: order } as never)));
  expect(results.flat().filter(({ error }) => error === undefined)).toHaveLength(40);
  const { environmentId } = ctx;
  expect(await prisma().notification.count({ where: { environmentId } })).toBe(40);
  expect(await prisma().subscriber.count({ where: { environmentId } })).toBe(10);
});
