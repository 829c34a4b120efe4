import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { endSnoozes } from './end-snoozes.ts';
import { ListInboxQuery } from './schema.ts';
import { changeOne, countInbox, listInbox } from './service.ts';
import { snooze, unsnooze } from './snooze.ts';

ownScratchDatabase();

const HOUR = 3_600_000;
const IN_APP = { type: 'in_app', name: 'Bell', controlValues: { subject: 'Hello', body: 'Hello' } };
const UNREAD = { filters: [{ filter: { read: false, snoozed: false }, given: {} }] };

let sample: Sample;
let ctx: Ctx;

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  await sampleIntegrations(ctx, ['in_app']);
});

/** Returns a message that was read and then snoozed for an hour. */
async function snoozed(subscriberId: string) {
  await trigger(ctx, await sampleWorkflow(ctx, [IN_APP]), subscriberId);
  await sample.drain();
  const [message] = (await listInbox(ctx, subscriberId, ListInboxQuery.parse({}))).data;
  const one = { subscriberId, notificationId: message?.id ?? '', contextKeys: undefined };
  await changeOne(ctx, one, 'read');
  const until = new Date(Date.now() + HOUR);
  await snooze(ctx, one, until);
  const list = async (query = {}) => (await listInbox(ctx, subscriberId, ListInboxQuery.parse(query))).data;
  return { one, until, list };
}

test('after a snooze, the message is unread, listed again and delivered once more', async () => {
  const { until, list } = await snoozed('jane');
  const [before] = await list();
  expect(before).toMatchObject({ isSnoozed: true, isRead: true });
  expect(await endSnoozes(new Date(until.getTime() - 1))).toBe(0);
  expect(await list({ snoozed: 'false' })).toEqual([]);
  const ended = await Promise.all([endSnoozes(until), endSnoozes(until)]);
  expect(ended.toSorted()).toEqual([0, 1]);
  expect(await list({ snoozed: 'false', read: 'false' })).toMatchObject([
    {
      isSnoozed: false,
      isRead: false,
      readAt: null,
      isSeen: true,
      deliveredAt: [...(before?.deliveredAt ?? []), until.toISOString()],
    },
  ]);
  expect(await countInbox(ctx, 'jane', UNREAD)).toMatchObject([{ count: 1 }]);
  expect(await endSnoozes(new Date(until.getTime() + HOUR))).toBe(0);
});

test('a snoozed message is seen and not archived', async () => {
  const { one } = await snoozed('jim');
  await changeOne(ctx, one, 'archive');
  const until = new Date(Date.now() + HOUR);
  expect(await snooze(ctx, one, until)).toMatchObject({ isSnoozed: true, isArchived: false, isSeen: true });
});

test('a snooze that is taken back leaves the state and the delivery times unchanged', async () => {
  const { one, list } = await snoozed('judy');
  const [before] = await list();
  const { isRead, readAt, deliveredAt } = before ?? {};
  expect(isRead).toBe(true);
  expect(await unsnooze(ctx, one, true)).toMatchObject({
    isSnoozed: false,
    snoozedUntil: null,
    isRead,
    readAt,
    deliveredAt,
  });
});

test('an unsnoozed message is unread too, and a message without a snooze stays unchanged', async () => {
  const { one, list } = await snoozed('joe');
  expect(await unsnooze(ctx, one)).toMatchObject({ isSnoozed: false, isRead: false });
  expect((await list())[0]?.deliveredAt).toHaveLength(2);
  await changeOne(ctx, one, 'read');
  expect(await unsnooze(ctx, one)).toMatchObject({ isRead: true });
  expect((await list())[0]?.deliveredAt).toHaveLength(2);
});
