import { database } from '#e2e/database.ts';
import { type Answer, type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createIntegration } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { newId } from '#lib/id.ts';
import { CREDENTIAL_MASK } from '#lib/integrations/credentials.ts';
import { Integration, IntegrationList, IntegrationUsage, ProviderCatalogue } from '#lib/integrations/schema.ts';
import { PROVIDERS } from '#lib/providers/catalogue/catalogue.ts';
import { Workflow } from '#lib/workflows/schema.ts';
import { certificate } from '#testing/certificate.ts';

const credentials = { apiKey: 'SG.very-secret', from: 'hello@shop.example', senderName: 'Shop' };
const mail = { providerId: 'sendgrid', channel: 'email', kind: 'delivery', credentials } as const;
const sms = {
  providerId: 'twilio',
  channel: 'sms',
  credentials: { accountSid: 'AC1', token: 't', from: '+49' },
} as const;
const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ on: 'subscriber', field: 'locale', operator: 'IN', value: 'de_DE,de_AT' }],
} as const;

const post = (call: CallApi, body: object, query = '') => call('POST', `/v1/integrations${query}`, { body });
const create = async (call: CallApi, body: object) => parsed(Integration, await post(call, body), 201);
const put = (call: CallApi, id: string | undefined, body: object, headers: Record<string, string> = {}) =>
  call('PUT', `/v1/integrations/${id}`, { body, headers });
const update = async (call: CallApi, id: string | undefined, body: object) =>
  parsed(Integration, await put(call, id, body));
const get = async (call: CallApi, id: string | undefined, query = '') =>
  parsed(Integration, await call('GET', `/v1/integrations/${id}${query}`));
const remove = (call: CallApi, id: string | undefined, headers: Record<string, string> = {}) =>
  call('DELETE', `/v1/integrations/${id}`, { headers });

function assertError(answer: Answer, fields: Record<string, RegExp>): void {
  expect(answer.status, answer.text).toBe(422);
  const { errors } = answer.body as { errors: Record<string, { messages: string[] }> };
  expect(Object.keys(errors).sort()).toEqual(Object.keys(fields).sort());
  for (const [field, message] of Object.entries(fields)) expect(errors[field]?.messages.join()).toMatch(message);
}

interface StoredRow {
  configurations: unknown;
  active: boolean;
  primary: boolean;
  priority: number;
  deleted_at: Date | null;
  deleted_by_id: string | null;
  credentials: Record<string, unknown>;
  messages_per_second: number | null;
}

async function stored(id: string | undefined): Promise<StoredRow> {
  return (await database().query('SELECT * FROM integrations WHERE id = $1', [id])).rows[0];
}

async function primaries({ environmentId }: Tenant): Promise<string[]> {
  const text = 'SELECT name FROM integrations WHERE environment_id = $1 AND "primary" ORDER BY channel';
  return (await database().query(text, [environmentId])).rows.map(({ name }) => name);
}

async function auditOf(id: string | undefined) {
  const text = 'SELECT action, actor_id, before, after FROM audit_log WHERE resource_id = $1 ORDER BY id';
  return (await database().query(text, [id])).rows;
}

test.describe('create', () => {
  test('stores the given fields and returns 201 with them', async ({ call, tenant }) => {
    const answer = await post(call, {
      ...mail,
      name: ' SendGrid EU ',
      identifier: 'sendgrid-eu',
      _environmentId: tenant.environmentId,
      active: true,
      check: true,
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'whsec' },
      sandbox: true,
      somethingElse: 1,
    });
    const made = parsed(Integration, answer, 201);
    expect(made).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _environmentId: tenant.environmentId,
      _organizationId: tenant.organizationId,
      name: 'SendGrid EU',
      identifier: 'sendgrid-eu',
      providerId: 'sendgrid',
      channel: 'email',
      kind: 'delivery',
      configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: CREDENTIAL_MASK },
      active: true,
      deleted: false,
      primary: true,
      conditions: [],
      sandbox: true,
      priority: 1,
    });
    expect(answer.headers.get('etag')).toMatch(/^"\d+"$/);
    expect(await get(call, made._id)).toEqual(made);
  });

  test('requires only a provider, and other fields have defaults', async ({ call }) => {
    const made = await create(call, { providerId: 'postmark' });
    expect(made).toMatchObject({
      name: 'Postmark',
      identifier: expect.stringMatching(/^postmark-[0-9a-f]{6}$/),
      channel: 'email',
      kind: 'delivery',
      active: false,
      primary: false,
      sandbox: false,
    });
  });

  test('rejects fields that do not fit the provider', async ({ call }) => {
    assertError(await post(call, {}), { providerId: /./ });
    assertError(await post(call, { providerId: 'carrier-pigeon' }), { providerId: /./ });
    assertError(await post(call, { ...mail, channel: 'sms' }), { channel: /must be email, the channel of SendGrid/ });
    assertError(await post(call, { ...mail, channel: 'fax' }), { channel: /./ });
    assertError(await post(call, { ...mail, kind: 'agent' }), { kind: /SendGrid delivers, so kind must be delivery/ });
    assertError(await post(call, { providerId: 'anthropic' }), { kind: /is an agent runtime/ });
    assertError(await post(call, { providerId: 'anthropic', kind: 'agent', channel: 'chat' }), {
      channel: /must be absent/,
    });
  });

  test('an agent has neither channel nor primary and is listed', async ({ call, tenant }) => {
    const body = { providerId: 'anthropic', kind: 'agent', active: true, credentials: { apiKey: 'sk' } };
    const made = await create(call, body);
    expect(made).toMatchObject({ kind: 'agent', active: true, primary: false });
    expect(made).not.toHaveProperty('channel');
    expect(await primaries(tenant)).toEqual([]);
    expect(parsed(IntegrationList, await call('GET', '/v1/integrations'))).toEqual([made]);
  });

  test('rejects malformed fields, and names each', async ({ call }) => {
    assertError(await post(call, { ...mail, name: ' ' }), { name: /must not be empty/ });
    assertError(await post(call, { ...mail, name: 'x'.repeat(256) }), { name: /at most 255/ });
    assertError(await post(call, { ...mail, identifier: '' }), { identifier: /must not be empty/ });
    assertError(await post(call, { ...mail, active: 'yes' }), { active: /./ });
    assertError(await post(call, { ...mail, credentials: 'secret' }), { credentials: /./ });
    assertError(await post(call, { ...mail, credentials: { apiKey: 7 } }), { 'credentials.apiKey': /./ });
    assertError(await post(call, { ...mail, credentials: { apiKey: 'a\u0000b' } }), { 'credentials.apiKey': /NUL/ });
    assertError(await post(call, { ...mail, credentials: { more: 'x'.repeat(100_001) } }), { credentials: /at most/ });
    assertError(await post(call, { ...mail, configurations: { inboundWebhookEnabled: 1 } }), {
      'configurations.inboundWebhookEnabled': /./,
    });
    const child = { ...condition.children[0], on: 'tenant' };
    assertError(await post(call, { ...mail, conditions: [{ ...condition, children: [child] }] }), {
      'conditions.0.children.0.on': /./,
    });
    assertError(
      await post(call, { ...mail, conditions: [{ ...condition, children: [{ ...child, on: 'payload', field: '' }] }] }),
      {
        'conditions.0.children.0.field': /is required/,
      },
    );
    assertError(await post(call, { ...mail, conditions: [{ ...condition, type: undefined }] }), {
      'conditions.0.type': /./,
    });
  });

  test('a taken identifier is 422 on the field; in another environment it is free', async ({ call, tenant }) => {
    await create(call, { ...mail, identifier: 'mail' });
    assertError(await post(call, { ...mail, identifier: 'mail' }), { identifier: /^Already in use/ });
    await create(caller(`ApiKey ${tenant.productionApiKey}`), { ...mail, identifier: 'mail' });
    const both = await Promise.all([1, 2].map(() => post(call, { ...mail, identifier: 'race' })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    const headers = { 'idempotency-key': newId() };
    const body = { ...mail, identifier: 'mail' };
    for (const attempt of [1, 2]) {
      const answer = await call('POST', '/v1/integrations', { body, headers });
      expect(answer.status, `attempt ${attempt}`).toBe(422);
    }
  });

  test('requests with one idempotency key create one integration', async ({ call }) => {
    const headers = { 'idempotency-key': newId() };
    const first = await call('POST', '/v1/integrations', { body: mail, headers });
    const again = await call('POST', '/v1/integrations', { body: mail, headers });
    expect(again.text).toBe(first.text);
    expect(parsed(IntegrationList, await call('GET', '/v1/integrations'))).toHaveLength(1);
  });
});

test('credentials that can never work are rejected at their fields in every mode', async ({ call }) => {
  const smtp = { providerId: 'nodemailer', credentials: { host: '127.0.0.1:1025', port: '99999' } };
  const wrong = { 'credentials.host': /^Host must be a host name or an IP address/, 'credentials.port': /1 to 65535/ };
  for (const mode of [{}, { active: true }, { sandbox: true }])
    assertError(await post(call, { ...smtp, ...mode }), wrong);
  const { _id } = await create(call, { ...smtp, credentials: { host: '::1', port: '25' } });
  assertError(await put(call, _id, { credentials: smtp.credentials }), wrong);

  const webhook = {
    baseUrl: 'https://me:pw@shop.example',
    apiKeyRequestHeader: 'X Key\r\nHost: evil',
    apiKey: 'ключ',
    secretKeyRequestHeader: 'x-secret',
    domain: 'file:///etc/passwd',
  };
  assertError(await post(call, { providerId: 'generic-sms', credentials: webhook }), {
    'credentials.baseUrl': /without user name and password/,
    'credentials.apiKeyRequestHeader': /must not contain invisible characters: U\+000D/,
    'credentials.apiKey': /ASCII/,
    'credentials.domain': /https:/,
  });
});

test('a malformed stored value stays until the credentials are written again', async ({ tenant }) => {
  const { call } = await signedIn(tenant, 'admin');
  const row = { provider_id: 'push-webhook', channel: 'push', credentials: { webhookUrl: 'no url', secretKey: 's' } };
  const _id = await createIntegration(tenant, row);
  await update(call, _id, { name: 'Another name' });
  const { credentials: masked } = await get(call, _id, '?credentials=masked');
  await update(call, _id, { credentials: masked });
  expect((await get(call, _id)).credentials).toEqual(row.credentials);
  assertError(await put(call, _id, { credentials: { ...masked, webhookUrl: 'no url' } }), {
    'credentials.webhookUrl': /https:/,
  });
});

test.describe('required credentials', () => {
  test('may be missing while inactive or in sandbox mode, not while active', async ({ call }) => {
    await create(call, { ...mail, credentials: {} });
    await create(call, { ...mail, credentials: {}, active: true, sandbox: true });
    assertError(await post(call, { ...mail, active: true, credentials: { apiKey: 'k', senderName: '' } }), {
      'credentials.from': /From email address is required while the integration is active/,
      'credentials.senderName': /required/,
    });
    assertError(await post(call, { providerId: 'twilio', active: true }), {
      'credentials.accountSid': /./,
      'credentials.token': /./,
      'credentials.from': /./,
    });
  });

  test('are required when it is activated, leaves the sandbox, or loses one', async ({ call }) => {
    const { _id } = await create(call, { ...mail, credentials: { from: 'a@b.example', senderName: 'A' } });
    assertError(await put(call, _id, { active: true }), { 'credentials.apiKey': /required/ });
    expect(await update(call, _id, { active: true, sandbox: true })).toMatchObject({ active: true });
    assertError(await put(call, _id, { sandbox: false }), { 'credentials.apiKey': /required/ });
    await update(call, _id, { sandbox: false, credentials });
    const { apiKey, ...rest } = credentials;
    assertError(await put(call, _id, { credentials: rest }), { 'credentials.apiKey': /required/ });
    await update(call, _id, { credentials: { ...rest, apiKey: `${apiKey}2` } });
  });

  test('do not block changes of an integration that is active without them', async ({ call, tenant }) => {
    const id = await createIntegration(tenant, { provider_id: 'sendgrid', channel: 'email' });
    expect(await update(call, id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', active: true });
    await update(call, id, { active: false });
  });
});

test.describe('a daily quota', () => {
  test('is stored, changed, kept if absent, and removed by null, and its use is shown', async ({ call }) => {
    const made = await create(call, { ...mail, messagesPerDay: 500 });
    expect(made).toMatchObject({ messagesPerDay: 500 });
    expect(await update(call, made._id, { name: 'B' }), 'absent').toMatchObject({ messagesPerDay: 500 });
    const usage = async () => parsed(IntegrationUsage, await call('GET', `/v1/integrations/${made._id}/usage`)).quota;
    expect(await usage()).toEqual({ used: 0, limit: 500, resetsAt: expect.stringContaining('T00:00:00.000Z') });
    expect(await update(call, made._id, { messagesPerDay: null })).not.toHaveProperty('messagesPerDay');
    expect(await usage()).toBeUndefined();
    expect(await update(call, made._id, { messagesPerDay: 1 })).toMatchObject({ messagesPerDay: 1 });
    expect(await usage()).toMatchObject({ used: 0, limit: 1 });
  });

  test('is a whole number of messages, and rejected for in-app', async ({ call, tenant }) => {
    for (const messagesPerDay of [0, -1, 1.5, 100_000_001, '14', true])
      assertError(await post(call, { ...mail, messagesPerDay }), { messagesPerDay: /must be/ });
    const inApp = await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
    assertError(await put(call, inApp, { messagesPerDay: 1 }), { messagesPerDay: /do not leave Belfry/ });
  });
});

test.describe('a rate limit', () => {
  test('is stored, changed, kept if absent, and removed by null, with audit records', async ({ call }) => {
    const made = await create(call, { ...mail, messagesPerSecond: 14 });
    expect(made).toMatchObject({ messagesPerSecond: 14 });
    expect(await get(call, made._id)).toEqual(made);
    expect(await update(call, made._id, { name: 'B' }), 'absent').toMatchObject({ messagesPerSecond: 14 });
    expect(await update(call, made._id, { messagesPerSecond: 0.01 })).toMatchObject({ messagesPerSecond: 0.01 });
    expect(await update(call, made._id, { messagesPerSecond: null })).not.toHaveProperty('messagesPerSecond');
    expect((await stored(made._id)).messages_per_second).toBeNull();
    const states = (await auditOf(made._id)).map(({ before, after }) =>
      [before, after].map((s) => s?.messagesPerSecond),
    );
    expect(states).toEqual([
      [undefined, 14],
      [14, 14],
      [14, 0.01],
      [0.01, undefined],
    ]);
  });

  test('is a number from 0.01 to 10,000', async ({ call }) => {
    const { _id } = await create(call, { ...mail, messagesPerSecond: 10_000 });
    for (const messagesPerSecond of [0, -1, 0.009, 10_001, '14', true]) {
      assertError(await post(call, { ...mail, messagesPerSecond }), { messagesPerSecond: /must be/ });
      assertError(await put(call, _id, { messagesPerSecond }), { messagesPerSecond: /must be/ });
    }
    expect(await get(call, _id)).toMatchObject({ messagesPerSecond: 10_000 });
  });

  test('is rejected for in-app and agents', async ({ call, tenant }) => {
    const agent = { providerId: 'anthropic', kind: 'agent', credentials: { apiKey: 'sk' } };
    assertError(await post(call, { ...agent, messagesPerSecond: 1 }), { messagesPerSecond: /agents deliver nothing/ });
    const { _id } = await create(call, { ...agent, messagesPerSecond: null });
    assertError(await put(call, _id, { messagesPerSecond: 1 }), { messagesPerSecond: /agents deliver nothing/ });
    const inApp = await createIntegration(tenant, { provider_id: 'svc', channel: 'in_app' });
    assertError(await put(call, inApp, { messagesPerSecond: 1 }), { messagesPerSecond: /do not leave Belfry/ });
    expect(await update(call, inApp, { messagesPerSecond: null })).not.toHaveProperty('messagesPerSecond');
  });

  test('stays when the integration becomes primary', async ({ call }) => {
    await create(call, { ...mail, active: true });
    const { _id } = await create(call, { ...mail, messagesPerSecond: 14 });
    const promoted = parsed(Integration, await call('POST', `/v1/integrations/${_id}/set-primary`));
    expect(promoted).toMatchObject({ primary: true, messagesPerSecond: 14 });
    expect(await get(call, _id)).toEqual(promoted);
  });
});

test.describe('the primary mark', () => {
  test('goes to the first active email and SMS integration', async ({ call, tenant }) => {
    await create(call, { ...mail, name: 'sleeping' });
    expect(await create(call, { ...mail, name: 'first', active: true })).toMatchObject({ primary: true });
    expect(await create(call, { ...mail, name: 'second', active: true })).toMatchObject({ primary: false });
    expect(await create(call, { ...sms, name: 'text', active: true })).toMatchObject({ primary: true });
    const push = { providerId: 'expo', active: true, credentials: { apiKey: 'k' } };
    expect(await create(call, push)).toMatchObject({ primary: false });
    expect(await primaries(tenant)).toEqual(['first', 'text']);
  });

  test('does not go to one with conditions', async ({ call, tenant }) => {
    const made = await create(call, { ...mail, active: true, conditions: [condition] });
    expect(made).toMatchObject({ active: true, primary: false, conditions: [condition] });
    expect(await primaries(tenant)).toEqual([]);
  });

  test('is lost by deactivation, not inherited, and goes to the next activated integration', async ({
    call,
    tenant,
  }) => {
    const first = await create(call, { ...mail, name: 'first', active: true });
    const second = await create(call, { ...mail, name: 'second', active: true });
    expect(await update(call, first._id, { active: false })).toMatchObject({ active: false, primary: false });
    expect(await stored(first._id)).toMatchObject({ primary: false, priority: 0 });
    expect(await primaries(tenant)).toEqual([]);
    expect(await get(call, second._id)).toMatchObject({ active: true, primary: false });
    await update(call, second._id, { name: 'second!' });
    expect(await primaries(tenant)).toEqual([]);
    expect(await update(call, first._id, { active: true })).toMatchObject({ active: true, primary: true });
    expect(await update(call, first._id, { active: true })).toMatchObject({ active: true, primary: true });
  });

  test('is lost by conditions, and kept by an empty list of them', async ({ call, tenant }) => {
    const { _id } = await create(call, { ...mail, name: 'first', active: true });
    expect(await update(call, _id, { conditions: [] })).toMatchObject({ primary: true });
    expect(await update(call, _id, { conditions: [condition] })).toMatchObject({
      active: true,
      primary: false,
      conditions: [condition],
    });
    expect(await primaries(tenant)).toEqual([]);
    expect(await update(call, _id, { conditions: [] })).toMatchObject({ primary: false, conditions: [] });
  });

  test('concurrent writes never leave two primaries', async ({ call, tenant }) => {
    const sleeping = await Promise.all([1, 2, 3, 4].map((n) => create(call, { ...mail, name: `m${n}` })));
    let running = true;
    const seen = new Set<number>();
    const watch = (async () => {
      while (running) seen.add((await primaries(tenant)).length);
    })();
    const writes = sleeping.flatMap(({ _id }) => [
      put(call, _id, { active: true }),
      call('POST', `/v1/integrations/${_id}/set-primary`),
      put(call, _id, { active: false }),
      put(call, _id, { active: true, conditions: [condition] }),
      put(call, _id, { active: true, conditions: [] }),
      post(call, { ...mail, active: true }),
    ]);
    const answers = await Promise.all([...writes, remove(call, sleeping[0]?._id)]);
    running = false;
    await watch;
    for (const { status, text } of answers) expect([200, 201, 404], text).toContain(status);
    expect(Math.max(...seen)).toBe(1);
  });
});

test.describe('update', () => {
  test('changes the given fields and keeps the others', async ({ call }) => {
    const made = await create(call, { ...mail, name: 'A', identifier: 'a', sandbox: true, conditions: [condition] });
    expect(await update(call, made._id, {})).toEqual(made);
    expect(await update(call, made._id, { name: 'B' })).toEqual({ ...made, name: 'B' });
    expect(await update(call, made._id, { identifier: 'b' })).toEqual({ ...made, name: 'B', identifier: 'b' });
    const configurations = { inboundWebhookEnabled: false };
    const last = { ...made, name: 'B', identifier: 'b', sandbox: false, conditions: [], configurations };
    expect(await update(call, made._id, { sandbox: false, conditions: [], configurations })).toEqual(last);
    expect(await get(call, made._id)).toEqual(last);
    expect(await update(call, made._id, last)).toEqual(last);
  });

  test('does not change provider and channel', async ({ call }) => {
    const made = await create(call, mail);
    assertError(await put(call, made._id, { providerId: 'ses' }), { providerId: /cannot be changed/ });
    assertError(await put(call, made._id, { channel: 'sms', kind: 'agent' }), { channel: /cannot/, kind: /cannot/ });
    expect(await update(call, made._id, { providerId: 'sendgrid', channel: 'email', kind: 'delivery' })).toEqual(made);
  });

  test('an identifier of another integration is 422, and its own is accepted', async ({ call }) => {
    await create(call, { ...mail, identifier: 'a' });
    const { _id } = await create(call, { ...mail, identifier: 'b' });
    assertError(await put(call, _id, { identifier: 'a' }), { identifier: /^Already in use/ });
    expect(await update(call, _id, { identifier: 'b' })).toMatchObject({ identifier: 'b' });
  });

  test('with a stale If-Match is 412 with the author of the change', async ({ tenant, call }) => {
    const made = await post(call, mail);
    const { _id } = parsed(Integration, made, 201);
    const first = made.headers.get('etag') ?? '';
    const admin = await signedIn(tenant, 'admin');
    const changed = await put(admin.call, _id, { name: 'theirs' }, { 'if-match': first });
    expect(changed.status).toBe(200);
    const second = changed.headers.get('etag') ?? '';
    expect(second).not.toBe(first);
    const stale = await put(call, _id, { name: 'mine' }, { 'if-match': first });
    expect(stale.status).toBe(412);
    expect(stale.body).toMatchObject({
      code: 'precondition_failed',
      changedBy: `${admin.userId}@example.com`,
      changedAt: expect.any(String),
    });
    expect((await remove(call, _id, { 'if-match': first })).status).toBe(412);
    expect(await get(call, _id)).toMatchObject({ name: 'theirs' });
    expect((await call('GET', `/v1/integrations/${_id}`)).headers.get('etag')).toBe(second);
    expect((await put(call, _id, { name: 'mine' })).status, 'without it the last write wins').toBe(200);
    const star = { 'if-match': '*' };
    expect((await remove(call, _id, star)).status).toBe(200);
  });

  test('every write creates another version, however fast', async ({ call }) => {
    const { _id } = await create(call, mail);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => put(call, _id, { name: `n${n}` })));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(20);
  });
});

test.describe('secrets', () => {
  test('are returned in plain text or masked to roles that may see them; a mask in a request keeps the stored secret', async ({
    tenant,
  }) => {
    const { call } = await signedIn(tenant, 'admin');
    const open = { ...credentials, servicePlanId: 'kept', nested: { any: ['json', 1, null] } };
    const { _id } = await create(call, { ...mail, credentials: open });
    expect((await get(call, _id)).credentials).toEqual(open);
    const masked = { ...open, apiKey: CREDENTIAL_MASK, nested: CREDENTIAL_MASK };
    expect((await get(call, _id, '?credentials=masked')).credentials).toEqual(masked);

    await update(call, _id, { credentials: { ...masked, from: 'other@shop.example' } });
    expect((await get(call, _id)).credentials).toEqual({ ...open, from: 'other@shop.example' });
    await update(call, _id, { name: 'only the name' });
    expect((await get(call, _id)).credentials).toMatchObject({ apiKey: credentials.apiKey });
    await update(call, _id, { credentials: { apiKey: 'new' } });
    expect((await get(call, _id)).credentials, 'what is given takes the place of all').toEqual({ apiKey: 'new' });
  });

  test('in tlsOptions and the signing key are masked and kept, too', async ({ tenant }) => {
    const { call } = await signedIn(tenant, 'owner');
    const tlsOptions = { key: certificate.key, rejectUnauthorized: false };
    const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'whsec' };
    const body = { providerId: 'nodemailer', credentials: { host: 'h', port: '25', secure: true, tlsOptions } };
    const { _id } = await create(call, { ...body, configurations });
    const masked = await get(call, _id, '?credentials=masked');
    const { tlsOptions: hidden, secure } = masked.credentials as Record<string, unknown>;
    expect([hidden, secure]).toEqual([{}, true]);
    expect(masked.configurations).toEqual({ ...configurations, inboundWebhookSigningKey: CREDENTIAL_MASK });
    await update(call, _id, { credentials: masked.credentials, configurations: masked.configurations });
    expect(await get(call, _id)).toMatchObject({ credentials: { tlsOptions }, configurations });
  });

  test('TLS options that redirect the connection are rejected', async ({ call }) => {
    const body = (tlsOptions: object) => ({
      providerId: 'nodemailer',
      credentials: { host: 'h', port: '25', tlsOptions },
    });
    assertError(await post(call, body({ socket: null, host: '127.0.0.1', port: 1 })), {
      'credentials.tlsOptions': /socket, host, port are refused/,
    });
    const { _id } = await create(call, body({ minVersion: 'TLSv1.2' }));
    assertError(await put(call, _id, body({ minVersion: 'SSLv3' })), { 'credentials.tlsOptions.minVersion': /TLSv1/ });
  });

  test('a mask without a stored secret is rejected', async ({ call }) => {
    assertError(await post(call, { ...mail, credentials: { ...credentials, apiKey: CREDENTIAL_MASK } }), {
      'credentials.apiKey': /mask/,
    });
    const { _id } = await create(call, { ...mail, credentials: {} });
    assertError(await put(call, _id, { credentials: { apiKey: CREDENTIAL_MASK } }), { 'credentials.apiKey': /mask/ });
    assertError(await put(call, _id, { configurations: { inboundWebhookSigningKey: CREDENTIAL_MASK } }), {
      'configurations.inboundWebhookSigningKey': /mask/,
    });
    await update(call, _id, { credentials: { from: CREDENTIAL_MASK } });
  });

  test('never reach an API key or a role without the permission, and are stored encrypted', async ({
    call,
    tenant,
  }) => {
    const made = await post(call, { ...mail, active: true });
    const { _id } = made.body as Integration;
    const other = await create(call, { ...mail, name: 'other' });
    const answers = [
      made,
      await put(call, _id, { credentials: { ...credentials, apiKey: 'SG.very-secret-2' } }),
      await put(call, _id, { name: 'x' }, { 'if-match': '"1"' }),
      await call('PUT', `/v1/integrations/${_id}?credentials=masked`, { body: { name: 'y' } }),
      await remove(call, other._id),
    ];
    const support = await signedIn(tenant, 'support');
    const seen = await support.call('GET', '/v1/integrations');
    expect(seen.text).toContain(_id);
    for (const { text } of [...answers, seen]) expect(text).not.toMatch(/very-secret|"credentials"/);
    const kept = JSON.stringify((await stored(_id)).credentials);
    for (const text of ['very-secret', credentials.from, credentials.senderName]) expect(kept).not.toContain(text);
    const audits = JSON.stringify(await auditOf(_id));
    expect(audits).toContain('integrations.update');
    expect(audits).not.toContain('very-secret');
  });

  test('in plain text in a response are audited, and masked ones are not', async ({ tenant }) => {
    const { call } = await signedIn(tenant, 'admin');
    const { body } = await post(call, mail, '?credentials=masked');
    const { _id, credentials: shown } = body as Integration;
    expect(shown).toEqual({ ...credentials, apiKey: CREDENTIAL_MASK });
    const actions = async () => (await auditOf(_id)).map(({ action }) => action);
    expect(await actions()).toEqual(['integrations.create']);
    await update(call, _id, { name: 'x' });
    expect(await actions()).toEqual(['integrations.create', 'integrations.update', 'integrations.revealCredentials']);
  });
});

test.describe('delete', () => {
  test('hides the integration everywhere, frees its identifier and returns the others', async ({ call, tenant }) => {
    const first = await create(call, { ...mail, name: 'first', identifier: 'mail', active: true });
    const second = await create(call, { ...mail, name: 'second', active: true });
    expect(parsed(IntegrationList, await remove(call, first._id))).toEqual([second]);
    expect(parsed(IntegrationList, await call('GET', '/v1/integrations'))).toEqual([second]);
    expect(parsed(IntegrationList, await call('GET', '/v1/integrations/active'))).toEqual([second]);
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', '/set-primary'],
    ] as const) {
      const answer = await call(method, `/v1/integrations/${first._id}${path}`, body ? { body } : {});
      expect(answer.status, method).toBe(404);
      expect(answer.body).toMatchObject({ message: `Integration with id ${first._id} not found` });
    }
    expect(await primaries(tenant)).toEqual([]);
    const row = await stored(first._id);
    expect(row).toMatchObject({ primary: false, active: false, deleted_at: expect.any(Date) });
    expect([row.credentials, row.configurations], 'its secrets are erased').toEqual([{}, null]);
    await create(call, { ...mail, identifier: 'mail' });
  });

  test('is audited with the actor and the deleted integration', async ({ tenant }) => {
    const { call, userId } = await signedIn(tenant, 'owner');
    const { _id } = await create(call, { ...mail, name: 'Gone' });
    expect((await remove(call, _id)).status).toBe(200);
    expect(await stored(_id)).toMatchObject({ deleted_by_id: userId });
    expect((await auditOf(_id)).at(-1)).toMatchObject({
      action: 'integrations.delete',
      actor_id: userId,
      before: { name: 'Gone', credentials: { from: credentials.from } },
      after: null,
    });
  });

  test('removes the credentials of subscribers with it', async ({ call }) => {
    const push = { providerId: 'expo', active: true, credentials: { apiKey: 'k' } };
    const [first, second] = [await create(call, push), await create(call, push)];
    await call('POST', '/v2/subscribers', { body: { subscriberId: 'jane' } });
    for (const { identifier } of [first, second]) {
      const body = { providerId: 'expo', integrationIdentifier: identifier, credentials: { deviceTokens: ['t'] } };
      expect((await call('PUT', '/v1/subscribers/jane/credentials', { body })).status).toBe(200);
    }
    await remove(call, first._id);
    const { body } = await call('GET', '/v2/subscribers/jane');
    expect((body as { channels: unknown[] }).channels).toMatchObject([{ _integrationId: second._id }]);
  });
});

test.describe('permissions', () => {
  test('owners, admins and API keys write; developers and support do not', async ({ tenant, call }) => {
    const { _id } = await create(call, mail);
    for (const role of ['developer', 'support'] as const) {
      const { call: as } = await signedIn(tenant, role);
      for (const answer of [await post(as, mail), await put(as, _id, { name: 'x' }), await remove(as, _id)]) {
        expect(answer.status).toBe(403);
      }
    }
    for (const role of ['admin', 'owner'] as const) {
      const { call: as } = await signedIn(tenant, role);
      const made = await create(as, mail);
      await update(as, made._id, { name: role });
      expect((await remove(as, made._id)).status).toBe(200);
    }
  });

  test('an integration of another tenant is not found', async ({ call, tenant }) => {
    const { _id } = await create(call, mail);
    const elsewhere = await createTenant();
    const strangers = [
      caller(`ApiKey ${elsewhere.apiKey}`),
      caller(`ApiKey ${tenant.productionApiKey}`),
      (await signedIn(elsewhere, 'owner')).call,
    ];
    for (const stranger of strangers) {
      expect((await put(stranger, _id, { name: 'taken over' })).status).toBe(404);
      expect((await remove(stranger, _id)).status).toBe(404);
    }
    expect(await get(call, _id)).toMatchObject({ name: 'SendGrid' });
    expect((await put(call, 'not-an-id', {})).status).toBe(422);
    expect((await remove(call, 'not-an-id')).status).toBe(422);
  });

  test('only sessions of the organization can name another environment', async ({ call, tenant }) => {
    const there = { _environmentId: tenant.productionId };
    expect((await post(call, { ...mail, ...there })).status).toBe(403);
    const { call: admin } = await signedIn(tenant, 'admin');
    const made = await create(admin, { ...mail, ...there });
    expect(made).toMatchObject(there);
    expect(await update(admin, made._id, { ...there, name: 'over there' })).toMatchObject({
      ...there,
      name: 'over there',
    });
    expect((await put(admin, made._id, { name: 'here' })).status).toBe(404);
    expect((await put(call, made._id, there)).status).toBe(403);
    const elsewhere = await createTenant();
    expect((await post(admin, { ...mail, _environmentId: elsewhere.environmentId })).status).toBe(403);
    expect((await post(admin, { ...mail, _environmentId: newId() })).status).toBe(403);
    assertError(await post(admin, { ...mail, _environmentId: 'x' }), { _environmentId: /./ });
  });
});

test('every change is audited with both states and masks', async ({ tenant }) => {
  const { call, userId } = await signedIn(tenant, 'admin');
  const { _id } = await create(call, { ...mail, name: 'A' });
  await update(call, _id, { name: 'B', active: true, credentials: { ...credentials, apiKey: 'SG.another' } });
  const [made, revealed, changed] = await auditOf(_id);
  expect(made).toMatchObject({ action: 'integrations.create', actor_id: userId, before: null, after: { name: 'A' } });
  expect(revealed).toMatchObject({ action: 'integrations.revealCredentials' });
  expect(changed).toMatchObject({
    action: 'integrations.update',
    before: { name: 'A', active: false, primary: false, credentials: { from: credentials.from } },
    after: { name: 'B', active: true, primary: true, credentials: { from: credentials.from } },
  });
  expect(changed.after.credentials.apiKey).toMatch(/changed/);
  expect(changed.before.credentials.apiKey).not.toMatch(/changed|SG/);
});

test('a workflow has the issue of a missing integration as long as the integration is inactive', async ({
  call,
  tenant,
}) => {
  const step = { type: 'email', control_values: { subject: 'Hi', body: 'x' } };
  await createWorkflow(tenant, { identifier: 'receipt' }, [step]);
  const issues = async () => parsed(Workflow, await call('GET', '/v2/workflows/receipt')).steps[0]?.issues?.integration;
  const missing = { email: [{ issueType: 'MISSING_INTEGRATION' }] };
  expect(await issues()).toMatchObject(missing);
  const { _id } = await create(call, { ...mail, active: true });
  expect(await issues()).toBeUndefined();
  await update(call, _id, { active: false });
  expect(await issues()).toMatchObject(missing);
  await update(call, _id, { active: true });
  expect(await issues()).toBeUndefined();
  await update(call, _id, { conditions: [condition] });
  expect(await issues()).toMatchObject(missing);
  await call('POST', `/v1/integrations/${_id}/set-primary`);
  expect(await issues()).toBeUndefined();
  await remove(call, _id);
  expect(await issues()).toMatchObject(missing);
});

test('the catalogue lists every provider with the fields of its form', async ({ call, tenant }) => {
  const { call: support } = await signedIn(tenant, 'support');
  for (const as of [call, support]) {
    const catalogue = parsed(ProviderCatalogue, await as('GET', '/v1/integrations/catalogue'));
    expect(catalogue.map(({ providerId }) => providerId)).toEqual(PROVIDERS.map(({ id }) => id));
    expect(catalogue.find(({ providerId }) => providerId === 'sendgrid')).toMatchObject({
      displayName: 'SendGrid',
      channel: 'email',
      kind: 'delivery',
      availability: 'current',
      deliverable: expect.any(Boolean),
      docsLink: expect.stringMatching(/^https:/),
      credentials: expect.arrayContaining([
        expect.objectContaining({ key: 'apiKey', type: 'string', required: true, secret: true }),
        expect.objectContaining({ key: 'region', type: 'dropdown', required: false, default: 'global' }),
      ]),
    });
  }
});
