import { randomBytes } from 'node:crypto';
import { hashPassword as betterAuthHash } from 'better-auth/crypto';
import { database } from '#e2e/database.ts';
import { caller, expect, parsed, serviceUrl, test } from '#e2e/fixtures.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createPerson, type Person, signIn } from '#e2e/person.ts';
import { createApiKey, createTenant } from '#e2e/tenant.ts';
import { type ChangePasswordBody, CurrentSession, PasswordChanged, SessionList, SignedIn } from '#lib/auth/schema.ts';
import { Me } from '#lib/me/schema.ts';

const anonymous = caller(null);

const attempt = (email: string, password: string, headers: Record<string, string> = {}) =>
  anonymous('POST', '/auth/sign-in/email', { body: { email, password }, headers: { ...ownAddress(), ...headers } });

test.describe('API keys as credentials', () => {
  const cases = [
    ['no header', null, 'Missing authorization header'],
    ['another scheme', 'Basic abc', 'Invalid authentication scheme: "Basic"'],
    ['schemes are case-sensitive', 'apikey abc', 'Invalid authentication scheme: "apikey"'],
    ['an empty key', 'ApiKey ', 'Unauthorized'],
    ['an unknown key', 'ApiKey bf_unknown', 'API Key not found'],
    ['an empty token', 'Bearer ', 'Unauthorized'],
    ['an invalid token', 'Bearer abc.def', 'Unauthorized'],
  ] as const;
  for (const [name, authorization, message] of cases) {
    test(`401 for ${name}`, async () => {
      const answer = await anonymous('GET', '/v1/me', { authorization });
      const body = { statusCode: 401, message, code: 'unauthorized', path: '/api/v1/me' };
      expect(answer).toMatchObject({ status: 401, body });
    });
  }

  test('a key can read its identity and its permissions', async ({ call, tenant }) => {
    const me = parsed(Me, await call('GET', '/v1/me'));
    expect(me.actor).toMatchObject({ type: 'apiKey', name: 'Test' });
    expect(me.environment._id).toBe(tenant.environmentId);
    expect(me.environments).toHaveLength(1);
    expect(me.role).toBeUndefined();
    expect(me.permissions).toContain('subscribers:write');
    expect(me.permissions).not.toContain('integrations:credentials');
  });

  test('a key may name its own environment and no other', async ({ call, tenant }) => {
    const naming = (id: string) => call('GET', '/v1/me', { headers: { 'environment-id': id } });
    expect((await naming(tenant.environmentId)).status).toBe(200);
    expect((await naming(tenant.productionId)).status).toBe(403);
  });

  test('a key that is revoked in the database is rejected', async ({ tenant }) => {
    const key = await createApiKey(tenant.environmentId, { revoked_at: new Date() });
    const answer = await anonymous('GET', '/v1/me', { authorization: `ApiKey ${key}` });
    expect(answer).toMatchObject({ status: 401, body: { message: 'API Key not found' } });
  });

  test('a cookie next to a key is ignored', async ({ tenant, call }) => {
    const { email, password } = await createPerson(tenant, 'owner');
    const cookie = cookieOf(await attempt(email, password));
    const me = parsed(Me, await call('GET', '/v1/me', { headers: { cookie } }));
    expect(me.actor.type).toBe('apiKey');
    const answer = await anonymous('GET', '/v1/me', { authorization: 'ApiKey nonsense', headers: { cookie } });
    expect(answer.status).toBe(401);
  });
});

test.describe('sessions', () => {
  let person: Person;
  test.beforeEach(async ({ tenant }) => {
    person = await createPerson(tenant, 'owner');
  });

  test('sign-in gives a signed token and an HttpOnly cookie; the database holds neither', async () => {
    const answer = await attempt(person.email.toUpperCase(), person.password);
    const { token, user } = parsed(SignedIn, answer);
    expect(user._id).toBe(person.userId);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    const { rows } = await database().query('SELECT token FROM sessions WHERE user_id = $1', [person.userId]);
    for (const row of rows) {
      expect(token).not.toBe(row.token);
      const unsigned = await anonymous('GET', '/v1/me', { authorization: `Bearer ${row.token}` });
      expect(unsigned.status, 'the token in the database is not a credential').toBe(401);
    }
  });

  test('a browser gets its session in the cookie only', async () => {
    const browsers: Record<string, string>[] = [{ origin: serviceUrl }, { 'sec-fetch-site': 'same-origin' }];
    for (const headers of browsers) {
      const answer = await attempt(person.email, person.password, headers);
      expect(parsed(SignedIn, answer)).toEqual({ user: expect.objectContaining({ email: person.email }) });
      const newPassword = `a good password ${randomBytes(6).toString('hex')}`;
      const body = { currentPassword: person.password, newPassword };
      const cookie = cookieOf(answer);
      const changed = await anonymous('POST', '/auth/change-password', { body, headers: { cookie, ...headers } });
      expect(parsed(PasswordChanged, changed)).toEqual({ token: null });
      expect((await anonymous('GET', '/v1/me', { headers: { cookie } })).status).toBe(401);
      const replaced = { cookie: cookieOf(changed) };
      expect((await anonymous('GET', '/v1/me', { headers: replaced })).status).toBe(200);
      person.password = newPassword;
    }
  });

  test('token and cookie both identify the caller', async ({ tenant }) => {
    const me = parsed(Me, await person.call('GET', '/v1/me'));
    expect(me).toMatchObject({ actor: { type: 'user', email: person.email, name: 'Pat Doe' }, role: 'owner' });
    expect(me.environment._id, 'the first one').toBe(tenant.environmentId);
    expect(me.environments.map(({ _id }) => _id)).toEqual([tenant.environmentId, tenant.productionId]);
    const cookie = cookieOf(await attempt(person.email, person.password));
    expect(parsed(Me, await anonymous('GET', '/v1/me', { headers: { cookie } }))).toEqual(me);
  });

  test('a forged signature is rejected', async () => {
    const [token] = person.token.split('.');
    const forged = `${token}.${randomBytes(32).toString('base64')}`;
    expect((await anonymous('GET', '/v1/me', { authorization: `Bearer ${forged}` })).status).toBe(401);
  });

  test('the header selects the environment', async ({ tenant }) => {
    const naming = (id: string) => person.call('GET', '/v1/me', { headers: { 'environment-id': id } });
    const production = parsed(Me, await naming(tenant.productionId));
    expect(production.environment._id).toBe(tenant.productionId);
    const elsewhere = await createTenant();
    expect((await naming(elsewhere.environmentId)).status, 'of another organization').toBe(403);
    expect((await naming('0'.repeat(24))).status, 'of no organization').toBe(403);
    expect(await naming('x')).toMatchObject({ status: 400, body: { message: 'Invalid environment ID format: x' } });
  });

  test('a write by cookie needs the origin of the dashboard', async () => {
    const cookie = cookieOf(await attempt(person.email, person.password));
    const write = (headers: Record<string, string>) =>
      anonymous('POST', '/v1/api-keys', { body: { name: 'K' }, headers: { cookie, ...headers } });
    expect((await write({})).status, 'no origin').toBe(403);
    expect((await write({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await write({ origin: 'null' })).status).toBe(403);
    expect((await write({ origin: `${serviceUrl}.evil.example` })).status).toBe(403);
    expect((await write({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await write({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).status).toBe(403);
    expect((await write({ origin: serviceUrl })).status).toBe(201);
    expect((await write({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
    const out = (headers: Record<string, string>) =>
      anonymous('POST', '/auth/sign-out', { headers: { cookie, ...headers } });
    expect((await out({ origin: 'https://evil.example' })).status, 'other sites cannot sign a user out').toBe(403);
    expect((await out({ origin: serviceUrl })).status).toBe(200);
    expect((await anonymous('GET', '/v1/me', { headers: { cookie } })).status).toBe(401);
  });

  test('another site cannot sign a browser in', async () => {
    const foreign = await attempt(person.email, person.password, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await attempt(person.email, person.password, { origin: serviceUrl })).status).toBe(200);
  });

  test('wrong password and unknown account look the same', async () => {
    const wrong = await attempt(person.email, 'wrong password');
    const unknown = await attempt(`unknown-${person.email}`, 'wrong password');
    const { timestamp: _, requestId: __, ...body } = wrong.body as Record<string, unknown>;
    expect(wrong.status).toBe(401);
    expect(unknown).toMatchObject({ status: 401, body });
  });

  test('sign-in validates its input', async () => {
    for (const body of [{}, { email: 'x', password: 'y' }, { email: `a\0${person.email}`, password: 'y' }]) {
      const answer = await anonymous('POST', '/auth/sign-in/email', { body });
      expect(answer).toMatchObject({ status: 422, body: { errors: { email: expect.anything() } } });
    }
  });

  test('sign-up and the other routes of the library do not exist', async () => {
    for (const path of [
      'sign-up/email',
      'sign-in/social',
      'request-password-reset',
      'update-user',
      'delete-user',
      'ok',
      'error',
    ]) {
      const answer = await anonymous('POST', `/auth/${path}`, {
        body: { email: 'a@example.com', password: 'long enough' },
      });
      expect(answer, path).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('a user lists sessions, revokes one, and revokes the others', async () => {
    const second = caller(`Bearer ${await signIn(person.email, person.password)}`);
    const third = caller(`Bearer ${await signIn(person.email, person.password)}`);
    const open = parsed(SessionList, await person.call('GET', '/auth/list-sessions'));
    expect(open.map(({ current }) => current)).toEqual([false, false, true]);
    expect(JSON.stringify(open)).not.toContain(person.token.split('.')[0]);
    const newest = open[0]?._id;
    expect((await person.call('POST', '/auth/revoke-session', { body: { sessionId: newest } })).status).toBe(204);
    expect((await third('GET', '/v1/me')).status).toBe(401);
    expect((await second('GET', '/v1/me')).status).toBe(200);
    const others = await person.call('POST', '/auth/revoke-sessions', { body: {} });
    expect(others).toMatchObject({ status: 200, body: { revoked: 1 } });
    expect((await second('GET', '/v1/me')).status).toBe(401);
    expect((await person.call('GET', '/v1/me')).status).toBe(200);
  });

  test('the session of another user cannot be revoked', async ({ tenant }) => {
    const other = await createPerson(tenant, 'support');
    const [theirs] = parsed(SessionList, await other.call('GET', '/auth/list-sessions'));
    const answer = await person.call('POST', '/auth/revoke-session', { body: { sessionId: theirs?._id } });
    expect(answer.status).toBe(404);
    expect((await other.call('GET', '/v1/me')).status).toBe(200);
  });

  test('a session ends 30 days after its start, and after 7 days without a request', async () => {
    const cookie = cookieOf(await attempt(person.email, person.password));
    const me = async () => (await anonymous('GET', '/v1/me', { headers: { cookie } })).status;
    const current = async () =>
      parsed(CurrentSession, await anonymous('GET', '/auth/get-session', { headers: { cookie } }));
    const change = (assignment: string) =>
      database().query(`UPDATE sessions SET ${assignment} WHERE user_id = $1`, [person.userId]);
    await change(`updated_at = now() - interval '6 days 23 hours'`);
    expect(await me(), 'used in time').toBe(200);
    const { rows } = await database().query(
      `SELECT FROM sessions WHERE user_id = $1 AND updated_at > now() - interval '1 minute'
       AND expires_at BETWEEN now() + interval '29 days' AND now() + interval '30 days'`,
      [person.userId],
    );
    expect(rows, 'the use is stored, the end stays').toHaveLength(1);
    await change(`updated_at = now() - interval '7 days 1 minute'`);
    expect(await me(), 'idle').toBe(401);
    expect(await current()).toBeNull();
    await change(`updated_at = now(), expires_at = now() - interval '1 minute'`);
    expect(await me(), 'in use for too long').toBe(401);
    expect(await current()).toBeNull();
  });

  test('a password hash of an earlier cost is replaced at the next sign-in', async () => {
    const hash = await betterAuthHash(person.password);
    await database().query('UPDATE accounts SET password = $2 WHERE user_id = $1', [person.userId, hash]);
    const stored = async () => {
      const { rows } = await database().query('SELECT password FROM accounts WHERE user_id = $1', [person.userId]);
      return rows[0]?.password as string;
    };
    expect((await attempt(person.email, 'wrong password')).status).toBe(401);
    expect(await stored()).toBe(hash);
    expect((await attempt(person.email, person.password)).status).toBe(200);
    expect(await stored()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
    expect((await attempt(person.email, person.password)).status).toBe(200);
  });

  test('a user changes the password', async () => {
    const second = caller(`Bearer ${await signIn(person.email, person.password)}`);
    const change = (body: Partial<ChangePasswordBody>) => person.call('POST', '/auth/change-password', { body });
    const newPassword = 'another good password';
    const wrong = await change({ currentPassword: 'not it at all', newPassword });
    expect(wrong).toMatchObject({ status: 422, body: { errors: { currentPassword: expect.anything() } } });
    const short = await change({ currentPassword: person.password, newPassword: 'short' });
    expect(short).toMatchObject({ status: 422, body: { errors: { newPassword: expect.anything() } } });
    const common = await change({ currentPassword: person.password, newPassword: 'Password123' });
    expect(common).toMatchObject({ status: 422, body: { errors: { newPassword: expect.anything() } } });
    const own = await change({ currentPassword: person.password, newPassword: person.email });
    expect(own).toMatchObject({ status: 422, body: { errors: { newPassword: expect.anything() } } });
    const changed = parsed(PasswordChanged, await change({ currentPassword: person.password, newPassword }));
    expect((await second('GET', '/v1/me')).status, 'other sessions end').toBe(401);
    expect((await person.call('GET', '/v1/me')).status, 'this one is replaced').toBe(401);
    expect((await anonymous('GET', '/v1/me', { authorization: `Bearer ${changed.token}` })).status).toBe(200);
    expect((await attempt(person.email, person.password)).status).toBe(401);
    expect((await attempt(person.email, newPassword)).status).toBe(200);
  });

  test('API keys cannot act on sessions', async ({ call }) => {
    for (const path of ['/auth/list-sessions', '/v1/api-keys', '/v1/members', '/v1/invitations', '/v1/audit-log']) {
      expect(await call('GET', path), path).toMatchObject({
        status: 401,
        body: { message: 'API endpoint not accessible' },
      });
    }
  });
});

function cookieOf(answer: { headers: Headers }): string {
  return answer.headers.get('set-cookie')?.split(';')[0] ?? '';
}
