import { authorSmsSandbox } from '#e2e/authoring.ts';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, expect, parsed, serviceUrl, test } from '#e2e/fixtures.ts';
import { signedIn } from '#e2e/session.ts';
import { createApiKey, type Tenant } from '#e2e/tenant.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { Erasure } from '#lib/erasure/schema.ts';
import { newId } from '#lib/id.ts';
import { MessagePage } from '#lib/messages/schema.ts';
import { DeletedSubscriberResult } from '#lib/subscribers/schema.ts';
import { readZip } from '#testing/read-zip.ts';

const SMS = { name: 'Text', type: 'sms', controlValues: { body: '{{ payload.note }}' } };

/** Stores a person with the canary in profile, preferences, subscription, context, payload and message. */
async function plant(call: CallApi, canary: string): Promise<string> {
  const subscriberId = `sub-${canary}`;
  await authorSmsSandbox(call);
  const workflowId = `erase-${newId()}`;
  const workflow = { name: 'Erase', workflowId, active: true, steps: [SMS] };
  expect((await call('POST', '/v2/workflows', { body: workflow })).status).toBe(201);
  const profile = {
    subscriberId,
    firstName: canary,
    lastName: canary,
    email: `${canary}@example.com`,
    data: { canary },
  };
  const body = { ...profile, phone: '+15555550123', avatar: `https://${canary}.example/a.png` };
  expect((await call('POST', '/v2/subscribers', { body })).status).toBe(201);
  const context = { shop: { id: subscriberId, data: { canary } } };
  const subscriptions = [{ identifier: `${canary}-sub`, subscriberId, name: canary }];
  await call('POST', '/v2/topics/news/subscriptions', { body: { subscriptions, context } });
  await call('PATCH', `/v2/subscribers/${subscriberId}/preferences`, { body: { channels: { email: false }, context } });
  const trigger = { name: workflowId, payload: { note: canary }, context, transactionId: `tx-${canary}` };
  const to = [{ subscriberId }];
  expect((await call('POST', '/v1/events/trigger', { body: { ...trigger, to } })).status).toBe(201);
  const others = [{ subscriberId: 'friend', phone: '+15555550124' }];
  await call('POST', '/v1/events/trigger', {
    body: { name: workflowId, to: others, payload: { note: 'for a friend' } },
  });
  const messages = async () => parsed(MessagePage, await call('GET', '/v1/messages')).data.length;
  await expect.poll(messages).toBe(2);
  return subscriberId;
}

/** Returns the columns of all tables with a row that contains the text. */
async function placesOf(text: string): Promise<string[]> {
  const { rows } = await database().query<{ name: string; column: string }>(
    `SELECT c.table_name AS name, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'jsonb', 'json', 'ARRAY', 'character varying')
       AND NOT EXISTS (SELECT 1 FROM pg_inherits WHERE inhrelid = format('%I', c.table_name)::regclass)`,
  );
  expect(rows.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const { name, column } of rows) {
    const { rowCount } = await database().query(
      `SELECT 1 FROM "${name}" WHERE position($1 in lower("${column}"::text)) > 0 LIMIT 1`,
      [text.toLowerCase()],
    );
    if (rowCount) found.push(`${name}.${column}`);
  }
  return found;
}

/** Continues the erasure as if an hour had passed, and waits for its end. */
async function untilErased(call: CallApi, { environmentId }: Tenant, erasureId: string): Promise<Erasure> {
  await database().query(
    `UPDATE erasures SET created_at = now() - interval '1 hour' WHERE environment_id = $1 AND id = $2`,
    [environmentId, erasureId],
  );
  const read = async () => parsed(Erasure, await call('GET', `/v1/erasures/${erasureId}`));
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('done');
  return read();
}

test('a person is exported as a ZIP, and erased from every table', async ({ call, tenant }) => {
  const canary = `canary${newId().slice(-10)}`;
  const subscriberId = await plant(call, canary);
  const admin = await signedIn(tenant, 'admin');

  const archive = await fetch(`${serviceUrl}/api/v1/subscribers/${subscriberId}/export`, {
    headers: { authorization: `ApiKey ${tenant.apiKey}` },
  });
  expect(archive.headers.get('content-type')).toBe('application/zip');
  const files = await readZip(new Uint8Array(await archive.arrayBuffer()));
  for (const name of ['subscriber', 'preferences', 'topic-subscriptions', 'contexts', 'runs', 'messages', 'manifest'])
    expect([name, files.get(`${name}.json`)]).toEqual([name, expect.stringContaining(canary)]);
  expect([...files.values()].join('')).not.toContain('for a friend');

  expect(await placesOf(canary)).toEqual(
    expect.arrayContaining(['subscribers.first_name', 'notifications.payload', 'messages.content']),
  );
  const answer = await admin.call('DELETE', `/v2/subscribers/${subscriberId}?erase=true`);
  const { status, erasureId = '' } = parsed(DeletedSubscriberResult, answer);
  expect(status).toBe('erasing');
  const again = await admin.call('DELETE', `/v2/subscribers/${subscriberId}?erase=true`);
  expect(parsed(DeletedSubscriberResult, again).erasureId).toBe(erasureId);
  assertError(await call('GET', `/v2/subscribers/${subscriberId}`), 404, 'the erased subscriber');
  expect((await untilErased(call, tenant, erasureId)).counts).toMatchObject({ notifications: 1, messages: 1 });

  // The request log is written in batches, so it may not contain the calls after the erasure yet. Their paths contain
  // the canary.
  const places = (await placesOf(canary)).filter((place) => place !== 'request_log.path');
  expect(places).toEqual([]);
  const left = parsed(MessagePage, await call('GET', '/v1/messages')).data;
  expect(left).toMatchObject([{ content: 'for a friend' }]);
  const { data } = parsed(AuditPage, await admin.call('GET', `/v1/audit-log?resourceId=${erasureId}`));
  expect(data).toMatchObject([{ action: 'erasures.create' }]);
  assertError(await call('DELETE', `/v2/subscribers/${subscriberId}?erase=true`), 404, 'a second erasure');
  assertError(await call('GET', `/v1/subscribers/${subscriberId}/export`), 404, 'an export after the erasure');
});

test('only owners, admins and keys with every right export and erase', async ({ call, tenant }) => {
  const body = { subscriberId: 'jane' };
  expect((await call('POST', '/v2/subscribers', { body })).status).toBe(201);
  const developer = await signedIn(tenant, 'developer');
  assertError(await developer.call('GET', '/v1/subscribers/jane/export'), 403, 'an export by a developer');
  assertError(await developer.call('DELETE', '/v2/subscribers/jane?erase=true'), 403, 'an erasure by a developer');
  const authorization = `ApiKey ${await createApiKey(tenant.environmentId, { scope: 'read' })}`;
  assertError(await call('GET', '/v1/subscribers/jane/export', { authorization }), 403, 'an export by a reading key');
  assertError(await call('DELETE', '/v2/subscribers/jane?erase=true', { authorization }), 403, 'by a reading key');
  assertError(await call('DELETE', '/v2/subscribers/jane?erase=perhaps'), 422, 'an unknown value');
  // Without `erase`, any caller who may change subscribers can delete one, and the history stays.
  const deleted = await developer.call('DELETE', '/v2/subscribers/jane?erase=false');
  expect(parsed(DeletedSubscriberResult, deleted)).toEqual({ acknowledged: true, status: 'deleted' });
  const other = await signedIn(tenant, 'owner');
  expect(parsed(DeletedSubscriberResult, await other.call('DELETE', '/v2/subscribers/jane?erase=true')).status).toBe(
    'erasing',
  );
});
