import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { eraseSubscriber } from '#lib/erasure/service.ts';
import { newId } from '#lib/id.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { readZip } from '#testing/read-zip.ts';
import { deleteSubscriber, saveSubscribers } from './changes.ts';
import { updateCredentials } from './credentials.ts';
import { exportSubscriber } from './personal-data.ts';
import { PERSONAL_FILES } from './personal-files.ts';

ownScratchDatabase();

let sample: Sample;
let ctx: Ctx;

beforeEach(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  await sampleIntegrations(ctx, ['email', 'sms', 'chat']);
});

async function filesOf(subscriberId: string): Promise<Map<string, string>> {
  const response = await exportSubscriber(ctx, subscriberId);
  expect(response.headers.get('content-type')).toBe('application/zip');
  return readZip(new Uint8Array(await response.arrayBuffer()));
}

const sms = { type: 'sms', name: 'Text', controlValues: { body: '{{ payload.note }}' } };
const chat = { type: 'chat', name: 'Chat', controlValues: { body: '{{ payload.note }}' } };

/** Stores a subscriber with a text in every file of the export. */
async function plant(subscriberId: string, canary: string): Promise<void> {
  const { environmentId } = ctx;
  const owner: Ctx = {
    ...ctx,
    actor: { type: 'user', userId: newId(), email: 'o@example.com', role: 'owner', sessionId: 's' },
  };
  const phone = '+15550001111';
  await saveSubscribers(owner, {
    subscribers: [{ subscriberId, phone, firstName: canary, data: { canary } }],
  } as never);
  await deleteSubscriber(owner, subscriberId);
  await saveSubscribers(owner, {
    subscribers: [{ subscriberId, phone, firstName: canary, data: { canary } }],
  } as never);
  const webhookUrl = `https://hooks.example.com/${canary}`;
  await updateCredentials(owner, subscriberId, { providerId: 'slack', credentials: { webhookUrl } } as never);
  const context = { user: { id: canary, data: { canary } } };
  await createSubscriptions(owner, 'news', { subscriptions: [{ identifier: canary, subscriberId }], context } as never);
  const workflowId = await sampleWorkflow(ctx, [sms, chat]);
  await updatePreferences(owner, subscriberId, { workflowId, channels: { email: false }, context } as never);
  const payload = { note: canary };
  await trigger(ctx, workflowId, [{ subscriberId }, { subscriberId: `${subscriberId}-friend` }], { payload });
  await sample.drain();
  const { id } = await prisma().subscriber.findFirstOrThrow({ where: { environmentId, subscriberId } });
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId, subscriberId: id } });
  const at = new Date();
  const shared = { environmentId, createdAt: at };
  await prisma().suppression.create({
    data: { ...shared, channel: 'sms', address: phone, event: 'added', note: canary },
  });
  await prisma().deliveryEvent.create({
    data: {
      ...{ environmentId, id: newId(), integrationId: newId(), kind: 'bounced', occurredAt: at, receivedAt: at },
      ...{ vendorEventId: canary, messageId: message.id },
    },
  });
  await prisma().inboxSession.create({
    data: { ...shared, id: newId(), subscriberId: id, tokenHash: 'secret-hash', contextKeys: [canary], expiresAt: at },
  });
}

test('the archive has everything of the person, in every file, and nothing of others', async () => {
  await plant('jane', 'canary-7f3');
  const files = await filesOf('jane');
  expect([...files.keys()]).toEqual([...PERSONAL_FILES.map(({ name }) => name), 'manifest.json']);
  const parsed = new Map([...files].map(([name, content]) => [name, JSON.parse(content)]));
  const manifest = parsed.get('manifest.json');
  expect(manifest).toMatchObject({ format: 1, subscriberId: 'jane', environment: { _id: ctx.environmentId } });
  for (const { name } of PERSONAL_FILES) {
    // Execution details contain no message content. Their reasons contain the address.
    if (name !== 'execution-details.json')
      expect([name, files.get(name)]).toEqual([name, expect.stringContaining('canary-7f3')]);
    expect([name, parsed.get(name).length]).toEqual([name, manifest.records[name]]);
    expect(parsed.get(name).length).toBeGreaterThan(0);
  }
  expect(parsed.get('runs.json')).toMatchObject([
    { payload: { note: 'canary-7f3' }, outcome: 'sent', steps: [{ type: 'sms' }, {}] },
  ]);
  expect(parsed.get('messages.json').find(({ channel }: { channel: string }) => channel === 'chat')).toMatchObject({
    directWebhookUrl: 'https://hooks.example.com/canary-7f3',
  });
  const all = [...files.values()].join('');
  expect(all).not.toContain('jane-friend');
  expect(all).not.toContain('secret-hash');
  expect(all).not.toMatch(/v1\.\w+\./);
});

test('an unknown subscriber is not found, and a deleted one has the history', async () => {
  await expect(exportSubscriber(ctx, 'unknown')).rejects.toMatchObject({ code: 'not_found' });
  await plant('gone', 'canary-gone');
  await deleteSubscriber(ctx, 'gone');
  const files = await filesOf('gone');
  expect(JSON.parse(files.get('subscriber.json') ?? '')).toEqual([]);
  expect(JSON.parse(files.get('messages.json') ?? '')).toHaveLength(2);
});

async function addMessages(subscriberId: string, count: number): Promise<void> {
  await saveSubscribers(ctx, { subscribers: [{ subscriberId }] } as never);
  await execute(
    `INSERT INTO messages (environment_id, id, notification_id, subscriber_id, transaction_id, channel, status, content, cta, created_at, updated_at)
     SELECT $1, left($3, 12) || lpad(to_hex(n), 12, '0'), left($3, 12) || lpad(to_hex(n), 12, '0'), s.id, 't', 'sms', 'sent',
       to_jsonb((SELECT string_agg(md5(n::text || i::text), '') FROM generate_series(1, 30) i)), '{}', now(), now()
     FROM subscribers s, generate_series(1, $2::int) n WHERE s.environment_id = $1 AND s.subscriber_id = $4`,
    [ctx.environmentId, count, newId(), subscriberId],
  );
}

test('the archive is read as fast as the client reads, and reading ends when the client disconnects', async () => {
  await addMessages('large', 5_000);
  const reader = (await exportSubscriber(ctx, 'large')).body?.getReader();
  let bytes = 0;
  while (bytes < 200_000) bytes += (await reader?.read())?.value?.byteLength ?? Number.POSITIVE_INFINITY;
  await reader?.cancel();
  // The export runs no further statement. The pool is idle, so the table can be emptied.
  await execute('DELETE FROM messages WHERE environment_id = $1', [ctx.environmentId]);
  const files = await filesOf('large');
  expect(JSON.parse(files.get('manifest.json') ?? '').records['messages.json']).toBe(0);
});

test('an export of a subscriber who is erased in between is cut off, instead of seeming complete', async () => {
  await addMessages('erased', 5_000);
  const response = await exportSubscriber(ctx, 'erased');
  const reader = response.body?.getReader();
  await reader?.read();
  await eraseSubscriber(ctx, 'erased');
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow('erased during the export');
  await expect(exportSubscriber(ctx, 'erased')).rejects.toMatchObject({ code: 'not_found' });
});
