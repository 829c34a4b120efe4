/** Tests that a stored value that cannot be decrypted affects only its users. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { showSigningSecret, signingSecret } from '#lib/environments/signing-secret.ts';
import { listIntegrations, updateIntegration } from '#lib/integrations/service.ts';
import { testConnection } from '#lib/integrations/trial.ts';
import { listMessages } from '#lib/messages/service.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { updateCredentials } from '#lib/subscribers/credentials.ts';
import { getSubscriber, searchSubscribers } from '#lib/subscribers/service.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

/** No keyring has its key. */
const UNREADABLE = 'v1.gone.AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA';
const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const CHAT = { type: 'chat', name: 'Chat', controlValues: { body: 'Hello' } };
const REQUEST = { type: 'http_request', name: 'Call', controlValues: { method: 'GET', url: 'https://example.com/' } };
const URL = 'https://hooks.example.com/T1/secret';

let sample: Sample;
let ctx: Ctx;
let memberCtx: Ctx;

async function connect(subscriberId: string): Promise<void> {
  await updateCredentials(ctx, subscriberId, { providerId: 'slack', credentials: { webhookUrl: URL } } as never);
}

/** Returns the result of each step of each person's run. */
async function ended(transactionId: string) {
  const rows = await query<{ person: string; type: string; status: string; reason: unknown }>(
    'unreadable-jobs',
    `SELECT s.subscriber_id AS person, j.type, j.status, j.reason FROM notifications n
     JOIN subscribers s ON s.environment_id = $1 AND s.id = n.subscriber_id
     JOIN jobs j ON j.environment_id = $1 AND j.notification_id = n.id
     WHERE n.environment_id = $1 AND n.transaction_id = $2 ORDER BY s.subscriber_id, j.position`,
    [ctx.environmentId, transactionId],
  );
  return rows.map(({ person, type, status, reason }) => [person, type, status, parseReason(reason)?.code].join(' '));
}

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  memberCtx = {
    ...ctx,
    actor: { type: 'user', userId: 'user', email: 'ann@example.com', role: 'owner', sessionId: 'session' },
  };
  await sampleIntegrations(ctx, ['sms', 'chat']);
  await trigger(ctx, await sampleWorkflow(ctx, [SMS]), [
    { subscriberId: 'jane', phone: '+15555550101' },
    { subscriberId: 'kim', phone: '+15555550102' },
  ]);
  await connect('jane');
  await connect('kim');
  await query(
    'unreadable-channel',
    `UPDATE subscriber_channels c SET credentials = jsonb_build_object('webhookUrl', $2::text, 'channel', 'general')
     FROM subscribers s WHERE c.environment_id = $1 AND s.environment_id = $1 AND s.id = c.subscriber_id AND s.subscriber_id = 'kim'`,
    [ctx.environmentId, UNREADABLE],
  );
  await sample.drain();
});

describe('a chat connection', () => {
  test('fails its own step, and the rest of the batch continues', async () => {
    const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, [CHAT, SMS]), ['jane', 'kim']);
    await sample.drain(sample.now());
    expect(await ended(transactionId)).toEqual([
      'jane chat completed sandboxed',
      'jane sms completed sandboxed',
      'kim chat failed secret_unreadable',
      'kim sms completed sandboxed',
    ]);
  });

  test('does not stop a fan-out', async () => {
    await createSubscriptions(ctx, 'news', { subscriptions: ['jane', 'kim'] } as never);
    await query(
      'unreadable-conditions',
      `UPDATE topic_subscriptions SET conditions = '[{"workflowId":null,"enabled":true,"condition":{"!=":[{"var":"subscriber.phone"},"none"]}}]'
       WHERE environment_id = $1`,
      [ctx.environmentId],
    );
    const to = { type: 'Topic', topicKey: 'news' };
    const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, [SMS]), to);
    await sample.drain(sample.now());
    expect(await ended(transactionId)).toEqual(['jane sms completed sandboxed', 'kim sms completed sandboxed']);
    expect(await prisma().fanout.count({ where: { environmentId: ctx.environmentId } })).toBe(0);
  });

  test('is marked, and stays stored until it is replaced', async () => {
    const shown = async () => JSON.parse(await getSubscriber(ctx, 'kim')).channels[0].credentials;
    expect(await shown()).toEqual({ webhookUrl: CANNOT_BE_READ, channel: 'general' });
    expect(JSON.parse(await searchSubscribers(ctx, { limit: 10 } as never)).data).toHaveLength(2);
    const change = (credentials: object) =>
      updateCredentials(ctx, 'kim', { providerId: 'slack', credentials } as never);
    await change({ webhookUrl: CANNOT_BE_READ, channel: 'other' });
    const { credentials } = await prisma().subscriberChannel.findFirstOrThrow({
      where: { environmentId: ctx.environmentId, credentials: { path: ['channel'], equals: 'other' } },
    });
    expect(credentials).toEqual({ webhookUrl: UNREADABLE, channel: 'other' });
    await change({ webhookUrl: URL });
    expect(await shown()).toEqual({ webhookUrl: URL, channel: 'other' });
  });
});

test('an unreadable address of a message affects no other message of its page', async () => {
  const { environmentId } = ctx;
  const where = { environmentId, directWebhookUrl: { not: null } };
  await prisma().message.updateMany({ where, data: { directWebhookUrl: UNREADABLE } });
  const { data } = JSON.parse(await listMessages(ctx, { page: 0, limit: 50 } as never));
  const addresses = data.map(({ channel, directWebhookUrl }: Record<string, string>) => [channel, directWebhookUrl]);
  expect(addresses).toContainEqual(['chat', CANNOT_BE_READ]);
  expect(addresses).toContainEqual(['sms', undefined]);
});

test('an unreadable integration fails its messages, is marked, and keeps its stored values', async () => {
  const { environmentId } = ctx;
  const where = { environmentId, channel: 'sms' };
  const sealed = { $sealed: UNREADABLE };
  const credentials = { accountSid: sealed, token: sealed, from: sealed };
  await prisma().integration.updateMany({ where, data: { sandbox: false, credentials } });
  const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, [SMS, CHAT]), ['jane']);
  await sample.drain(sample.now());
  expect(await ended(transactionId)).toEqual(['jane sms failed secret_unreadable', 'jane chat completed sandboxed']);
  const listed = await listIntegrations(memberCtx, {} as never);
  const sms = listed.find(({ channel }) => channel === 'sms');
  const shown = { accountSid: CANNOT_BE_READ, token: CANNOT_BE_READ, from: CANNOT_BE_READ };
  expect(sms?.credentials).toEqual(shown);
  expect(await testConnection(ctx, sms?._id ?? '')).toMatchObject({ outcome: 'failed', kind: 'configuration' });
  await updateIntegration(memberCtx, sms?._id ?? '', { credentials: shown, name: 'Other' } as never);
  const stored = await prisma().integration.findFirstOrThrow({ where });
  expect([stored.name, stored.credentials]).toEqual(['Other', credentials]);
});

test('an unreadable signing secret fails the requests of its environment', async () => {
  const { environmentId } = ctx;
  await signingSecret(environmentId);
  await prisma().environment.update({ where: { id: environmentId }, data: { signingSecret: UNREADABLE } });
  const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, [REQUEST]), ['jane']);
  await sample.drain(sample.now());
  expect(await ended(transactionId)).toEqual(['jane http_request failed secret_unreadable']);
  await expect(showSigningSecret(memberCtx)).rejects.toMatchObject({ code: 'unprocessable' });
});
