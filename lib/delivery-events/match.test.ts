import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { messageId as idOfMessage } from '#lib/engine/attempt/message-id.ts';
import { removeDeletedEnvironments } from '#lib/engine/upkeep/deleted-environments.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { newId } from '#lib/id.ts';
import { getMessage } from '#lib/messages/service.ts';
import { hotTransaction, prisma } from '#lib/postgres/db.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { recordFetched } from './fetched.ts';
import { matchEvents, nextTry } from './match.ts';
import { storeEvents } from './store.ts';

ownScratchDatabase();

const EMAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: 'Hello', editorType: 'html' } };
const MINUTE = 60_000;

let sample: Sample;
let ctx: Ctx;
let integrationId: string;

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  await sampleIntegrations(ctx, ['email']);
  const { environmentId } = ctx;
  integrationId = (await prisma().integration.findFirstOrThrow({ where: { environmentId } })).id;
});

let people = 0;

/** Stores a message that was sent through the integration. */
async function sent() {
  people += 1;
  const subscriberId = `jane-${people}`;
  await trigger(ctx, await sampleWorkflow(ctx, [EMAIL]), { subscriberId, email: `${subscriberId}@shop.example` });
  await sample.drain();
  const where = { environmentId: ctx.environmentId, email: `${subscriberId}@shop.example` };
  const message = await prisma().message.findFirstOrThrow({ where });
  return { ...message, providerMessageId: message.providerMessageId ?? '' };
}

let made = 0;

function event(kind: VendorEvent['kind'], more: Partial<VendorEvent> = {}): VendorEvent {
  made += 1;
  return { id: `event-${made}`, kind, at: new Date(), raw: { event: kind }, ...more };
}

const store = (events: VendorEvent[], now = new Date()) =>
  storeEvents({ environmentId: ctx.environmentId, integrationId }, events, now);

/** Returns the parts of a message that people and clients see. */
async function shown(id: string) {
  const message = JSON.parse(await getMessage(ctx, id));
  const { notificationId } = await prisma().message.findFirstOrThrow({
    where: { environmentId: ctx.environmentId, id },
  });
  const details = await prisma().executionDetail.findMany({
    where: { environmentId: ctx.environmentId, notificationId, source: 'Webhook' },
    orderBy: { id: 'asc' },
  });
  return {
    status: message.status,
    deliveredAt: message.deliveredAt,
    events: (message.events ?? []).map(({ kind, at, words }: { kind: string; at: string; words?: string }) => ({
      kind,
      at,
      words,
    })),
    details: details.map(({ detail, status, reason, messageId }) => ({ detail, status, reason, messageId })),
  };
}

test('an event finds its message by our ID or the provider’s, and is recorded once', async () => {
  const message = await sent();
  const at = new Date(Date.now() - 1000);
  const delivered = event('delivered', { at, messageId: message.id, words: '250 OK' });
  const opened = event('opened', { providerMessageId: message.providerMessageId });
  expect(await store([delivered, opened])).toBe(2);
  expect(await store([delivered, opened]), 'repeated').toBe(0);
  expect(await matchEvents(new Date())).toBe(2);
  expect(await matchEvents(new Date())).toBe(0);
  expect(await shown(message.id)).toEqual({
    status: 'sent',
    deliveredAt: [at.toISOString()],
    events: [
      { kind: 'delivered', at: at.toISOString(), words: '250 OK' },
      { kind: 'opened', at: opened.at.toISOString(), words: undefined },
    ],
    details: [
      {
        detail: 'Message delivered',
        status: 'Success',
        messageId: message.id,
        reason: { code: 'delivered', evidence: { provider: 'SendGrid', at: at.toISOString() } },
      },
    ],
  });
});

test('in any order, together or one by one, events lead to the same records', async () => {
  const at = (seconds: number) => new Date(Date.now() - 600_000 + seconds * 1000);
  const times = [at(0), at(30), at(60), at(90)] as const;
  const series = (messageId: string) => [
    event('bounced', { at: times[1], messageId, bounce: 'soft', words: '452 Mailbox full' }),
    event('complained', { at: times[3], messageId }),
    event('accepted', { at: times[0], messageId }),
    event('delivered', { at: times[2], messageId }),
  ];
  const [first, second] = [await sent(), await sent()];
  await store(series(first.id));
  await matchEvents(new Date());
  for (const one of series(second.id).reverse()) {
    await store([one]);
    await matchEvents(new Date());
  }
  const [together, single] = [await shown(first.id), await shown(second.id)];
  expect(together.deliveredAt).toEqual([times[2].toISOString()]);
  expect(together.details.map(({ detail }) => detail)).toEqual([
    'Message bounced',
    'Message delivered',
    'Message complaint',
  ]);
  expect(together.events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'accepted',
    'bounced',
    'delivered',
    'complained',
  ]);
  const withoutIds = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(first.id, second.id));
  expect(withoutIds(together)).toEqual(single);
});

test('concurrent requests with the same events store each event once', async () => {
  const shared = [event('delivered'), event('opened')];
  const own = event('clicked');
  const counts = await Promise.all([store([...shared]), store([own, ...shared]), store(shared), store([])]);
  expect(counts.toSorted()).toEqual([0, 0, 1, 2]);
  const vendorEventId = { in: [...shared, own].map(({ id }) => id) };
  expect(await prisma().deliveryEvent.count({ where: { environmentId: ctx.environmentId, vendorEventId } })).toBe(3);
});

test('two workers at the same time record each event once', async () => {
  const message = await sent();
  await store(Array.from({ length: 40 }, () => event('delivered', { messageId: message.id })));
  const matched = await Promise.all([matchEvents(new Date()), matchEvents(new Date()), matchEvents(new Date())]);
  expect(matched.reduce((sum, count) => sum + count, 0)).toBe(40);
  const { events, details, deliveredAt } = await shown(message.id);
  expect([events.length, details.length, deliveredAt.length]).toEqual([40, 40, 1]);
});

test('an event that comes before our record is tried again, and given up after 10 minutes', async () => {
  const message = await sent();
  const { environmentId } = ctx;
  const received = new Date();
  await store([event('delivered', { providerMessageId: 'later', recipient: 'jane@shop.example' })], received);
  expect(await matchEvents(received)).toBe(0);
  expect(await matchEvents(received), 'it waits').toBe(0);
  await prisma().message.updateMany({ where: { environmentId, id: message.id }, data: { providerMessageId: 'later' } });
  await prisma().message.updateMany({
    where: { environmentId, id: message.id },
    data: { email: 'jane@shop.example' },
  });
  expect(await matchEvents(new Date(received.getTime() + 3000))).toBe(1);
  expect((await shown(message.id)).events).toHaveLength(1);

  await store([event('delivered', { providerMessageId: 'never', recipient: 'joe@shop.example' })], received);
  for (let minute = 0; minute <= 11; minute += 1) await matchEvents(new Date(received.getTime() + minute * MINUTE));
  const given = await prisma().deliveryEvent.findFirstOrThrow({ where: { environmentId, providerMessageId: 'never' } });
  expect(given).toMatchObject({ messageId: null, nextTryAt: null, recipient: null });
  expect(given.tries).toBeGreaterThan(3);
});

test('pauses grow to a minute, and end with the tenth one', () => {
  const receivedAt = new Date(0);
  expect(nextTry({ tries: 0, receivedAt }, new Date(0))).toEqual(new Date(2000));
  expect(nextTry({ tries: 20, receivedAt }, new Date(0))).toEqual(new Date(60_000));
  expect(nextTry({ tries: 3, receivedAt }, new Date(595_000))).toEqual(new Date(600_000));
  expect(nextTry({ tries: 3, receivedAt }, new Date(600_000))).toBeNull();
});

test('events about a copy are shown, and say nothing about the message', async () => {
  const message = await sent();
  await store([
    event('delivered', { messageId: message.id, recipient: message.email?.toUpperCase() }),
    event('bounced', { messageId: message.id, recipient: 'archive@shop.example', bounce: 'hard' }),
  ]);
  await matchEvents(new Date());
  const { events, details } = await shown(message.id);
  expect(events.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['bounced', 'delivered']);
  expect(details.map(({ detail }) => detail)).toEqual(['Message delivered']);
});

test('an integration reports on no message of another integration or environment', async () => {
  const message = await sent();
  const bounced = () => event('bounced', { messageId: message.id, providerMessageId: message.providerMessageId });
  const other = await sampleEnvironment();
  await storeEvents({ environmentId: ctx.environmentId, integrationId: newId() }, [bounced()], new Date());
  await storeEvents({ environmentId: other.ctx.environmentId, integrationId }, [bounced()], new Date());
  await storeEvents(
    { environmentId: ctx.environmentId, integrationId },
    [event('bounced', { messageId: 'x' })],
    new Date(),
  );
  expect(await matchEvents(new Date())).toBe(0);
  expect(await shown(message.id)).toMatchObject({ events: [], details: [] });
});

test('events of a message whose run was deleted are ignored', async () => {
  const message = await sent();
  const { environmentId } = ctx;
  await prisma().notification.deleteMany({ where: { environmentId, id: message.notificationId } });
  await store([event('bounced', { messageId: message.id })]);
  expect(await matchEvents(new Date())).toBe(0);
  expect(
    await prisma().executionDetail.count({ where: { environmentId, messageId: message.id, source: 'Webhook' } }),
  ).toBe(0);
  await store([event('bounced', { messageId: idOfMessage(environmentId, newId(), 'x', new Date()) })]);
  expect(await matchEvents(new Date())).toBe(0);
});

test('events that are too old, or of the future, and texts that PostgreSQL cannot store do no harm', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  expect(await store([event('opened', { at: days(-31) }), event('opened', { at: days(2) })])).toBe(0);
  const odd = event('opened', { id: 'a\u0000\ud800', providerMessageId: 'b\u0000', raw: { event: '\u0000' } });
  expect(await store([odd])).toBe(1);
  expect(await store([event('opened', { raw: { words: 'x'.repeat(5000) } })])).toBe(1);
  const [large] = await prisma().deliveryEvent.findMany({ orderBy: { receivedAt: 'desc' }, take: 1 });
  expect(JSON.stringify(large?.raw).length).toBeLessThan(4096);
});

test('events end with the retention, and with their environment', async () => {
  const other = await sampleEnvironment();
  const { environmentId } = other.ctx;
  const count = () => prisma().deliveryEvent.count({ where: { environmentId } });
  await prisma().environment.update({ where: { id: environmentId }, data: { retentionDays: 7 } });
  const old = new Date(Date.now() - 8 * 86_400_000);
  await storeEvents({ environmentId, integrationId }, [event('opened', { at: old }), event('opened')], new Date());
  expect(await count()).toBe(2);
  await maintain();
  expect(await count()).toBe(1);
  await prisma().deletedEnvironment.create({
    data: { id: environmentId, organizationId: other.ctx.organizationId, name: 'Gone', deletedAt: new Date() },
  });
  await removeDeletedEnvironments();
  expect(await count()).toBe(0);
});

/** Records events that were fetched for a message, as a request for the message's fate does. */
const fetched = (messageId: string, events: VendorEvent[], now = new Date()) => {
  const owner = { environmentId: ctx.environmentId, integrationId };
  return hotTransaction(() => recordFetched(owner, messageId, events, now));
};

test.each(['before', 'after'])(
  'an event that was pushed %s it was fetched, at another time, is recorded once',
  async (order) => {
    const message = await sent();
    const id = `${message.id} delivered`;
    const times = [new Date(Date.now() - 5000), new Date(Date.now() - 3000)] as const;
    const push = async () => {
      await store([event('delivered', { id, at: times[0], messageId: message.id })]);
      await matchEvents(new Date());
    };
    const fetchOne = () => fetched(message.id, [event('delivered', { id, at: times[1] })]);
    if (order === 'before') await push();
    expect(await fetchOne()).toBe(order === 'after');
    if (order === 'after') await push();
    expect(await fetchOne(), 'fetched again').toBe(false);
    const { events, details, deliveredAt } = await shown(message.id);
    expect([events.length, details.length, deliveredAt]).toEqual([
      1,
      1,
      [times[order === 'before' ? 0 : 1].toISOString()],
    ]);
    expect(await prisma().deliveryEvent.count({ where: { environmentId: ctx.environmentId, vendorEventId: id } })).toBe(
      1,
    );
  },
);

test('a bounce that was fetched without its kind is completed by the pushed one, which suppresses', async () => {
  const message = await sent();
  const id = `${message.id} bounced`;
  const address = { environmentId: ctx.environmentId, address: message.email ?? '' };
  await fetched(message.id, [event('bounced', { id })]);
  expect(await prisma().suppression.count({ where: address })).toBe(0);
  await fetched(message.id, [event('bounced', { id, bounce: 'hard', recipient: message.email ?? '' })]);
  expect(await prisma().suppression.findFirst({ where: address })).toMatchObject({ event: 'bounced' });
  expect((await shown(message.id)).events).toHaveLength(2);
});

test('a state without a time adds nothing to what follows from it', async () => {
  const message = await sent();
  const state = (kind: VendorEvent['kind']) => event(kind, { at: new Date(), isState: true });
  await store([event('complained', { at: new Date(Date.now() - 60_000), messageId: message.id })]);
  await matchEvents(new Date());
  expect(await fetched(message.id, [state('delivered'), state('complained')])).toBe(false);
  const { events, details } = await shown(message.id);
  expect([events.map(({ kind }: { kind: string }) => kind), details.length]).toEqual([['complained'], 1]);
});

test('a state counts although Belfry recorded an opening before, as of a program that loads pictures', async () => {
  const message = await sent();
  await store([event('opened', { messageId: message.id })]);
  await matchEvents(new Date());
  expect(await fetched(message.id, [event('bounced', { at: new Date(), isState: true, bounce: 'hard' })])).toBe(true);
});

test('fetched events of a message that was deleted since are not stored', async () => {
  const { id } = await sent();
  await prisma().message.deleteMany({ where: { environmentId: ctx.environmentId, id } });
  expect(await fetched(id, [event('delivered')])).toBe(false);
  expect(
    await prisma().deliveryEvent.count({ where: { environmentId: ctx.environmentId, claimedMessageId: id } }),
  ).toBe(0);
});

test('fetches and pushes of one message at the same time record each event once', async () => {
  const message = await sent();
  const id = `${message.id} delivered`;
  const at = (ms: number) => new Date(Date.now() - 10_000 + ms);
  await store([event('delivered', { id, at: at(0), messageId: message.id })]);
  await Promise.all([
    ...[1, 2, 3].map((ms) => fetched(message.id, [event('delivered', { id, at: at(ms) })])),
    matchEvents(new Date()),
    matchEvents(new Date()),
  ]);
  await matchEvents(new Date());
  expect((await shown(message.id)).details).toHaveLength(1);
});
