import { assertError } from '#e2e/error-answer.ts';
import { type CallApi, expect, parsed, test } from '#e2e/fixtures.ts';
import { createOwnInbox } from '#e2e/inbox-session.ts';
import { filled, isForReaders, type ListedOperation, listOperations } from '#e2e/operations.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { createWorkflow } from '#e2e/workflow-rows.ts';
import { SubscriberPage } from '#lib/subscribers/schema.ts';

const BODY_LIMIT = 1_048_576;

let withBody: ListedOperation[] = [];
test.beforeAll(async () => {
  withBody = (await listOperations()).filter(({ operation }) => operation.body);
});

/** Calls an operation as an owner, unless the operation needs another kind of caller. */
async function asOwner(tenant: Tenant): Promise<(listed: ListedOperation, options: object) => ReturnType<CallApi>> {
  const { call } = await signedIn(tenant, 'owner');
  const { reader } = await createOwnInbox(tenant, 'news');
  return (listed, options) => {
    const as = isForReaders(listed) ? reader.call : call;
    return as(listed.method, filled(listed.path, '0'.repeat(24)), options);
  };
}

test.describe('the body', () => {
  const malformed = ['{', '{"a":1,}', "{'a':1}", '{"a":undefined}', '[1', 'nonsense', '{}{}', '"\\x"', '\u00a0{}'];
  const otherTypes = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/problem+json',
    'nonsense',
  ];

  test('malformed JSON and bytes that are not text are 400 on every operation with a body', async ({ tenant }) => {
    const send = await asOwner(tenant);
    const notText = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    await sideBySide(withBody, async (listed) => {
      for (const body of [...malformed, notText]) {
        const answer = await send(listed, { body, headers: { 'content-type': 'application/json' } });
        assertError(answer, 400, `${listed.name} ${body}`);
      }
    });
  });

  test('another content type, a missing one, and an encoding are 415 on every operation with a body', async ({
    tenant,
  }) => {
    const send = await asOwner(tenant);
    await sideBySide(withBody, async (listed) => {
      for (const type of otherTypes) {
        const answer = await send(listed, { body: '{}', headers: { 'content-type': type } });
        assertError(answer, 415, `${listed.name} ${type}`);
      }
      const encoded = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      assertError(await send(listed, { body: '{}', headers: encoded }), 415, `${listed.name} gzip`);
    });
  });

  test('a charset of utf-8 is accepted, however written', async ({ call }) => {
    for (const type of ['application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"', 'application/json']) {
      const answer = await call('POST', '/v2/subscribers', {
        body: '{"subscriberId":"a"}',
        headers: { 'content-type': type },
      });
      expect(answer.status, type).toBe(201);
    }
  });

  test('over the limit is 413 on every operation with a body, with a length or in chunks', async ({ tenant }) => {
    const send = await asOwner(tenant);
    const headers = { 'content-type': 'application/json' };
    const body = new TextEncoder().encode(JSON.stringify({ data: 'x'.repeat(BODY_LIMIT) }));
    // Operations with their own limit are tested in lib/api/body-http.test.ts.
    for (const listed of withBody.filter(({ operation }) => operation.bodyLimitBytes === undefined)) {
      assertError(await send(listed, { body, headers }), 413, listed.name);
      assertError(await send(listed, { body: inChunks(body), headers }), 413, `${listed.name} in chunks`);
    }
  });

  test('a body of just the limit is accepted and stored', async ({ call }) => {
    const frame = JSON.stringify({ subscriberId: 'large', data: { text: '' } });
    const text = 'x'.repeat(BODY_LIMIT - frame.length);
    const body = JSON.stringify({ subscriberId: 'large', data: { text } });
    expect(body.length).toBe(BODY_LIMIT);
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await call('POST', '/v2/subscribers', { body }),
      await call('POST', '/v2/subscribers', { body: inChunks(new TextEncoder().encode(body)), headers }),
    ];
    for (const answer of answers) {
      expect(answer.status, answer.text.slice(0, 300)).toBe(201);
      expect(answer.text).toContain(text);
    }
  });

  test('anything but an object is 422 on every operation with a body', async ({ tenant }) => {
    const send = await asOwner(tenant);
    await sideBySide(withBody, async (listed) => {
      for (const body of ['null', '[]', '"text"', '7', 'true'])
        assertError(await send(listed, { body }), 422, listed.name);
    });
  });
});

/** Sends the bytes in chunks without a length. */
function inChunks(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, n) =>
    bytes.subarray(n * 65_536, (n + 1) * 65_536),
  );
  return new ReadableStream({
    pull(controller) {
      const piece = pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

test.describe('fields', () => {
  const preference = { workflowId: 'w', channels: { email: true } };
  const fcm = { providerId: 'fcm', credentials: { deviceTokens: ['t'] } };
  const create = 'POST /v2/subscribers';
  const credentials = 'PUT /v1/subscribers/s0/credentials';
  const bulk = 'PATCH /v2/subscribers/s0/preferences/bulk';
  const one = 'PATCH /v2/subscribers/s0/preferences';
  const cases: [operation: string, body: unknown, fields: string[]][] = [
    [create, {}, ['subscriberId']],
    [create, { subscriberId: null }, ['subscriberId']],
    [create, { subscriberId: 7 }, ['subscriberId']],
    [create, { subscriberId: '' }, ['subscriberId']],
    [create, { subscriberId: ' \t\n' }, ['subscriberId']],
    [create, { subscriberId: 'x'.repeat(256) }, ['subscriberId']],
    [create, { subscriberId: 'a', email: 'a b', locale: '?', timezone: 'x' }, ['email', 'locale', 'timezone']],
    [create, { subscriberId: 'a', data: 'text' }, ['data']],
    [create, { subscriberId: 'a', data: [1] }, ['data']],
    [create, { subscriberId: 'a', firstName: {}, phone: [] }, ['firstName', 'phone']],
    [credentials, {}, ['credentials', 'providerId']],
    [credentials, { ...fcm, providerId: 'pigeon' }, ['providerId']],
    [credentials, { ...fcm, providerId: 'sendgrid' }, ['providerId']],
    [credentials, { ...fcm, providerId: null }, ['providerId']],
    [credentials, { ...fcm, providerId: ['fcm'] }, ['providerId']],
    [credentials, { ...fcm, credentials: 'token' }, ['credentials']],
    [credentials, { ...fcm, credentials: { deviceTokens: 't' } }, ['credentials.deviceTokens']],
    [credentials, { ...fcm, credentials: { deviceTokens: ['t', 1] } }, ['credentials.deviceTokens.1']],
    [
      credentials,
      { ...fcm, credentials: { webhookUrl: 1, channel: {} } },
      ['credentials.channel', 'credentials.webhookUrl'],
    ],
    [credentials, { ...fcm, integrationIdentifier: 4 }, ['integrationIdentifier']],
    [bulk, {}, ['preferences']],
    [bulk, { preferences: 'all' }, ['preferences']],
    [bulk, { preferences: [null] }, ['preferences.0']],
    [bulk, { preferences: [preference, {}] }, ['preferences.1.workflowId']],
    [bulk, { preferences: [{ ...preference, workflowId: 7 }] }, ['preferences.0.workflowId']],
    [bulk, { preferences: [{ ...preference, channels: 'all' }] }, ['preferences.0.channels']],
    [bulk, { preferences: [{ ...preference, channels: { email: 'yes' } }] }, ['preferences.0.channels.email']],
    [bulk, { preferences: [{ ...preference, channels: { email: null } }] }, ['preferences.0.channels.email']],
    [bulk, { preferences: Array(101).fill(preference) }, ['preferences']],
    [bulk, { preferences: [preference], context: 'tenant:acme' }, ['context']],
    [bulk, { preferences: [preference], context: sixContexts() }, ['context']],
    [one, { channels: { sms: 1 } }, ['channels.sms']],
    [one, { workflowId: '' }, ['workflowId']],
  ];

  test('missing and wrong fields, unknown values and long lists are 422, each with its name', async ({
    call,
    tenant,
  }) => {
    await createSubscribers(tenant, 1);
    await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
    for (const [operation, body, fields] of cases) {
      const [method = '', path = ''] = operation.split(' ');
      const label = `${operation} ${JSON.stringify(body).slice(0, 200)}`;
      expect(assertError(await call(method, path, { body }), 422, label, fields).message).toBe('Validation Error');
    }
    const page = parsed(SubscriberPage, await call('GET', '/v2/subscribers'));
    expect(page.data).toMatchObject([{ subscriberId: 's0', channels: [], __v: 0 }]);
  });

  test('unknown fields are ignored', async ({ call }) => {
    const answer = await call('POST', '/v2/subscribers', { body: { subscriberId: 'a', surprise: { deep: [1] } } });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.text).not.toContain('surprise');
  });

  test('missing preferences, unknown workflows and critical workflows are rejected', async ({ call, tenant }) => {
    await createSubscribers(tenant, 1);
    const critical = { all: { enabled: true, readOnly: true }, channels: {} };
    await createWorkflow(tenant, { identifier: 'alarm', default_preferences: critical });
    const bulkOf = (...ids: string[]) =>
      call('PATCH', '/v2/subscribers/s0/preferences/bulk', {
        body: { preferences: ids.map((workflowId) => ({ workflowId, channels: { email: false } })) },
      });
    expect(assertError(await bulkOf(), 400, 'empty').message).toBe('No preferences provided for bulk update');
    expect(assertError(await bulkOf('a', 'alarm', 'b'), 404, 'unknown').message).toBe(
      'Workflows with ids: a, b not found',
    );
    assertError(await bulkOf('alarm'), 400, 'critical');
  });
});

function sixContexts(): object {
  return Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`type${n}`, 'id']));
}

test.describe('the query', () => {
  /** Spec 4.3, 4.6, 4.8 and 8. */
  const ranges: [path: string, name: string, min: number, max: number][] = [
    ['/v2/subscribers', 'limit', 1, 100],
    ['/v1/messages', 'limit', 1, 1000],
    ['/v1/messages', 'page', 0, Number.POSITIVE_INFINITY],
    ['/v1/notifications', 'limit', 1, 50],
    ['/v1/notifications', 'page', 0, Number.POSITIVE_INFINITY],
  ];
  const noNumbers = [
    'x',
    '',
    '1.5',
    '-0.1',
    '1e1',
    '0x10',
    'NaN',
    'Infinity',
    '1,0',
    '+1',
    '%201',
    '1%00',
    'null',
    '[]',
  ];
  const tooFar = ['99999999999999999999', '-99999999999999999999', '9007199254740993'];

  for (const [path, name, min, max] of ranges) {
    test(`${name} of ${path}`, async ({ call }) => {
      const bad = [...noNumbers, ...tooFar, min - 1, ...(Number.isFinite(max) ? [max + 1] : [])];
      for (const value of bad) {
        assertError(await call('GET', `${path}?${name}=${value}`), 422, `${name}=${value}`, [name]);
      }
      assertError(await call('GET', `${path}?${name}=1&${name}=2`), 422, 'twice', [name]);
      for (const value of [min, Math.min(max, 1_000_000)]) {
        const answer = await call<{ page?: number; pageSize?: number }>('GET', `${path}?${name}=${value}`);
        expect(answer.status, `${name}=${value}: ${answer.text}`).toBe(200);
        if (path.startsWith('/v1'))
          expect(answer.body).toMatchObject({ [name === 'page' ? 'page' : 'pageSize']: value });
      }
    });
  }

  test('every integer parameter of every operation has a range', async ({ tenant }) => {
    const { call: asMember } = await signedIn(tenant, 'owner');
    const { reader } = await createOwnInbox(tenant, 'news');
    const parameters = await integerParameters(asMember);
    expect(parameters.length).toBeGreaterThanOrEqual(ranges.length);
    for (const { path, name, minimum, maximum } of parameters) {
      const call = path.startsWith('/v1/inbox/') ? reader.call : asMember;
      for (const value of ['x', '1.5', String(minimum - 1), String(maximum + 1)]) {
        assertError(await call('GET', `${path}?${name}=${value}`), 422, `${path} ${name}=${value}`, [name]);
      }
    }
  });

  test('unknown values of enumerations are rejected', async ({ call }) => {
    const cases: [query: string, field: string][] = [
      ['/v2/subscribers?orderDirection=asc', 'orderDirection'],
      ['/v2/subscribers?orderDirection=', 'orderDirection'],
      ['/v2/subscribers?orderBy=email', 'orderBy'],
      ['/v2/subscribers?includeCursor=1', 'includeCursor'],
      ['/v1/messages?channel=pigeon', 'channel'],
      ['/v1/messages?channel=digest', 'channel'],
      ['/v1/messages?channel=email&channel=sms', 'channel'],
      ['/v1/notifications?channels=pigeon', 'channels.0'],
      ['/v1/notifications?channels=email&channels=pigeon', 'channels.1'],
      ['/v1/notifications?severity=High', 'severity.0'],
      ['/v1/notifications?severity[]=urgent', 'severity.0'],
    ];
    for (const [path, field] of cases) assertError(await call('GET', path), 422, path, [field]);
    assertError(
      await call('POST', '/v2/subscribers?failIfExists=yes', { body: { subscriberId: 'a' } }),
      422,
      'failIfExists',
      ['failIfExists'],
    );
    assertError(await call('GET', '/v2/subscribers?email=a&email=b'), 422, 'a text twice', ['email']);
  });

  test('over-long lists are rejected', async ({ call }) => {
    const many = (name: string, value: (n: number) => string) =>
      Array.from({ length: 101 }, (_, n) => `${name}=${value(n)}`).join('&');
    for (const name of ['templates', 'emails', 'subscriberIds', 'transactionId', 'contextKeys']) {
      assertError(await call('GET', `/v1/notifications?${many(name, (n) => `v${n}`)}`), 422, name, [name]);
    }
    assertError(await call('GET', `/v1/messages?${many('transactionId', (n) => `t${n}`)}`), 422, 'messages', [
      'transactionId',
    ]);
  });

  test('invalid dates are rejected', async ({ call }) => {
    const noDates = ['yesterday', '2026-13-01', '2026-02-30T00:00:00.000Z', '2026-01-01T25:00:00Z', 'null', '%00'];
    for (const name of ['after', 'before']) {
      for (const value of noDates) {
        const answer = await call('GET', `/v1/notifications?${name}=${value}`);
        if (value === '%00' && answer.status === 422) continue;
        expect(assertError(answer, 400, `${name}=${value}`).message).toMatch(
          new RegExp(`^Invalid date format for parameter '${name}': `),
        );
      }
    }
    const wrong = '/v1/notifications?after=2026-02-01T00:00:00.000Z&before=2026-01-01T00:00:00.000Z';
    expect(assertError(await call('GET', wrong), 400, 'order').message).toMatch(/^Invalid date range: /);
    for (const value of [
      '2026-01-01',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000%2B02:00',
      '1000-01-01',
      '9999-12-31',
    ]) {
      expect((await call('GET', `/v1/notifications?after=2020-01-01&before=${value}`)).status, value).not.toBe(500);
      expect((await call('GET', `/v1/notifications?before=${value}`)).status, value).toBe(200);
    }
  });

  test('invalid cursors are rejected', async ({ call, tenant }) => {
    const [first = ''] = await createSubscribers(tenant, 3);
    const both = assertError(await call('GET', `/v2/subscribers?after=${first}&before=${first}`), 400, 'both');
    expect(both.message).toBe('Cannot specify both "before" and "after" cursors at the same time.');
    const nothing = { data: [], next: null, previous: null, totalCount: 0, totalCountCapped: false };
    const malformed = [
      'x',
      '0',
      first.slice(1),
      `${first}0`,
      `${'z'.repeat(24)}`,
      "1' OR '1'='1",
      '99999999999999999_x',
    ];
    for (const order of ['', '&orderBy=updatedAt']) {
      for (const cursor of malformed) {
        const query = new URLSearchParams({ after: cursor }).toString() + order;
        expect(parsed(SubscriberPage, await call('GET', `/v2/subscribers?${query}`)), query).toEqual(nothing);
      }
    }
  });

  test('%, _, backslash and quotes are literal in a search', async ({ call }) => {
    const people = { a: '100%_off\\"\'', b: '1000 off', c: 'plain' };
    for (const [subscriberId, firstName] of Object.entries(people)) {
      await call('POST', '/v2/subscribers', { body: { subscriberId, firstName } });
    }
    for (const term of ['100%', '%_', '_off', 'off\\', '\\"', "'", '%']) {
      const query = new URLSearchParams({ name: term });
      const page = parsed(SubscriberPage, await call('GET', `/v2/subscribers?${query}`));
      expect(
        page.data.map((subscriber) => subscriber.subscriberId),
        term,
      ).toEqual(['a']);
    }
  });
});

async function integerParameters(call: CallApi) {
  const document = await call<{
    paths: Record<string, { get?: { parameters?: { name: string; in: string; schema: Record<string, unknown> }[] } }>;
  }>('GET', '/openapi.json');
  return Object.entries(document.body.paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.schema.type === 'integer' && !path.includes('{'))
      .map(({ name, schema }) => ({ path, name, minimum: Number(schema.minimum), maximum: Number(schema.maximum) })),
  );
}
