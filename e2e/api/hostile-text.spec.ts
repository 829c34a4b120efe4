import { assertError } from '#e2e/error-answer.ts';
import { caller, expect, parsed, plainNext, test } from '#e2e/fixtures.ts';
import { listOperations } from '#e2e/operations.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { SubscriberPage } from '#lib/subscribers/schema.ts';

const hostile = ['a\u0000b', '\u0000', '\ud800', 'x\udfff', '\udc00\ud800'];

test('NUL and lone surrogates are 422 in every text of a body, including keys and ignored fields', async ({
  call,
  tenant,
}) => {
  await createSubscribers(tenant, 1);
  await createIntegration(tenant, { provider_id: 'fcm', channel: 'push' });
  const preferences = [{ workflowId: 'w', channels: {} }];
  for (const text of hostile) {
    const bodies: [string, string, object][] = [
      ...['subscriberId', 'firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone'].map(
        (field): [string, string, object] => ['POST', '/v2/subscribers', { subscriberId: 'a', [field]: text }],
      ),
      ['POST', '/v2/subscribers', { subscriberId: 'a', data: { key: [text] } }],
      ['POST', '/v2/subscribers', { subscriberId: 'a', data: { [text]: 1 } }],
      ['POST', '/v2/subscribers', { subscriberId: 'a', ignored: { [text]: text } }],
      ['PUT', '/v1/subscribers/s0/credentials', { providerId: 'fcm', credentials: { deviceTokens: [text] } }],
      ['PUT', '/v1/subscribers/s0/credentials', { providerId: text, credentials: {} }],
      ['PATCH', '/v2/subscribers/s0/preferences/bulk', { preferences: [{ workflowId: text, channels: {} }] }],
      ['PATCH', '/v2/subscribers/s0/preferences/bulk', { preferences, context: { [text]: 'id' } }],
    ];
    for (const [method, path, body] of bodies) {
      assertError(await call(method, path, { body }), 422, `${method} ${path} ${JSON.stringify(body)}`);
    }
  }
  expect(parsed(SubscriberPage, await call('GET', '/v2/subscribers')).totalCount).toBe(1);
});

test('NUL and invalid UTF-8 in a path or query never cause a 500', async ({ tenant }) => {
  const { call } = await signedIn(tenant, 'owner');
  const malformed = new Set(['%ED%A0%80', '%FF', '%F0%9F%98']);
  for (const { method, path, params, operation, name } of await listOperations()) {
    if (method !== 'GET' || operation.permission === 'public') continue;
    const query = Object.keys((operation.query as { shape?: object } | undefined)?.shape ?? {});
    for (const text of ['%00', 'a%00b', '%ED%A0%80', '%FF', '%F0%9F%98']) {
      const targets = [
        ...(params.length > 0 && !(plainNext && malformed.has(text)) ? [path.replace(/\{\w+\}/g, text)] : []),
        ...query.map((field) => `${path.replace(/\{\w+\}/g, '0'.repeat(24))}?${field}=${text}`),
      ];
      for (const target of targets) {
        const answer = await call('GET', target);
        expect(answer.status, `${name} ${target}: ${answer.text}`).toBeLessThan(500);
        if (answer.status >= 400) assertError(answer, answer.status, `${name} ${target}`);
      }
    }
  }
});

test('__proto__ and its like are ordinary keys', async ({ call }) => {
  const data =
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"toString":"text","a":[{"__proto__":null}]}';
  const created = await call('POST', '/v2/subscribers', {
    body: `{"subscriberId":"p","__proto__":7,"data":${data}}`,
  });
  expect(created.status, created.text).toBe(201);
  const read = await call('GET', '/v2/subscribers/p');
  expect(JSON.parse(read.text, keepProto)).toMatchObject({ 'own data': JSON.parse(data, keepProto) });
  const noFields = await call('POST', '/v2/subscribers', { body: '{"__proto__":{"subscriberId":"q"}}' });
  assertError(noFields, 422, 'fields of a prototype', ['subscriberId']);
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__[limit]']) {
    expect((await call('GET', `/v2/subscribers?${key}=1`)).status, key).toBe(200);
  }
  for (const id of ['__proto__', 'constructor', 'toString']) {
    assertError(await call('GET', `/v2/subscribers/${id}`), 404, id);
    assertError(
      await call('PUT', '/v1/subscribers/p/credentials', { body: { providerId: id, credentials: {} } }),
      422,
      id,
    );
  }
});

test('10,000 levels are 422 at every position', async ({ call, tenant }) => {
  await createSubscribers(tenant, 1);
  const arrays = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const objects = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
  for (const deep of [arrays, objects]) {
    for (const body of [
      deep,
      `{"subscriberId":"deep","data":{"x":${deep}}}`,
      `{"subscriberId":"deep","ignored":${deep}}`,
      `{"subscriberId":${deep}}`,
    ]) {
      assertError(await call('POST', '/v2/subscribers', { body }), 422, body.slice(0, 60));
    }
    const preferences = `{"preferences":[{"workflowId":"w","channels":${deep}}]}`;
    assertError(await call('PATCH', '/v2/subscribers/s0/preferences/bulk', { body: preferences }), 422, 'preferences');
  }
  const fine = `{"subscriberId":"deep","data":${'{"a":'.repeat(99)}{}${'}'.repeat(99)}}`;
  expect((await call('POST', '/v2/subscribers', { body: fine })).status).toBe(201);
});

/** Controls, joiners and direction marks, which names may contain and IDs may not. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}]/gu;

test('text of every script is stored faithfully', async ({ call }) => {
  const names = [
    '李小龍',
    'Ω≈ç√',
    '👩‍👩‍👧‍👦',
    'مرحبا',
    '\u202ertl',
    '\u2028line',
    '<b>&amp;</b>',
    "Robert'); DROP TABLE",
    '\\u0000',
    '\u007f\u0001',
  ];
  for (const [n, firstName] of names.entries()) {
    const visible = firstName.replaceAll(INVISIBLE, '');
    const body = { subscriberId: `n${n} ${visible}`.trim(), firstName, data: { [firstName]: firstName } };
    expect((await call('POST', '/v2/subscribers', { body })).body, firstName).toMatchObject(body);
    const read = await call('GET', `/v2/subscribers/${encodeURIComponent(body.subscriberId)}`);
    expect(read.body, firstName).toMatchObject(body);
    if (visible === firstName) continue;
    const unseen = { ...body, subscriberId: `n${n} ${firstName} n` };
    const rejected = await call('POST', '/v2/subscribers', { body: unseen });
    assertError(rejected, 422, 'an id is visible', ['subscriberId']);
  }
});

test('hostile input without a caller reveals nothing', async () => {
  assertError(await caller(null)('POST', '/v2/subscribers', { body: '{' }), 401, 'malformed');
  assertError(await caller(null)('GET', '/v2/subscribers?limit=x'), 401, 'limit');
});

/** Renames own `__proto__` keys, so that the comparison sees them. */
function keepProto(this: unknown, _key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [`own ${key}`, item]));
}
