/** Tests fetching from the provider with real statements. The requests themselves are in the tests of the providers. */
import { afterEach, beforeAll, expect, type MockInstance, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { type Outbound, outbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { fateOf, fetchMessageFate } from './fate.ts';

ownScratchDatabase();

const answer = (json: object, status = 200) => ({ status, headers: {}, body: JSON.stringify(json) });
let fetch: MockInstance<Outbound['fetch']>;
let ctx: Ctx;
let send: () => Promise<string>;

beforeAll(async () => {
  // `outbound` reads the environment variables, which name the scratch database only from here on.
  fetch = vi.spyOn(outbound(), 'fetch');
  const sample = await sampleEnvironment();
  ({ ctx } = sample);
  await createIntegration(ctx, {
    ...{ name: 'Twilio', providerId: 'twilio', channel: 'sms', kind: 'delivery', active: true, sandbox: false },
    credentials: { accountSid: 'AC1', token: 'auth-token-7c1', from: '+15557122661' },
  } as never);
  const workflow = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  let people = 0;
  send = async () => {
    people += 1;
    const phone = `+1555555${String(people).padStart(4, '0')}`;
    fetch.mockResolvedValueOnce(answer({ sid: `SM${people}` }, 201));
    await trigger(ctx, workflow, { subscriberId: `jane-${people}`, phone });
    await sample.drain();
    return (await prisma().message.findFirstOrThrow({ where: { environmentId: ctx.environmentId, phone } })).id;
  };
});
afterEach(() => {
  fetch.mockReset();
});

const change = (id: string, data: object) =>
  prisma().message.updateMany({ where: { environmentId: ctx.environmentId, id }, data });
const changeIntegration = (data: object) =>
  prisma().integration.updateMany({ where: { environmentId: ctx.environmentId }, data });

test.each([
  [{ status: 'error' }, 'Twilio did not accept the message, so the provider knows nothing about the message'],
  [
    { reason: reasonFor('sandboxed', { provider: 'Twilio', attempt: 1 }) },
    'The sandbox accepted the message, so no provider knows the message',
  ],
  [{ providerId: 'slack' }, 'Belfry cannot fetch the fate of a message from Slack'],
  [{ providerMessageId: null }, 'Twilio gave no ID for the message'],
  [{ integrationId: null }, 'The integration was deleted, with the credentials for the request'],
])('a message with %j says why it cannot be fetched', async (data, whyNot) => {
  const id = await send();
  expect(await fateOf(ctx, id)).toEqual({});
  await change(id, data);
  expect(await fateOf(ctx, id)).toEqual({ whyNot });
  await expect(fetchMessageFate(ctx, id)).rejects.toMatchObject({ code: 'unprocessable', message: whyNot });
});

test('an integration that was switched to the sandbox is not called, nor one that was deleted', async () => {
  const id = await send();
  await changeIntegration({ sandbox: true });
  expect((await fateOf(ctx, id))?.whyNot).toMatch(/^The integration Twilio is in sandbox mode/);
  await changeIntegration({ sandbox: false, deletedAt: new Date() });
  expect((await fateOf(ctx, id))?.whyNot).toMatch(/^The integration was deleted/);
  await changeIntegration({ deletedAt: null });
  expect(await fateOf(ctx, id)).toEqual({});
});

test('in-app messages have no provider', async () => {
  const id = await send();
  await change(id, { channel: 'in_app', providerId: null });
  expect(await fateOf(ctx, id)).toBeUndefined();
  await expect(fetchMessageFate(ctx, id)).rejects.toMatchObject({ code: 'unprocessable' });
});

test('a fetched fate is recorded once, and the request has a time limit', async () => {
  const id = await send();
  const at = new Date(Date.now() - 5_000);
  fetch.mockResolvedValueOnce(
    answer({ sid: 'SM', status: 'delivered', date_updated: at.toUTCString(), to: '+15555550001' }),
  );
  const fate = await fetchMessageFate(ctx, id);
  expect(fate).toMatchObject({
    outcome: 'found',
    message: 'Twilio reports: Delivered',
    state: 'delivered',
    isNew: true,
  });
  const limit = fetch.mock.calls.at(-1)?.[1]?.timeoutMs ?? 0;
  expect(limit).toBeGreaterThan(1_000);
  expect(limit).toBeLessThanOrEqual(12_000);
  const where = { environmentId: ctx.environmentId, id };
  const { deliveredAt } = await prisma().message.findFirstOrThrow({ where });
  expect(deliveredAt.map((each) => each.toUTCString())).toEqual([at.toUTCString()]);
  await expect(fetchMessageFate(ctx, id)).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('nothing yet, an unknown message and a refusal are results that store nothing', async () => {
  const results = [
    [
      answer({ sid: 'SM', status: 'queued' }),
      'found',
      'Twilio reports nothing yet except its state “queued”. Try again later.',
    ],
    [
      answer({ message: 'not found' }, 404),
      'unknown',
      'Twilio does not know the message. It may be too old, or not processed yet.',
    ],
    [
      answer({ message: 'Authenticate', code: 20003 }, 401),
      'failed',
      'Twilio refused the credentials of the integration: Authenticate',
    ],
    [
      answer({ message: 'Slow down' }, 429),
      'failed',
      'Twilio receives too many requests at the moment. Try again later: Slow down',
    ],
    [answer([]), 'failed', 'Twilio refused the request: The response (200) does not have the documented form'],
  ] as const;
  for (const [given, outcome, message] of results) {
    const id = await send();
    fetch.mockResolvedValueOnce(given);
    expect(await fetchMessageFate(ctx, id)).toMatchObject({ outcome, message, events: [], isNew: false });
  }
  expect(await prisma().deliveryEvent.count({ where: { environmentId: ctx.environmentId } })).toBe(1);
});

test('the words of the provider are withheld from callers who may not see sensitive content', async () => {
  const { environmentId } = ctx;
  const actor = { type: 'user', userId: 'u', email: 'sue@example.com', role: 'support', sessionId: 's' } as const;
  const person: Ctx = { ...ctx, actor };
  const refusal = { sid: 'SM', status: 'undelivered', error_code: 30005, error_message: 'No mailbox for 918273' };
  const fetchedBy = async (caller: Ctx, given: object, status = 200) => {
    const id = await send();
    fetch.mockResolvedValueOnce(answer(given, status));
    return JSON.stringify(await fetchMessageFate(caller, id));
  };
  expect(await fetchedBy(person, refusal)).toContain('918273');
  await prisma().workflow.updateMany({ where: { environmentId }, data: { isSensitive: true } });
  expect(await fetchedBy(person, refusal)).not.toContain('918273');
  expect(await fetchedBy(person, { message: 'Code 918273', code: 20003 }, 401)).not.toContain('918273');
  expect(await fetchedBy(ctx, refusal), 'an API key with the scope all').toContain('918273');
  await prisma().workflow.updateMany({ where: { environmentId }, data: { isSensitive: false } });
});

test('a receipt of Expo that the device is gone removes its token, and no other', async () => {
  const { environmentId } = ctx;
  const integration = { name: 'Expo', providerId: 'expo', channel: 'push', kind: 'delivery', active: true };
  const credentials = { apiKey: 'expo-access-5d2' };
  await createIntegration(ctx, { ...integration, sandbox: false, credentials } as never);
  const where = { environmentId, providerId: 'expo' };
  const { id: integrationId } = await prisma().integration.findFirstOrThrow({ where });
  const id = await send();
  await change(id, {
    ...{ channel: 'push', providerId: 'expo', integrationId, providerMessageId: 't-1', phone: null },
    deviceTokens: ['ExponentPushToken[gone]'],
  });
  const { subscriberId } = await prisma().message.findFirstOrThrow({ where: { environmentId, id } });
  const now = new Date();
  const row = { environmentId, subscriberId, integrationId, hasDeviceTokens: true, createdAt: now, updatedAt: now };
  const deviceTokens = ['ExponentPushToken[gone]', 'ExponentPushToken[kept]'];
  await prisma().subscriberChannel.create({ data: { ...row, id: newId(), providerId: 'expo', deviceTokens } });
  const details = { error: 'DeviceNotRegistered' };
  fetch.mockResolvedValueOnce(answer({ data: { 't-1': { status: 'error', message: 'not registered', details } } }));
  expect(await fetchMessageFate(ctx, id)).toMatchObject({
    outcome: 'found',
    isNew: true,
    events: [{ bounce: 'hard' }],
  });
  const stored = await prisma().subscriberChannel.findFirstOrThrow({ where: { environmentId, subscriberId } });
  expect(stored.deviceTokens).toEqual(['ExponentPushToken[kept]']);
});
