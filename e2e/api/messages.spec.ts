import fc from 'fast-check';
import { database, insertRow } from '#e2e/database.ts';
import { type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import {
  createSnapshot,
  deletedSubscriberRow,
  insertRows,
  messageRow,
  notificationRow,
  subscriberRow,
} from '#e2e/history-rows.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { encrypt } from '#lib/crypto.ts';
import { idTime, newId } from '#lib/id.ts';
import { DeletedMessage, ListMessagesQuery, Message, MessagePage } from '#lib/messages/schema.ts';
import { messageOutcome } from '#lib/messages/state.ts';
import { MESSAGE_OUTCOMES } from '#lib/messages/statuses.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { SLOWER_THAN, slowerThanMs } from '#lib/time/slowness.ts';
import { seededRandom } from '#prisma/demo/random.ts';
import { testSeed } from '#testing/seed.ts';

const list = async (call: CallApi, query = '') => parsed(MessagePage, await call('GET', `/v1/messages${query}`));
const idsOf = async (call: CallApi, query = '') => (await list(call, query)).data.map((message) => message._id);

/** Whether a message was sent at least this long after its trigger, in milliseconds. */
function isSlower({ sent_at, notification_id }: Record<string, unknown>, least: number): boolean {
  return sent_at instanceof Date && sent_at.getTime() - idTime(String(notification_id)).getTime() >= least;
}

/** Creates `count` messages, one second apart, newest first. `columns(n)` overrides the columns of message n. */
async function messages(tenant: Tenant, count: number, columns: (n: number) => Record<string, unknown> = () => ({})) {
  const rows = Array.from({ length: count }, (_, n) =>
    messageRow(tenant, new Date(Date.now() - (n + 1) * 1_000), columns(n)),
  );
  await insertRows('messages', rows);
  return rows.map((row) => row.id);
}

test.describe('one message', () => {
  test('every stored field is returned', async ({ call, tenant }) => {
    const at = new Date(Date.now() - DAY_MS);
    const subscriber = subscriberRow(tenant, 'jane', 'jane@example.com');
    await insertRows('subscribers', [{ ...subscriber, first_name: 'Jane', last_name: 'Cooper', avatar: '/jane.png' }]);
    const content = [{ type: 'button', content: 'Open', url: '/', styles: { textAlign: 'left' } }];
    const cta = {
      type: 'redirect',
      data: { url: '/' },
      action: { status: 'pending', buttons: [{ type: 'primary', content: 'Yes' }] },
    };
    const run = notificationRow(tenant, at, {
      snapshot_id: await createSnapshot(tenant),
      payload: { orderId: 'A-17', nothing: null },
      overrides: { slack: { text: null } },
    });
    await insertRows('notifications', [run]);
    const row = messageRow(tenant, at, {
      notification_id: run.id,
      subscriber_id: subscriber.id,
      workflow_id: newId(),
      message_template_id: newId(),
      template_identifier: 'order-shipped',
      transaction_id: 'txn "1"',
      channel: 'chat',
      provider_id: 'svc-slack',
      subject: 'Subject',
      title: 'Title',
      content,
      email: 'jane@example.com',
      phone: '+15550100',
      device_tokens: ['a', 'b'],
      cta,
      status: 'error',
      error_id: 'unexpected_chat_error',
      error_text: 'The provider\nrefused',
      context_keys: ['tenant:acme'],
      seen: true,
      read: true,
      delivered_at: [at, new Date(at.getTime() + 5)],
      last_seen_at: at,
      last_read_at: at,
      snoozed_until: at,
      first_seen_at: at,
      archived_at: at,
    });
    const url = 'https://hooks.example/secret';
    const sealed = encrypt(url, `${tenant.environmentId}:${row.id}:directWebhookUrl`);
    await insertRows('messages', [{ ...row, direct_webhook_url: sealed }]);

    const wire = parsed(Message, await call('GET', `/v1/messages/${row.id}`));
    const time = at.toISOString();
    expect(wire).toEqual({
      _id: row.id,
      _environmentId: tenant.environmentId,
      _organizationId: tenant.organizationId,
      _notificationId: row.notification_id,
      _subscriberId: subscriber.id,
      _templateId: row.workflow_id,
      _messageTemplateId: row.message_template_id,
      subscriber: {
        _id: subscriber.id,
        _environmentId: tenant.environmentId,
        _organizationId: tenant.organizationId,
        subscriberId: 'jane',
        firstName: 'Jane',
        lastName: 'Cooper',
        email: 'jane@example.com',
        avatar: '/jane.png',
        deleted: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      templateIdentifier: 'order-shipped',
      transactionId: 'txn "1"',
      channel: 'chat',
      providerId: 'svc-slack',
      subject: 'Subject',
      title: 'Title',
      content,
      email: 'jane@example.com',
      phone: '+15550100',
      directWebhookUrl: url,
      deviceTokens: ['a', 'b'],
      cta,
      status: 'error',
      errorId: 'unexpected_chat_error',
      errorText: 'The provider\nrefused',
      payload: { orderId: 'A-17', nothing: null },
      overrides: { slack: { text: null } },
      contextKeys: ['tenant:acme'],
      seen: true,
      read: true,
      createdAt: time,
      deliveredAt: [time, new Date(at.getTime() + 5).toISOString()],
      lastSeenDate: time,
      lastReadDate: time,
      snoozedUntil: time,
      firstSeenAt: time,
      archivedAt: time,
    });
    expect((await list(call)).data).toEqual([wire]);
  });

  test('missing fields are absent, never null', async ({ call, tenant }) => {
    const [id] = await messages(tenant, 1);
    const answer = await call('GET', `/v1/messages/${id}`);
    expect(parsed(Message, answer).cta).toEqual({});
    expect(answer.text).not.toContain('null');
  });

  test('the integration is named even after its deletion', async ({ call, tenant }) => {
    const kept = await createIntegration(tenant, {
      provider_id: 'nodemailer',
      channel: 'email',
      name: 'Local SMTP',
      identifier: 'local-smtp',
    });
    const gone = await createIntegration(tenant, {
      provider_id: 'nodemailer',
      channel: 'email',
      name: 'Old SMTP',
      identifier: 'old-smtp',
      deleted_at: new Date(),
    });
    const through = [kept, gone, newId()];
    await messages(tenant, through.length, (n) => ({ integration_id: through[n] }));
    expect((await list(call)).data.map(({ integration }) => integration)).toEqual([
      { _id: kept, name: 'Local SMTP', identifier: 'local-smtp' },
      { _id: gone, name: 'Old SMTP' },
      { _id: through[2] },
    ]);
  });

  test('contains the whole template, unlike in lists', async ({ call, tenant }) => {
    const workflowId = await createWorkflow(tenant, { name: 'Order shipped', tags: ['orders'] });
    const [id] = await messages(tenant, 1, () => ({ workflow_id: workflowId }));
    const { template } = parsed(Message, await call('GET', `/v1/messages/${id}`));
    expect(template).toMatchObject({
      _id: workflowId,
      name: 'Order shipped',
      tags: ['orders'],
      deleted: false,
      deletedAt: '',
      deletedBy: '',
    });
    expect(template?.steps).toHaveLength(1);
    expect((await list(call)).data[0]).not.toHaveProperty('template');
  });

  test('unknown, malformed and foreign IDs are all 404, for reading and deletion', async ({ call, tenant }) => {
    const [foreign] = await messages({ ...tenant, environmentId: tenant.productionId }, 1);
    for (const method of ['GET', 'DELETE']) {
      for (const id of [newId(), 'nothing', foreign]) {
        const answer = await call<{ message: string }>(method, `/v1/messages/${id}`);
        expect([answer.status, answer.body.message]).toEqual([404, `Message with id ${id} not found`]);
      }
    }
  });

  test('is not found after deletion', async ({ call, tenant }) => {
    const [id, other] = await messages(tenant, 2);
    const answer = await call('DELETE', `/v1/messages/${id}`);
    expect(parsed(DeletedMessage, answer)).toEqual({ acknowledged: true, status: 'deleted' });
    expect(await idsOf(call)).toEqual([other]);
    expect((await call('DELETE', `/v1/messages/${id}`)).status).toBe(404);
  });

  test('deleted by a person leaves an audit record, and support may not delete it', async ({ tenant }) => {
    const [id] = await messages(tenant, 1, () => ({ subject: 'Hello' }));
    const support = await signedIn(tenant, 'support');
    expect((await support.call('DELETE', `/v1/messages/${id}`)).status).toBe(403);
    const developer = await signedIn(tenant, 'developer');
    expect((await developer.call('DELETE', `/v1/messages/${id}`)).status).toBe(200);
    const { rows } = await database().query(
      `SELECT actor_id, before ->> 'subject' AS subject, after FROM audit_log WHERE resource_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ actor_id: developer.userId, subject: 'Hello', after: null }]);
  });
});

test.describe('pages', () => {
  test('are newest first, with exact hasMore and totalCount', async ({ call, tenant }) => {
    const ids = await messages(tenant, 12);
    expect(await list(call)).toMatchObject({ page: 0, pageSize: 10, hasMore: true, totalCount: 12 });
    expect(await idsOf(call)).toEqual(ids.slice(0, 10));
    expect(await list(call, '?page=1')).toMatchObject({ page: 1, pageSize: 10, hasMore: false, totalCount: 12 });
    expect(await idsOf(call, '?page=1')).toEqual(ids.slice(10));
    expect(await list(call, '?limit=12')).toMatchObject({ pageSize: 12, hasMore: false, totalCount: 12 });
    expect(await list(call, '?page=7')).toMatchObject({ data: [], hasMore: false, totalCount: 12 });
    expect(await list(call, '?limit=1000')).toMatchObject({ pageSize: 1000, hasMore: false });
  });

  test('have an exact totalCount up to 50,000 and none beyond', async ({ call, tenant }) => {
    await database().query(
      `INSERT INTO messages (id, environment_id, notification_id, subscriber_id, transaction_id, channel, status, created_at, updated_at)
       SELECT $2 || lpad(to_hex(n), 12, '0'), $1, 'n', 's', 't', CASE WHEN n > 50000 THEN 'sms' ELSE 'push' END, 'sent', now(), now()
       FROM generate_series(1, 50001) n`,
      [tenant.environmentId, newId().slice(0, 12)],
    );
    expect((await list(call, '?channel=push')).totalCount).toBe(50_000);
    expect((await list(call, '?channel=sms')).totalCount).toBe(1);
    expect(await list(call)).not.toHaveProperty('totalCount');
    expect(await list(call, '?page=50&limit=1000')).toMatchObject({
      hasMore: false,
      data: [{ channel: expect.any(String) }],
    });
    expect(await list(call, '?page=50&limit=1000')).not.toHaveProperty('totalCount');
    expect(await list(call, '?page=49&limit=1000&channel=push')).toMatchObject({ hasMore: false, totalCount: 50_000 });
  });

  test('with invalid numbers or channels are 422', async ({ call }) => {
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'page=-1', 'page=x', 'channel=pigeon', 'channel=digest']) {
      const answer = await call<{ errors: object }>('GET', `/v1/messages?${query}`);
      expect([query, answer.status, Object.keys(answer.body.errors)]).toEqual([query, 422, [query.split('=')[0]]]);
    }
  });

  test('contain nothing older than the retention of the environment', async ({ call, tenant }) => {
    await database().query('UPDATE environments SET retention_days = 1 WHERE id = $1', [tenant.environmentId]);
    const old = messageRow(tenant, new Date(Date.now() - 1.1 * DAY_MS));
    const young = messageRow(tenant, new Date(Date.now() - 0.9 * DAY_MS));
    await insertRows('messages', [old, young]);
    expect(await list(call)).toMatchObject({ data: [{ _id: young.id }], totalCount: 1 });
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/v1/messages/${old.id}`)).status).toBe(404);
    expect(await idsOf(call, `?messageId=${old.id}`)).toEqual([]);
    expect(await idsOf(call, `?messageId=${young.id}`)).toEqual([young.id]);
  });
});

test.describe('filters', () => {
  test('a text is found regardless of case and accents', async ({ call, tenant }) => {
    await insertRows('messages', [messageRow(tenant, new Date(), { subject: 'Ihr Päckchen für die Straße' })]);
    for (const q of ['packchen', 'PÄCKCHEN', 'strasse', 'für'])
      expect((await list(call, `?${new URLSearchParams({ q })}`)).data, q).toHaveLength(1);
    expect((await list(call, '?q=parcel')).data).toEqual([]);
  });

  test('an unknown subscriber is 404, one without messages has an empty page, and a deleted one is still found', async ({
    call,
    tenant,
  }) => {
    const answer = await call<{ message: string }>('GET', '/v1/messages?subscriberId=unknown');
    expect([answer.status, answer.body.message]).toEqual([404, "Subscriber 'unknown' was not found"]);
    const silent = subscriberRow(tenant, 'silent', null);
    await insertRows('subscribers', [silent]);
    expect(await list(call, '?subscriberId=silent')).toMatchObject({ data: [], totalCount: 0, hasMore: false });
    const gone = subscriberRow(tenant, 'gone', 'gone@example.com');
    await insertRow('deleted_subscribers', deletedSubscriberRow(gone));
    const ids = await messages(tenant, 1, () => ({ subscriber_id: gone.id }));
    const { data } = await list(call, '?subscriberId=gone');
    expect(data).toMatchObject([{ _id: ids[0], subscriber: { email: 'gone@example.com', deleted: true } }]);
  });

  test('each run of a transaction with several recipients has its own messages', async ({ call, tenant }) => {
    const transaction_id = 'broadcast';
    const snapshot_id = await createSnapshot(tenant, { channels: ['in_app', 'email'] });
    const at = new Date(Date.now() - 60_000);
    const people = ['ann', 'bob', 'cem'].map((id) => subscriberRow(tenant, id, `${id}@example.com`));
    await insertRows('subscribers', people);
    const runs = people.map(({ id }) =>
      notificationRow(tenant, at, { snapshot_id, subscriber_id: id, transaction_id }),
    );
    await insertRows('notifications', runs);
    const rows = runs.flatMap(({ id, subscriber_id }) =>
      ['in_app', 'email'].map((channel) =>
        messageRow(tenant, at, { notification_id: id, subscriber_id, transaction_id, channel }),
      ),
    );
    await insertRows('messages', rows);

    expect(await list(call, '?transactionId=broadcast')).toMatchObject({ totalCount: 6 });
    const events = await call<{ data: { _id: string }[] }>('GET', '/v1/notifications?transactionId=broadcast');
    expect(events.body.data.map(({ _id }) => _id)).toEqual(runs.map(({ id }) => id).toReversed());
    for (const [index, run] of runs.entries()) {
      const own = await list(call, `?notificationId=${run.id}`);
      expect(own).toMatchObject({ totalCount: 2, hasMore: false });
      for (const message of own.data) {
        expect(message).toMatchObject({
          _notificationId: run.id,
          transactionId: 'broadcast',
          subscriber: { email: people[index]?.email },
        });
      }
      expect(own.data.map(({ _id, channel }) => [_id, channel])).toEqual([
        [rows[index * 2 + 1]?.id, 'email'],
        [rows[index * 2]?.id, 'in_app'],
      ]);
    }
    const [ann, bob] = runs;
    expect(await idsOf(call, `?notificationId=${ann?.id}&channel=email&transactionId=broadcast`)).toEqual([
      rows[1]?.id,
    ]);
    expect(await idsOf(call, `?notificationId=${ann?.id}&subscriberId=bob`)).toEqual([]);
    expect(await idsOf(call, `?notificationId=${bob?.id}&transactionId=other`)).toEqual([]);
    const elsewhere = caller(`ApiKey ${tenant.productionApiKey}`);
    expect(await idsOf(elsewhere, `?notificationId=${ann?.id}`)).toEqual([]);
  });

  test('any combination returns exactly the matching messages', async ({ call, tenant }) => {
    expect(Object.keys(ListMessagesQuery.shape)).toEqual([
      'channel',
      'subscriberId',
      'transactionId',
      'contextKeys',
      'notificationId',
      'messageId',
      'status',
      'outcome',
      'delivery',
      'providerId',
      'integrationId',
      'templates',
      'slowerThan',
      'after',
      'before',
      'q',
      'page',
      'limit',
    ]);
    const people = ['s0', 's1', 's2'].map((subscriberId) => subscriberRow(tenant, subscriberId, null));
    await insertRows('subscribers', people);
    const { pick } = seededRandom(testSeed());
    const runs = Array.from({ length: 400 }, () => newId());
    const minutes = [0, 0.3, 2, 6, 15, 25, 40, 120];
    const durations = [...minutes.map((count) => count * MINUTE_MS), 2 * DAY_MS];
    const workflows = [newId(), newId()];
    const providers: Record<string, string[]> = { email: ['sendgrid', 'mailgun'], sms: ['twilio'] };
    const rows = Array.from({ length: 5_000 }, (_, n) => {
      const channel = pick(['in_app', 'email', 'sms', 'push']);
      const run = pick(runs);
      return messageRow(tenant, new Date(Date.now() - (n + 1) * 600_000), {
        subscriber_id: pick(people).id,
        channel,
        provider_id: pick(providers[channel] ?? [null]),
        status: pick(['sent', 'sent', 'error', 'warning']),
        reason: pick([
          null,
          reasonFor('no_address', { channel: 'sms' }),
          reasonFor('provider_unavailable', { provider: 'Twilio' }),
        ]),
        workflow_id: pick([...workflows, null]),
        integration_id: pick(['i1', 'i2', null]),
        subject: pick(['Your parcel', '100% off', 'Hello']),
        transaction_id: pick(['broadcast', 'broadcast', `small-${n % 50}`]),
        context_keys: pick([[], [], ['a:1'], ['a:1', 'b:2']]),
        notification_id: run,
        sent_at: pick([null, new Date(idTime(run).getTime() + pick(durations))]),
      });
    });
    await insertRows('messages', rows);
    const timeOf = (row: Record<string, unknown> | undefined) => row?.created_at as Date;
    const times = [10, 2_000, 4_990].map((index) => timeOf(rows[index]).toISOString());
    const query = fc.record(
      {
        channel: fc.constantFrom('in_app', 'email', 'sms', 'push', 'chat'),
        subscriberId: fc.constantFrom('s0', 's1', 's2'),
        transactionId: fc.subarray(['broadcast', 'small-1', 'small-2', 'unknown'], { minLength: 1 }),
        contextKeys: fc.constantFrom([''], ['a:1'], ['b:2', 'a:1'], ['b:2']),
        notificationId: fc.constantFrom(...runs.slice(0, 20), newId(), 'no id'),
        messageId: fc.constantFrom(...rows.slice(0, 5).map(({ id }) => String(id)), newId(), 'no id'),
        status: fc.subarray(['sent', 'error', 'warning'], { minLength: 1 }),
        outcome: fc.subarray([...MESSAGE_OUTCOMES], { minLength: 1 }),
        providerId: fc.subarray(['sendgrid', 'mailgun', 'twilio', 'fcm'], { minLength: 1 }),
        integrationId: fc.subarray(['i1', 'i2', 'no id'], { minLength: 1 }),
        templates: fc.subarray([...workflows, newId(), 'no id'], { minLength: 1 }),
        slowerThan: fc.constantFrom(...SLOWER_THAN),
        after: fc.constantFrom(times[1] ?? '', times[2] ?? ''),
        before: fc.constantFrom(times[0] ?? '', times[1] ?? ''),
        q: fc.constantFrom('PARCEL', '100%', 'absent'),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, fc.nat(20), fc.constantFrom(7, 100, 300), async (given, page, limit) => {
        const search = new URLSearchParams({ page: String(page), limit: String(limit) });
        for (const [name, value] of Object.entries(given)) for (const item of [value].flat()) search.append(name, item);
        const answer = await list(call, `?${search}`);
        const expected = rows.filter(
          (row) =>
            (given.channel === undefined || row.channel === given.channel) &&
            (given.subscriberId === undefined ||
              row.subscriber_id === people.find((person) => person.subscriber_id === given.subscriberId)?.id) &&
            (given.notificationId === undefined || given.notificationId === row.notification_id) &&
            (given.messageId === undefined || given.messageId === row.id) &&
            (given.transactionId === undefined || given.transactionId.includes(String(row.transaction_id))) &&
            (given.contextKeys === undefined ||
              [...given.contextKeys].filter(Boolean).sort().join() === String(row.context_keys)) &&
            (given.status === undefined || given.status.includes(String(row.status))) &&
            (given.outcome === undefined || given.outcome.includes(messageOutcome(row as never))) &&
            (given.slowerThan === undefined || isSlower(row, slowerThanMs(given.slowerThan))) &&
            (given.providerId === undefined || given.providerId.includes(String(row.provider_id))) &&
            (given.integrationId === undefined || given.integrationId.includes(String(row.integration_id))) &&
            (given.templates === undefined || given.templates.includes(String(row.workflow_id))) &&
            (given.after === undefined || timeOf(row) >= new Date(given.after)) &&
            (given.before === undefined || timeOf(row) <= new Date(given.before)) &&
            (given.q === undefined || String(row.subject).toLowerCase().includes(given.q.toLowerCase())),
        );
        // A search returns no count.
        const unindexed = [given.q, given.providerId, given.integrationId, given.templates];
        const isCounted = unindexed.every((each) => each === undefined);
        const totalCount = isCounted ? expected.length : answer.totalCount;
        expect(totalCount ?? expected.length).toBe(expected.length);
        expect({ ...answer, data: answer.data.map((found) => found._id) }).toEqual({
          page,
          pageSize: limit,
          ...(totalCount !== undefined && { totalCount }),
          hasMore: expected.length > (page + 1) * limit,
          data: expected.slice(page * limit, (page + 1) * limit).map((row) => row.id),
        });
      }),
      { numRuns: 150 },
    );
  });
});
