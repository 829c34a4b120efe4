/** Tests the filter by reports of providers, with the real statements. */
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { insertMessages } from '#testing/stored-messages.ts';
import { ListMessagesQuery, MessagePage } from './schema.ts';
import { listMessages } from './service.ts';

ownScratchDatabase();

const COUNT = 30_000;

let ctx: Ctx;

/** The events of messages, by the number of the message. */
const EVENTS = { 4: ['delivered', 'opened'], 3: ['bounced'], 2: ['rejected'], 1: ['delivered', 'complained'] };

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  const { environmentId } = ctx;
  await insertMessages(ctx, { count: COUNT, from: Date.now() - COUNT * 1_000, everyMs: 1_000 });
  for (const [n, kinds] of Object.entries(EVENTS))
    for (const [minutes, each] of [
      [0, n],
      [COUNT / 60 - 1, String(COUNT - Number(n))],
    ] as const) {
      const where = { environmentId, transactionId: `txn_${each}` };
      const { id: messageId, notificationId } = await prisma().message.findFirstOrThrow({ where });
      const at = new Date(Date.now() - (COUNT / 60 - 1 - minutes) * 60_000);
      const of = { environmentId, integrationId: newId(), occurredAt: at, receivedAt: at, messageId, notificationId };
      for (const kind of kinds)
        await prisma().deliveryEvent.create({ data: { ...of, id: newId(at), kind, vendorEventId: newId() } });
    }
  const copied = { environmentId, transactionId: 'txn_5' };
  const { id: messageId } = await prisma().message.findFirstOrThrow({ where: copied });
  const at = new Date();
  const ofCopy = { environmentId, integrationId: newId(), occurredAt: at, receivedAt: at, messageId, ofCopy: true };
  await prisma().deliveryEvent.create({ data: { ...ofCopy, id: newId(), kind: 'bounced', vendorEventId: 'copy' } });
  await execute('ANALYZE messages');
  await execute('ANALYZE delivery_events');
});

const list = async (query: Record<string, string | string[]>) =>
  MessagePage.parse(JSON.parse(await listMessages(ctx, ListMessagesQuery.parse({ limit: '10', ...query }))));
const numbers = ({ data }: MessagePage) =>
  data.map(({ transactionId }) => Number(transactionId.slice('txn_'.length))).map((n) => (n > 5 ? COUNT - n : n));

test.each<[string | string[], number[]]>([
  ['delivered', [1, 4]],
  ['bounced', [2, 3]],
  ['complained', [1]],
  ['opened', [4]],
  ['clicked', []],
  [
    ['opened', 'complained'],
    [1, 4],
  ],
])('delivery %s finds the messages %j among the newest 20,000', async (delivery, expected) => {
  const page = await list({ delivery });
  expect(numbers(page)).toEqual(expected);
  expect(page.searchedTo, 'older messages are left to the next search').toBeDefined();
});

test('an event of a copy does not count, and other filters narrow the search', async () => {
  const before = new Date(Date.now() - (COUNT - 100) * 1_000).toISOString();
  expect(numbers(await list({ delivery: 'bounced', before }))).toEqual([3, 2]);
  expect(numbers(await list({ delivery: 'bounced', transactionId: ['txn_2'] }))).toEqual([2]);
});

test('each message is looked up in the index of events', async () => {
  const { nodes } = await planCost(() => list({ delivery: 'clicked' }));
  expect([...nodes].filter((node) => node.includes('Seq Scan'))).toEqual([]);
});
