import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { matchEvents } from '#lib/delivery-events/match.ts';
import { storeEvents } from '#lib/delivery-events/store.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const EMAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: 'Hello', editorType: 'html' } };
const MINUTE = 60_000;
const START = new Date(Date.now() - 3_600_000);
const at = (minute: number) => new Date(START.getTime() + minute * MINUTE);

let sample: Sample;
let ctx: Ctx;
let integrationId: string;
let workflow: string;

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  await sampleIntegrations(ctx, ['email']);
  const { environmentId } = ctx;
  integrationId = (await prisma().integration.findFirstOrThrow({ where: { environmentId } })).id;
  workflow = await sampleWorkflow(ctx, [EMAIL]);
});

let made = 0;

function newAddress(): string {
  made += 1;
  return `jane-${made}@shop.example`;
}

/** Messages to one person that went through the integration, the oldest first. */
async function sent(email: string, count = 1, overrides: object = {}) {
  for (let one = 0; one < count; one += 1) await trigger(ctx, workflow, { subscriberId: email, email }, { overrides });
  await sample.drain();
  const where = { environmentId: ctx.environmentId, email };
  return prisma().message.findMany({ where, orderBy: { id: 'asc' } });
}

function event(kind: VendorEvent['kind'], minute: number, more: Partial<VendorEvent> = {}): VendorEvent {
  made += 1;
  return { id: `event-${made}`, kind, at: at(minute), raw: {}, ...more };
}

const store = (events: VendorEvent[], now = new Date()) =>
  storeEvents({ environmentId: ctx.environmentId, integrationId }, events, now);

async function report(events: VendorEvent[]) {
  await store(events);
  await matchEvents(new Date());
}

const listed = (address: string) =>
  prisma().suppression.findFirst({ where: { environmentId: ctx.environmentId, channel: 'email', address } });

async function removeAt(address: string, removedAt: Date) {
  const { environmentId } = ctx;
  await prisma().suppression.deleteMany({ where: { environmentId, address } });
  await prisma().suppressionRemoval.create({ data: { environmentId, channel: 'email', address, removedAt } });
}

test('a hard bounce suppresses the address with its time, words, message and run, once', async () => {
  const email = newAddress();
  const [message] = await sent(email);
  const bounced = event('bounced', 3, { bounce: 'hard', messageId: message?.id, words: '550 User unknown' });
  await report([bounced]);
  await report([bounced]);
  expect(await listed(email)).toMatchObject({
    event: 'bounced',
    createdAt: at(3),
    words: '550 User unknown',
    messageId: message?.id,
    notificationId: message?.notificationId,
  });
  const id = String((await listed(email))?.id);
  expect(Number.parseInt(id.slice(0, 8), 16)).toBe(Math.floor(at(3).getTime() / 1000));
  expect(id).toMatch(/^[0-9a-f]{24}$/);
});

test.each([
  ['a soft bounce', { kind: 'bounced', bounce: 'soft' }],
  ['a block of the sender', { kind: 'bounced', bounce: 'block' }],
  ['a delay', { kind: 'delayed' }],
  ['a refusal of the provider', { kind: 'rejected' }],
  ['an opening', { kind: 'opened' }],
  ['leaving the mailing list', { kind: 'unsubscribed' }],
] as const)('%s suppresses nothing', async (_, { kind, ...more }) => {
  const email = newAddress();
  const [message] = await sent(email);
  await report([event(kind, 1, { ...more, messageId: message?.id, recipient: email })]);
  expect(await listed(email)).toBeNull();
});

test('a complaint counts more than a bounce, and the earliest of equal causes stays, in any order of arrival', async () => {
  const addresses = [newAddress(), newAddress()] as const;
  for (const [index, email] of addresses.entries()) {
    const [message] = await sent(email);
    const about = { messageId: message?.id };
    const events = [
      event('bounced', 1, { ...about, bounce: 'hard' }),
      event('complained', 5, { ...about, words: 'abuse' }),
      event('complained', 4, { ...about, words: 'first' }),
      event('bounced', 9, { ...about, bounce: 'hard' }),
    ];
    for (const one of index === 0 ? events : events.reverse()) await report([one]);
  }
  for (const email of addresses)
    expect(await listed(email)).toMatchObject({ event: 'complained', createdAt: at(4), words: 'first' });
});

test('five messages that bounce softly in a row suppress the address, also with three workers', async () => {
  const email = newAddress();
  const messages = await sent(email, 5);
  const bounces = messages.map(({ id }, minute) => event('bounced', minute, { bounce: 'soft', messageId: id }));
  await report(bounces.slice(0, 4));
  expect(await listed(email)).toBeNull();
  await report(bounces.slice(4));
  expect(await listed(email)).toMatchObject({ event: 'soft_bounced', createdAt: at(4), messageId: messages[4]?.id });

  const other = newAddress();
  const ids = (await sent(other, 5)).map(({ id }) => id);
  // Each worker takes the rows that no other worker has locked.
  await Promise.all(
    ids.map(async (messageId, minute) => {
      await store([event('bounced', minute, { bounce: 'soft', messageId })]);
      await matchEvents(new Date());
    }),
  );
  expect(await listed(other)).toMatchObject({ event: 'soft_bounced', createdAt: at(4) });
});

test('a delivery between soft bounces ends the row, even if its report comes last', async () => {
  const email = newAddress();
  const messages = await sent(email, 6);
  const soft = messages.map(({ id }, minute) => event('bounced', minute * 2, { bounce: 'soft', messageId: id }));
  const [, , third] = messages;
  await report(soft.filter(({ messageId }) => messageId !== third?.id));
  expect(await listed(email)).not.toBeNull();
  await report([event('delivered', 4, { messageId: third?.id })]);
  expect(await listed(email)).toBeNull();
});

test('after a person removed the address, only later events count', async () => {
  const [hard, soft] = [newAddress(), newAddress()];
  const [message] = await sent(hard);
  await removeAt(hard, at(10));
  await report([event('bounced', 9, { bounce: 'hard', messageId: message?.id })]);
  expect(await listed(hard)).toBeNull();
  await report([event('bounced', 11, { bounce: 'hard', messageId: message?.id })]);
  expect(await listed(hard)).not.toBeNull();

  const messages = await sent(soft, 10);
  const bounces = messages.map(({ id }, minute) => event('bounced', minute, { bounce: 'soft', messageId: id }));
  await report(bounces.slice(0, 5));
  await removeAt(soft, at(4));
  await report(bounces.slice(5, 9));
  expect(await listed(soft)).toBeNull();
  await report(bounces.slice(9));
  expect(await listed(soft)).not.toBeNull();
});

test('an address that a person added keeps its note', async () => {
  const email = newAddress();
  const { environmentId } = ctx;
  const data = { environmentId, channel: 'email', address: email, event: 'added', note: 'By phone', createdAt: at(0) };
  const [message] = await sent(email);
  await prisma().suppression.create({ data });
  await report([event('complained', 1, { messageId: message?.id })]);
  expect(await listed(email)).toMatchObject({ event: 'added', note: 'By phone' });
});

test('an event about a copy suppresses the copy; without a name it suppresses no one', async () => {
  const [named, unnamed] = [newAddress(), newAddress()];
  const copies = { email: { cc: ['Archive@Shop.example'] } };
  const [first] = await sent(named, 1, copies);
  await report([
    event('bounced', 1, { bounce: 'hard', messageId: first?.id, recipient: 'Archive <archive@shop.EXAMPLE>' }),
    event('delivered', 1, { messageId: first?.id, recipient: `Jane <${named}>` }),
  ]);
  expect(await listed('archive@shop.example')).toMatchObject({ event: 'bounced', messageId: first?.id });
  expect(await listed(named)).toBeNull();
  const [second] = await sent(unnamed, 1, copies);
  await report([event('bounced', 1, { bounce: 'hard', messageId: second?.id })]);
  expect(await listed(unnamed)).toBeNull();
});

test('an event whose message is deleted still suppresses the address that it names', async () => {
  const [gone, foreign, complained] = [newAddress(), newAddress(), newAddress()];
  const [message] = await sent(gone);
  const { environmentId } = ctx;
  await prisma().message.deleteMany({ where: { environmentId, id: message?.id ?? '' } });
  const received = new Date();
  const about = { messageId: message?.id };
  await store([event('bounced', 1, { ...about, bounce: 'hard', recipient: gone })], received);
  await store([event('complained', 1, { ...about, recipient: complained })], received);
  // The account of the provider has another sender too.
  await store([event('complained', 1, { providerMessageId: 'news', recipient: foreign })], received);
  await matchEvents(received);
  expect(await listed(gone)).toBeNull();
  for (let minute = 1; minute <= 11; minute += 1) await matchEvents(new Date(received.getTime() + minute * MINUTE));
  expect(await listed(gone)).toMatchObject({ event: 'bounced', messageId: null });
  expect(await listed(complained)).toMatchObject({ event: 'complained' });
  expect(await listed(foreign)).toBeNull();
});

test('removals end after the longest time of events', async () => {
  const { environmentId } = ctx;
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  await removeAt('old@shop.example', days(33));
  await removeAt('new@shop.example', days(29));
  await maintain();
  const left = await prisma().suppressionRemoval.findMany({ where: { environmentId, channel: 'email' } });
  const addresses = left.map(({ address }) => address);
  expect(addresses).toContain('new@shop.example');
  expect(addresses).not.toContain('old@shop.example');
});

test.each([
  ['+15555550101', '+15555550101'],
  ['15555550102', '+15555550102'],
])('the phone number %s is suppressed in this form if the provider writes %s', async (phone, recipient) => {
  const { environmentId } = ctx;
  const own = { environmentId, channel: 'sms' };
  if (!(await prisma().integration.findFirst({ where: own }))) await sampleIntegrations(ctx, ['sms']);
  const { id: smsIntegration } = await prisma().integration.findFirstOrThrow({ where: own });
  const texts = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  // The bounce of a copied email address does not affect the phone number.
  const overrides = { email: { cc: ['archive@shop.example'] } };
  for (let one = 0; one < 5; one += 1) await trigger(ctx, texts, { subscriberId: phone, phone }, { overrides });
  await sample.drain();
  const messages = await prisma().message.findMany({ where: { environmentId, phone }, orderBy: { id: 'asc' } });
  const reported = async (bounce: 'soft' | 'hard', ids: string[]) => {
    const events = ids.map((messageId, minute) => event('bounced', minute, { bounce, messageId, recipient }));
    await storeEvents({ environmentId, integrationId: smsIntegration }, events, new Date());
    await matchEvents(new Date());
    return prisma().suppression.findMany({ where: { ...own, address: { in: [phone, recipient] } } });
  };
  const ids = messages.map(({ id }) => id);
  expect(await reported('soft', ids.slice(0, 4))).toEqual([]);
  expect(await reported('soft', ids.slice(4))).toMatchObject([{ address: phone, event: 'soft_bounced' }]);
  expect(await reported('hard', ids.slice(4))).toMatchObject([{ address: phone, event: 'bounced' }]);
});
