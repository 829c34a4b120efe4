/** Tests which callers may move a waiting sensitive run to another address, with the real engine and statements. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import { broadcastEvent } from '#lib/events/trigger.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { patchSubscriber, saveSubscribers } from '#lib/subscribers/changes.ts';
import { appendCredentials, deleteCredentials, updateCredentials } from '#lib/subscribers/credentials.ts';
import { createSubscriber } from '#lib/subscribers/service.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import { patchWorkflow } from '#lib/workflows/service.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const CONTENT = {
  email: { subject: 'Code', body: '<p>123</p>', editorType: 'html' },
  sms: { body: '123' },
  chat: { body: '123' },
  push: { subject: 'Code', body: '123' },
};
type Tried = keyof typeof CONTENT;
const send = (type: Tried) => ({ type, name: type, controlValues: CONTENT[type] });
const wait = (type: 'delay' | 'digest') => ({
  type,
  name: type,
  controlValues: { type: 'regular', amount: 2, unit: 'hours' },
});

const HOOK = 'https://hooks.slack.com/services/T/B/';
const JANE = { subscriberId: 'jane', email: 'jane@example.com', phone: '+15555550101' };
const OTHER = { email: 'other@example.com', phone: '+15555550102', chat: `${HOOK}other`, push: 'other-device' };
const person = (role: 'support' | 'developer') =>
  ({ type: 'user', userId: 'u', email: 'sue@example.com', role, sessionId: 's' }) as const;
const actors = { support: person('support'), developer: person('developer') };
type Caller = 'support' | 'developer' | 'API key';

interface World extends Sample {
  /** The addresses that received a message. */
  sent: unknown[];
  as(caller: Caller): Ctx;
}

async function world(channels: readonly Tried[]): Promise<World> {
  const sent: unknown[] = [];
  const sample = await sampleEnvironment((environmentId, target, now) => {
    const { email, phone, directWebhookUrl, deviceTokens } = target.address.record;
    sent.push(email ?? phone ?? directWebhookUrl ?? deviceTokens?.[0]);
    return sendTarget(environmentId, target, now);
  });
  const { ctx } = sample;
  await sampleIntegrations(ctx, channels);
  await createSubscriber(ctx, JANE as never);
  if (channels.includes('chat')) await connect(ctx, 'slack', { webhookUrl: `${HOOK}jane` });
  if (channels.includes('push')) await connect(ctx, 'fcm', { deviceTokens: ['device'] });
  const as = (caller: Caller) => (caller === 'API key' ? ctx : { ...ctx, actor: actors[caller] });
  return { ...sample, sent, as };
}

function connect(ctx: Ctx, providerId: string, credentials: object): Promise<string> {
  return updateCredentials(ctx, 'jane', { providerId, credentials } as never);
}

async function sensitive(ctx: Ctx, steps: Parameters<typeof sampleWorkflow>[1]): Promise<string> {
  const workflowId = await sampleWorkflow(ctx, steps);
  await patchWorkflow(ctx, workflowId, { isSensitive: true } as never);
  return workflowId;
}

/** Triggers a workflow, and lets the run wait. */
async function waiting(sample: World, workflowId: string, more: object = {}): Promise<string> {
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, 'jane', more);
  await sample.drain(new Date(sample.now().getTime() + 1_000));
  return transactionId;
}

async function reasonOf({ ctx }: World): Promise<string | undefined> {
  const where = { environmentId: ctx.environmentId, status: 'failed' };
  const job = await prisma().job.findFirst({ where, orderBy: { id: 'desc' } });
  const reason = parseReason(job?.reason);
  return reason && summaryOf(reason, { subscriber: 'Jane' });
}

type Writer = (ctx: Ctx, address: string) => Promise<unknown>;
const ofProfile = (field: 'email' | 'phone'): Record<string, Writer> => ({
  upsert: (ctx, address) => createSubscriber(ctx, { subscriberId: 'jane', [field]: address } as never),
  PATCH: (ctx, address) => patchSubscriber(ctx, 'jane', { [field]: address } as never),
  'PATCH in two steps': async (ctx, address) => {
    await patchSubscriber(ctx, 'jane', { [field]: null } as never);
    await patchSubscriber(ctx, 'jane', { [field]: address, firstName: 'Jane' } as never);
    await patchSubscriber(ctx, 'jane', { [field]: address, firstName: 'Janet' } as never);
  },
  'bulk and CSV import': (ctx, address) =>
    saveSubscribers(ctx, { subscribers: [{ subscriberId: 'jane', [field]: address }] } as never),
});
const ofConnection = (providerId: string, credentials: (address: string) => object): Record<string, Writer> => ({
  credentials: (ctx, address) => connect(ctx, providerId, credentials(address)),
  'credentials in two steps': async (ctx, address) => {
    await deleteCredentials(ctx, 'jane', providerId);
    await connect(ctx, providerId, credentials(address));
    await connect(ctx, providerId, credentials(address));
  },
  'added credentials': async (ctx, address) => {
    await deleteCredentials(ctx, 'jane', providerId);
    await appendCredentials(ctx, 'jane', { providerId, credentials: credentials(address) } as never);
  },
});
const WRITERS: Record<Tried, Record<string, Writer>> = {
  email: ofProfile('email'),
  sms: ofProfile('phone'),
  chat: ofConnection('slack', (webhookUrl) => ({ webhookUrl })),
  push: ofConnection('fcm', (token) => ({ deviceTokens: [token] })),
};
const NAMES = { email: 'email address', sms: 'phone number', chat: 'chat connection', push: 'push device' };
const CASES = Object.entries(WRITERS).flatMap(([channel, writers]) =>
  Object.entries(writers).flatMap(([writer, write]) =>
    (['support', 'developer', 'API key'] as const).map((caller) => ({ channel, writer, caller, write })),
  ),
) as { channel: Tried; writer: string; caller: Caller; write: Writer }[];
const BY_MEMBER = 'by a member who may not see sensitive content';
const addressOf = (channel: Tried) => OTHER[channel === 'sms' ? 'phone' : channel];

test.each(CASES)('a waiting sensitive $channel after $writer by $caller', async ({ channel, caller, write }) => {
  const sample = await world([channel]);
  const { ctx, drain, sent, as } = sample;
  const transactionId = await waiting(sample, await sensitive(ctx, [wait('delay'), send(channel)]));
  await write(as(caller), addressOf(channel));
  await drain();
  if (caller !== 'support') {
    expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
    expect(sent).toEqual([addressOf(channel)]);
    return;
  }
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'failed', reason: 'address_changed' }]);
  expect(sent).toEqual([]);
  const reason = await reasonOf(sample);
  expect(reason).toMatch(new RegExp(`^Jane’s ${NAMES[channel]} was changed on .+ UTC ${BY_MEMBER}$`));
});

test('a changed phone does not stop email, and an added device does not stop another device', async () => {
  const sample = await world(['email', 'sms', 'push']);
  const { ctx, drain, sent, as } = sample;
  const steps = [wait('delay'), { ...send('sms'), name: 'text' }, send('email'), send('push')];
  await waiting(sample, await sensitive(ctx, steps));
  await patchSubscriber(as('support'), 'jane', { phone: OTHER.phone } as never);
  const added = { providerId: 'fcm', credentials: { deviceTokens: [OTHER.push] } };
  await appendCredentials(as('support'), 'jane', added as never);
  await drain();
  expect(sent.toSorted()).toEqual(['device', JANE.email]);
});

test('the address is unrestricted for later runs, other workflows, and after a write with the permission', async () => {
  const sample = await world(['email']);
  const { ctx, drain, sent, as } = sample;
  const steps = [wait('delay'), send('email')];
  const [hidden, open] = [await sensitive(ctx, steps), await sampleWorkflow(ctx, steps)];
  const change = (caller: Caller, email = OTHER.email) => patchSubscriber(as(caller), 'jane', { email } as never);
  await waiting(sample, open);
  await change('support');
  await drain();
  expect(sent.splice(0)).toEqual([OTHER.email]);
  await waiting(sample, hidden);
  await drain();
  expect(sent.splice(0)).toEqual([OTHER.email]);
  for (const caller of ['API key', 'developer'] as const) {
    await change(caller, JANE.email);
    await waiting(sample, hidden);
    await change('support');
    await change(caller);
    await drain();
    expect(sent.splice(0)).toEqual([OTHER.email]);
  }
  await change('API key', JANE.email);
  await waiting(sample, hidden);
  await change('support');
  await trigger(ctx, open, { subscriberId: 'jane', email: OTHER.email });
  await drain();
  expect(sent).toEqual([OTHER.email, OTHER.email]);
});

test.each([
  ['whatsapp-business', []],
  ['slack', ['sent']],
])('a chat by %s after a change of the phone', async (providerId, expected) => {
  const sample = await world(['chat']);
  const { ctx, drain, sent, as } = sample;
  if (providerId !== 'slack') {
    await deleteCredentials(ctx, 'jane', 'slack');
    const integration = { name: 'Chat', providerId, channel: 'chat', active: true, sandbox: true, credentials: {} };
    await createIntegration(ctx, integration as never);
    await connect(ctx, providerId, { channel: JANE.phone });
  }
  await waiting(sample, await sensitive(ctx, [wait('delay'), send('chat')]));
  await patchSubscriber(as('support'), 'jane', { phone: OTHER.phone } as never);
  await drain();
  expect(sent.map(() => 'sent')).toEqual(expected);
});

test('a name that Support changes restricts no address', async () => {
  const sample = await world(['email', 'chat']);
  const { ctx, drain, sent, as } = sample;
  await waiting(sample, await sensitive(ctx, [wait('delay'), send('email'), send('chat')]));
  await patchSubscriber(as('support'), 'jane', { ...JANE, firstName: 'Janet' } as never);
  await connect(as('support'), 'slack', { webhookUrl: `${HOOK}jane` });
  await drain();
  expect(sent.toSorted()).toEqual([`${HOOK}jane`, JANE.email]);
});

test('a member who may see the content sends it to the restricted address, also at later attempts', async () => {
  // The sandbox fails the first attempt to this number.
  const phone = '+15005550008';
  const sample = await world(['sms']);
  const { ctx, drain, sent, as } = sample;
  const transactionId = await waiting(sample, await sensitive(ctx, [wait('delay'), send('sms')]));
  await patchSubscriber(as('support'), 'jane', { phone } as never);
  await drain();
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId: ctx.environmentId, type: 'sms' } });
  const which = { notificationId: job.notificationId, jobId: job.id };
  await retryStep(as('support'), which);
  await drain();
  expect(sent).toEqual([]);
  await retryStep(as('developer'), which);
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent)).toEqual(new Set([phone]));
});

test('a retry by a member who may see the content keeps its permission while it waits', async () => {
  const sample = await world(['sms']);
  const { ctx, drain, sent, as, now } = sample;
  const { environmentId } = ctx;
  const transactionId = await waiting(sample, await sensitive(ctx, [wait('delay'), send('sms')]));
  await patchSubscriber(as('support'), 'jane', { phone: OTHER.phone } as never);
  await drain();
  expect(sent).toEqual([]);
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId, type: 'sms' } });
  const probeAt = new Date(now().getTime() + 60_000);
  const breaker = { environmentId, integrationId: id, words: 'refused', openedAt: now(), probeAt };
  await prisma().circuitBreaker.create({ data: breaker });
  const setSandbox = (sandbox: boolean) => prisma().integration.updateMany({ where: { id }, data: { sandbox } });
  await setSandbox(false);
  await retryStep(as('developer'), { notificationId: job.notificationId, jobId: job.id });
  await drain(now());
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ jobs: [{}, { reason: 'provider_unavailable' }] }]);
  await setSandbox(true);
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
  expect(sent).toEqual([OTHER.phone]);
});

test('an address that Support changes after the retry of another member gets nothing', async () => {
  const sample = await world(['sms']);
  const { ctx, drain, sent, as, now } = sample;
  const transactionId = await waiting(sample, await sensitive(ctx, [wait('delay'), send('sms')]));
  await patchSubscriber(as('support'), 'jane', { phone: OTHER.phone } as never);
  await drain();
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId: ctx.environmentId, type: 'sms' } });
  await retryStep(as('developer'), { notificationId: job.notificationId, jobId: job.id });
  await patchSubscriber(as('support'), 'jane', { phone: '+15555550103' } as never);
  await drain(now());
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ jobs: [{}, { reason: 'address_changed' }] }]);
  expect(sent).toEqual([]);
});

test('the trigger counts, not the time at which a scheduled fan-out creates its runs', async () => {
  const sample = await world(['email']);
  const { ctx, drain, now, sent, as } = sample;
  await createSubscriptions(ctx, 'codes', { subscriptions: ['jane'] } as never);
  const workflowId = await sensitive(ctx, [send('email')]);
  const scheduledAt = new Date(now().getTime() + 3_600_000);
  const { transactionId = '' } = await trigger(ctx, workflowId, { type: 'Topic', topicKey: 'codes' }, { scheduledAt });
  await patchSubscriber(as('support'), 'jane', { email: OTHER.email } as never);
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'failed', reason: 'address_changed' }]);
  expect(sent).toEqual([]);
});

test.each([[true], [false]])(
  'a scheduled broadcast does not reach a subscriber that Support adds (new only: %s)',
  async (isNewOnly) => {
    const sample = await world(['email']);
    const { ctx, drain, now, sent, as } = sample;
    const workflowId = await sensitive(ctx, [send('email')]);
    await broadcastEvent(ctx, { name: workflowId, scheduledAt: new Date(now().getTime() + 3_600_000) } as never);
    const added = { subscriberId: 'added', email: OTHER.email };
    await createSubscriber(as('support'), added as never, { failIfExists: isNewOnly });
    await createSubscriber(ctx, { subscriberId: 'customer', email: 'customer@example.com' } as never);
    await drain();
    expect(sent.toSorted()).toEqual(['customer@example.com', JANE.email]);
  },
);

test('the earliest event of a digest counts', async () => {
  const sample = await world(['email']);
  const { ctx, drain, sent, as } = sample;
  const controlValues = { type: 'regular', amount: 1, unit: 'hours', skip: { '==': [{ var: 'payload.fast' }, true] } };
  const workflowId = await sensitive(ctx, [{ ...wait('delay'), controlValues }, wait('digest'), send('email')]);
  await waiting(sample, workflowId);
  await patchSubscriber(as('support'), 'jane', { email: OTHER.email } as never);
  // This run opens the digest, which the earlier run joins.
  await waiting(sample, workflowId, { payload: { fast: true } });
  await drain();
  const digests = await prisma().job.findMany({ where: { environmentId: ctx.environmentId, type: 'digest' } });
  expect(digests.map(({ status }) => status).sort()).toEqual(['completed', 'merged']);
  expect(sent).toEqual([]);
  expect(await reasonOf(sample)).toContain(BY_MEMBER);
});
