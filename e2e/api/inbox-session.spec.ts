import { createHash, createHmac } from 'node:crypto';
import { database } from '#e2e/database.ts';
import { assertError } from '#e2e/error-answer.ts';
import { type Answer, caller, expect, parsed, serviceUrl, test } from '#e2e/fixtures.ts';
import { createInbox } from '#e2e/inbox.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createIntegration, createSubscribers } from '#e2e/rows.ts';
import { signedIn } from '#e2e/session.ts';
import { createApiKey, type Tenant } from '#e2e/tenant.ts';
import { newApiKey } from '#lib/api-keys/key.ts';
import type { Role } from '#lib/auth/permissions.ts';
import { newId } from '#lib/id.ts';
import { CreatedInboxSession, InboxPreview } from '#lib/inbox-sessions/schema.ts';

const anonymous = caller(null);
const PATH = '/v1/inbox/session';

const begin = (environmentId: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  anonymous('POST', PATH, {
    body: { applicationIdentifier: environmentId, ...body },
    headers: { ...ownAddress(), ...headers },
  });
const begun = (answer: Answer) => parsed(CreatedInboxSession, answer, 201).data;
const jane = { subscriber: { subscriberId: 'jane', timezone: 'Europe/Berlin' } };

const withInbox = (tenant: Pick<Tenant, 'environmentId'>, columns: object = {}) =>
  createIntegration(tenant as Tenant, { provider_id: 'svc', channel: 'in_app', connected: false, ...columns });
const inProduction = ({ productionId }: Tenant) => ({ environmentId: productionId });

/** Creates an API key with the hash of new keys (SHA-256). Returns the function that signs with the key. */
async function proving(
  environmentId: string,
  columns: Record<string, unknown> = {},
): Promise<(text: string) => string> {
  const key = newApiKey();
  await createApiKey(environmentId, { hash: createHash('sha256').update(key).digest('hex'), ...columns });
  return (text) => createHmac('sha256', key).update(text).digest('hex');
}

async function profileOf(environmentId: string, subscriberId: string) {
  const { rows } = await database().query(
    'SELECT first_name, email, timezone, data, version FROM subscribers WHERE environment_id = $1 AND subscriber_id = $2',
    [environmentId, subscriberId],
  );
  return rows[0];
}

test('a session has a token, the unread messages by severity, and what the inbox needs to know', async ({ tenant }) => {
  const { environmentId } = tenant;
  await withInbox(tenant);
  const [id] = await createInbox(tenant, 3);
  await database().query('UPDATE messages SET read = true WHERE id = $1', [id]);
  const session = begun(await begin(environmentId, { subscriber: { subscriberId: 's0' } }));
  expect(session).toEqual({
    token: expect.stringMatching(/^bfi_[0-9a-f]{112}$/),
    applicationIdentifier: environmentId,
    unreadCount: { total: 2, severity: { high: 2, medium: 0, low: 0, none: 0 } },
    totalUnreadCount: 2,
    removeNovuBranding: true,
    isDevelopmentMode: false,
    maxSnoozeDurationHours: 4320,
    contextKeys: [],
    timezone: 'UTC',
  });
  const { rows } = await database().query(
    'SELECT token_hash, expires_at - created_at AS life FROM inbox_sessions WHERE environment_id = $1',
    [environmentId],
  );
  expect(rows).toMatchObject([
    { token_hash: createHash('sha256').update(session.token).digest('hex'), life: { days: 15 } },
  ]);
  expect((await caller(`Bearer ${session.token}`)('GET', '/v1/inbox/notifications')).status).toBe(200);
});

test('what is missing or unknown is refused with the status that clients expect', async ({ tenant }) => {
  const { environmentId, productionId } = tenant;
  assertError(await begin(environmentId, jane), 404, 'no in-app integration');
  const integration = await withInbox(tenant, { active: false });
  assertError(await begin(environmentId, jane), 404, 'it is inactive');
  await database().query('UPDATE integrations SET active = true WHERE id = $1', [integration]);
  assertError(await begin(productionId, jane), 404, 'in another environment');
  for (const applicationIdentifier of ['', 'pk_keyless_1', newId(), undefined, environmentId.slice(1)])
    assertError(await begin('', { ...jane, applicationIdentifier }), 400, String(applicationIdentifier));
  assertError(await begin(environmentId, {}), 422, 'no subscriber', ['subscriber.subscriberId']);
  assertError(await begin(environmentId, { subscriber: { subscriberId: '' } }), 422, 'an empty ID', [
    'subscriber.subscriberId',
  ]);
  assertError(await begin(environmentId, { subscriber: '' }), 422, 'an empty text', ['subscriber.subscriberId']);
  assertError(await begin(environmentId, { ...jane, context: { tenant: '' } }), 422, 'an empty context');
  expect(begun(await begin(environmentId.toUpperCase(), { subscriberId: 'jane' })).applicationIdentifier).toBe(
    environmentId,
  );
  begun(await begin(environmentId, { subscriber: 'joe' }));
  expect([await profileOf(environmentId, 'jane'), await profileOf(environmentId, 'joe')]).toMatchObject([
    { version: 0 },
    { version: 0 },
  ]);
});

test('a new subscriber gets the profile; a stored one changes only with a valid hash', async ({ tenant }) => {
  const { environmentId } = tenant;
  await withInbox(tenant);
  const hash = await proving(environmentId);
  const profile = (firstName: string) => ({
    subscriber: {
      subscriberId: 'jane',
      firstName,
      email: 'jane@example.com',
      timezone: 'Europe/Berlin',
      data: { b: 1, a: 2 },
    },
  });
  begun(await begin(environmentId, profile('Jane')));
  const made = {
    first_name: 'Jane',
    email: 'jane@example.com',
    timezone: 'Europe/Berlin',
    data: { a: 2, b: 1 },
    version: 0,
  };
  expect(await profileOf(environmentId, 'jane')).toEqual(made);
  begun(await begin(environmentId, profile('Mallory')));
  begun(await begin(environmentId, { ...profile('Mallory'), subscriberHash: hash('joe') }));
  expect(await profileOf(environmentId, 'jane'), 'without a hash, or with a wrong one').toEqual(made);
  begun(await begin(environmentId, { ...profile('Janet'), subscriberHash: hash('jane') }));
  expect(await profileOf(environmentId, 'jane')).toEqual({ ...made, first_name: 'Janet', version: 1 });
  begun(await begin(environmentId, { ...profile('Janet'), subscriberHash: hash('jane') }));
  const unknownZone = { subscriber: { subscriberId: 'jane', timezone: 'Mars/Olympus' } };
  begun(await begin(environmentId, { ...unknownZone, subscriberHash: hash('jane') }));
  expect(await profileOf(environmentId, 'jane'), 'nothing differs').toEqual({
    ...made,
    first_name: 'Janet',
    version: 1,
  });
});

test('hashes are required in production, and where the integration says so; the switch can turn them off', async ({
  tenant,
}) => {
  const { environmentId, productionId } = tenant;
  const [own, live] = [await withInbox(tenant), await withInbox(inProduction(tenant))];
  const set = (id: string, credentials: object) =>
    database().query('UPDATE integrations SET credentials = $2 WHERE id = $1', [id, credentials]);
  begun(await begin(environmentId, jane));
  assertError(await begin(productionId, jane), 400, 'production');
  await set(own, { hmac: true });
  await set(live, { hmac: false });
  assertError(await begin(environmentId, jane), 400, 'switched on');
  begun(await begin(productionId, jane));
});

test('a hash counts only if a valid key of the environment with all rights made it', async ({ tenant }) => {
  const { environmentId, productionId } = tenant;
  await withInbox(inProduction(tenant));
  const past = new Date(Date.now() - 1000);
  const wrong = {
    'of another environment': await proving(environmentId),
    'of a revoked key': await proving(productionId, { revoked_at: past }),
    'of an expired key': await proving(productionId, { expires_at: past }),
    'of a key that may only trigger': await proving(productionId, { scope: 'trigger' }),
    'of a key that may only read': await proving(productionId, { scope: 'read' }),
    'of a key with few characters': (text: string) =>
      createHmac('sha256', tenant.productionApiKey.slice(0, 51)).update(text).digest('hex'),
  };
  for (const [name, hash] of Object.entries(wrong)) {
    const error = assertError(await begin(productionId, { ...jane, subscriberHash: hash('jane') }), 400, name);
    expect(error.message).toContain('subscriberHash is wrong');
  }
  const id = newId();
  const right = await proving(productionId, { id, expires_at: new Date(Date.now() + 60_000) });
  for (const [name, hash] of Object.entries(wrong)) {
    const context = { tenant: 'acme' };
    const hashes = { subscriberHash: right('jane'), contextHash: hash('{"tenant":"acme"}') };
    const error = assertError(await begin(productionId, { ...jane, context, ...hashes }), 400, `context ${name}`);
    expect(error.message).toContain('contextHash is wrong');
  }
  expect(assertError(await begin(productionId, jane), 400, 'missing').message).toContain('subscriberHash is missing');
  for (const subscriberHash of [right('joe'), '', `${right('jane')}0`])
    assertError(await begin(productionId, { ...jane, subscriberHash }), 400, subscriberHash);
  expect(await profileOf(productionId, 'jane'), 'nothing was stored').toBeUndefined();
  begun(await begin(productionId, { ...jane, subscriberHash: right('jane') }));
  const lastUse = () => database().query('SELECT last_used_at FROM api_keys WHERE id = $1', [id]);
  await expect.poll(async () => (await lastUse()).rows[0].last_used_at, 'the use of the key is recorded').toBeTruthy();
});

test('a context needs its own hash where hashes are required, and is found or made', async ({ tenant }) => {
  const { productionId } = tenant;
  await withInbox(inProduction(tenant));
  const hash = await proving(productionId);
  const context = { tenant: { id: 'acme.com', data: { plan: 'pro', a: [1] } }, app: 'x' };
  const canonical = '{"app":"x","tenant":{"data":{"a":[1],"plan":"pro"},"id":"acme.com"}}';
  const named = { ...jane, subscriberHash: hash('jane'), context };
  assertError(await begin(productionId, named), 400, 'missing');
  assertError(await begin(productionId, { ...named, contextHash: hash('{}') }), 400, 'wrong');
  assertError(await begin(productionId, { ...named, contextHash: hash('jane') }), 400, 'that of the subscriber');
  const session = begun(await begin(productionId, { ...named, contextHash: hash(canonical) }));
  expect(session.contextKeys).toEqual(['app:x', 'tenant:acme.com']);
  const changed = { tenant: { id: 'acme.com', data: { plan: 'free' } }, app: 'x' };
  const hashOfChanged = hash('{"app":"x","tenant":{"data":{"plan":"free"},"id":"acme.com"}}');
  begun(await begin(productionId, { ...named, context: changed, contextHash: hashOfChanged }));
  const { rows } = await database().query(
    'SELECT type, key, data FROM contexts WHERE environment_id = $1 ORDER BY type',
    [productionId],
  );
  expect(rows, 'stored data stay').toEqual([
    { type: 'app', key: 'x', data: {} },
    { type: 'tenant', key: 'acme.com', data: { plan: 'pro', a: [1] } },
  ]);
});

test('the default schedule is stored once, and times are in 12-hour time', async ({ tenant, call }) => {
  const { environmentId } = tenant;
  await withInbox(tenant);
  const hours = (start: string, end: string) => ({ monday: { isEnabled: true, hours: [{ start, end }] } });
  const first = { isEnabled: true, weeklySchedule: hours('09:00', '17:30') };
  const shown = { isEnabled: true, weeklySchedule: hours('09:00 AM', '05:30 PM') };
  expect(begun(await begin(environmentId, { ...jane, defaultSchedule: {} })).schedule).toBeUndefined();
  expect(begun(await begin(environmentId, { ...jane, defaultSchedule: first })).schedule).toEqual(shown);
  const later = { isEnabled: false, weeklySchedule: hours('12:00 AM', '12:30 PM') };
  expect(begun(await begin(environmentId, { ...jane, defaultSchedule: later })).schedule).toEqual(shown);
  expect((await call('GET', '/v2/subscribers/jane/preferences')).body, 'as it was given').toMatchObject({
    global: { schedule: first },
  });
});

test('the first session from a page of another origin connects the integration', async ({ tenant }) => {
  const { environmentId } = tenant;
  const integration = await withInbox(tenant);
  const connected = async () =>
    (await database().query('SELECT connected FROM integrations WHERE id = $1', [integration])).rows[0].connected;
  const session = begun(await begin(environmentId, jane, { origin: serviceUrl }));
  await caller(`Bearer ${session.token}`)('GET', '/v1/inbox/notifications');
  expect(await connected(), 'a preview in the dashboard').toBe(false);
  begun(await begin(environmentId, jane, { origin: 'https://shop.example' }));
  expect(await connected()).toBe(true);
});

test('a member opens the inbox of a subscriber in a preview, for an hour and on pages of this installation only', async ({
  tenant,
}) => {
  const { environmentId, productionId } = tenant;
  const live = inProduction(tenant);
  await withInbox(live);
  await createSubscribers(live as Tenant, 2);
  const open = async (role: Role) => {
    const { token } = await signedIn(tenant, role);
    return caller(`Bearer ${token}`)('POST', '/v2/subscribers/s0/inbox-previews', {
      headers: { 'environment-id': productionId },
    });
  };
  assertError(await open('support'), 403, 'sensitive content is in the inbox');
  const { subscriberHash } = parsed(InboxPreview, await open('developer'), 201);
  const mine = { subscriber: { subscriberId: 's0', firstName: 'Changed' }, subscriberHash };
  const here = { origin: serviceUrl };
  const session = begun(await begin(productionId, mine, here));
  const { rows } = await database().query(
    `SELECT subscriber_id, expires_at - created_at < '61 minutes' AS is_short, (SELECT action FROM audit_log
       WHERE environment_id = $1 AND resource_label = 's0') AS action FROM inbox_sessions WHERE environment_id = $1`,
    [productionId],
  );
  expect(rows).toMatchObject([{ is_short: true, action: 'subscribers.previewInbox' }]);
  expect((await caller(`Bearer ${session.token}`)('GET', '/v1/inbox/notifications')).status).toBe(200);
  expect((await profileOf(productionId, 's0')).first_name, 'a preview changes no profile').not.toBe('Changed');
  const [, ends = '', signature = ''] = subscriberHash.split('.');
  const wrong: Record<string, Parameters<typeof begin>> = {
    'of another origin': [productionId, mine, { origin: 'https://shop.example' }],
    'without an origin': [productionId, mine, {}],
    'for another subscriber': [productionId, { ...mine, subscriber: 's1' }, here],
    'with a context': [productionId, { ...mine, context: { tenant: 'acme' } }, here],
    'with a later end': [
      productionId,
      { ...mine, subscriberHash: `preview.${(Number.parseInt(ends, 16) + 1).toString(16)}.${signature}` },
      here,
    ],
    'with another signature': [productionId, { ...mine, subscriberHash: `preview.${ends}.${'0'.repeat(64)}` }, here],
  };
  for (const [name, args] of Object.entries(wrong)) assertError(await begin(...args), 400, name);
  await withInbox(tenant, { credentials: { hmac: true } });
  assertError(await begin(environmentId, mine, here), 400, 'for another environment');
});

test('a token is refused after its end, its revocation, and the deletion of its subscriber', async ({
  tenant,
  call,
}) => {
  const { environmentId } = tenant;
  await withInbox(tenant);
  const read = (token: string) => caller(`Bearer ${token}`)('GET', '/v1/inbox/notifications');
  const tokens = await Promise.all([1, 2, 3].map(async () => begun(await begin(environmentId, jane)).token));
  const [ended = '', revoked = '', orphaned = ''] = tokens;
  for (const token of tokens) expect((await read(token)).status).toBe(200);
  const idOf = (token: string) => token.slice(28, 52);
  const set = (column: string, token: string) =>
    database().query(`UPDATE inbox_sessions SET ${column} = now() - interval '1 second' WHERE id = $1`, [idOf(token)]);
  await set('expires_at', ended);
  await set('revoked_at', revoked);
  assertError(await read(ended), 401, 'ended');
  assertError(await read(revoked), 401, 'revoked');
  expect((await read(orphaned)).status).toBe(200);
  const forged = `${orphaned.slice(0, -1)}${orphaned.endsWith('0') ? '1' : '0'}`;
  const elsewhere = orphaned.replace(environmentId, tenant.productionId);
  for (const token of [forged, elsewhere, orphaned.slice(0, -2), '']) assertError(await read(token), 401, token);
  expect((await call('DELETE', '/v2/subscribers/jane')).status).toBe(200);
  assertError(await read(orphaned), 401, 'the subscriber is deleted');
});

test('the server of a customer ends all sessions of a subscriber', async ({ tenant, call }) => {
  await withInbox(tenant);
  await createSubscribers(tenant, 2);
  const [mine, others] = await Promise.all(
    ['s0', 's1'].map(async (subscriberId) => begun(await begin(tenant.environmentId, { subscriberId })).token),
  );
  const read = (token = '') => caller(`Bearer ${token}`)('GET', '/v1/inbox/notifications');
  const end = () => call('DELETE', '/v2/subscribers/s0/inbox-sessions');
  expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
  assertError(await read(mine), 401, 'ended');
  expect((await read(others)).status).toBe(200);
  assertError(await call('DELETE', '/v2/subscribers/unknown/inbox-sessions'), 404, 'unknown');
});

test('a page of another origin may call the inbox, and nothing else', async ({ tenant, call }) => {
  const { environmentId } = tenant;
  await withInbox(tenant);
  const origin = 'https://shop.example';
  const preflight = (path: string) =>
    anonymous('OPTIONS', path, { headers: { origin, 'access-control-request-method': 'POST' } });
  for (const path of [PATH, '/v1/inbox/notifications', '/v1/inbox/unknown']) {
    const { status, headers, text } = await preflight(path);
    expect([status, text], path).toEqual([204, '']);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE');
    expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'novu-api-version',
        'novu-client-version',
        'novu-application-identifier',
      ]),
    );
    expect(headers.get('access-control-max-age')).toBe('86400');
  }
  for (const path of ['/v2/subscribers', '/v1/inboxes', '/auth/sign-in/email', '/v2/subscribers/s0/notifications'])
    for (const answer of [await preflight(path), await call('GET', path, { headers: { origin } })])
      expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
  const answers = [
    await begin(environmentId, jane, { origin }),
    await begin(environmentId, {}, { origin }),
    await begin('', jane, { origin }),
    await anonymous('GET', '/v1/inbox/notifications', { headers: { origin } }),
    await anonymous('POST', '/v1/inbox/unknown', { headers: { origin } }),
    await anonymous('PUT', PATH, { headers: { origin } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 422, 400, 401, 404, 405]);
  for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe('*');
});

test('an environment may limit the origins of pages, for sessions and for each request', async ({ tenant }) => {
  const { environmentId } = tenant;
  await withInbox(tenant);
  await createSubscribers(tenant, 1);
  const open = begun(await begin(environmentId, jane, { origin: 'https://evil.example' })).token;
  await database().query('UPDATE environments SET inbox_origins = $2 WHERE id = $1', [
    environmentId,
    ['https://shop.example'],
  ]);
  const read = (headers: Record<string, string>) =>
    caller(`Bearer ${open}`)('GET', '/v1/inbox/notifications', { headers });
  for (const origin of ['https://evil.example', 'https://shop.example.evil.example', 'http://shop.example', 'null']) {
    for (const answer of [await begin(environmentId, jane, { origin }), await read({ origin })]) {
      assertError(answer, 403, origin);
      expect(answer.headers.get('access-control-allow-origin'), 'the page can read why').toBe('*');
    }
  }
  for (const headers of [{ origin: 'https://shop.example' }, { origin: serviceUrl }, {}] as Record<string, string>[]) {
    begun(await begin(environmentId, jane, headers));
    expect((await read(headers)).status, JSON.stringify(headers)).toBe(200);
  }
});

test('refused sessions of an address are limited, and never keep out accepted ones', async ({ tenant }) => {
  await withInbox(tenant);
  const address = ownAddress();
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: 260 }, async () => {
      const { status } = await begin('', jane, address);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  expect(statuses.get(400)).toBeGreaterThanOrEqual(200);
  expect(statuses.get(429)).toBeGreaterThan(0);
  begun(await begin(tenant.environmentId, jane, address));
  assertError(await begin('', jane), 400, 'of another address');
});
