import { randomUUID } from 'node:crypto';
import { type Answer, type CallApi, caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createPerson, type Person, signIn } from '#e2e/person.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { CreatedApiKey } from '#lib/api-keys/schema.ts';
import { SignedIn } from '#lib/auth/schema.ts';
import { freePort } from '#scripts/postgres.ts';
import { type RunningService, startService } from '#scripts/service.ts';
import { leastElapsedTime } from '#testing/processor-time.ts';

// Two web processes on different ports, behind the plain-http address of a proxy.
test.describe.configure({ mode: 'default' });

const RATE = 20;
const CAPACITY = 110; // the tokens of 5 s, and ten more

let publicUrl: string;
let processes: RunningService[];

test.beforeAll(async () => {
  publicUrl = `http://127.0.0.1:${await freePort()}`;
  const variables = { PUBLIC_URL: publicUrl, RATE_LIMITS: `configuration=${RATE},trigger=${RATE},global=1000000` };
  processes = await Promise.all([1, 2].map(() => startService({ variables, apiOnly: true })));
});
test.afterAll(async () => {
  await Promise.all((processes ?? []).map((service) => service.stop()));
});

/** Returns the same caller for each process. */
function each(authorization: string | null): [CallApi, CallApi] {
  const [first, second] = processes.map(({ url }) => caller(authorization, url));
  return [first as CallApi, second as CallApi];
}

/** Signs in at the first process, as a browser does at the public URL. */
async function browserOf(tenant: Tenant): Promise<Person & { cookie: string }> {
  const person = await createPerson(tenant, 'owner');
  const [first] = each(null);
  const answer = await first('POST', '/auth/sign-in/email', {
    body: { email: person.email, password: person.password },
    // A separate address, because failures of other tests count per address.
    headers: { origin: publicUrl, ...ownAddress() },
  });
  parsed(SignedIn, answer);
  return { ...person, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

test('a session of one process is valid in the other, and ends in both', async ({ tenant }) => {
  const { cookie } = await browserOf(tenant);
  const headers = { cookie, origin: publicUrl };
  const statuses = () => Promise.all(each(null).map(async (call) => (await call('GET', '/v1/me', { headers })).status));
  expect(await statuses()).toEqual([200, 200]);
  const [, second] = each(null);
  const written = await second('POST', '/v2/subscribers', { body: { subscriberId: 'by-cookie' }, headers });
  expect(written.status, written.text).toBe(201);
  expect((await second('POST', '/auth/sign-out', { headers })).status).toBe(200);
  expect(await statuses()).toEqual([401, 401]);
});

test('a session revoked at one process ends at the other', async ({ tenant }) => {
  const { email, password, cookie } = await browserOf(tenant);
  const [mine] = each(`Bearer ${await signIn(email, password)}`);
  const [first, second] = each(null);
  const headers = { cookie };
  expect((await first('GET', '/v1/me', { headers })).status).toBe(200);
  expect((await second('GET', '/v1/me', { headers })).status).toBe(200);
  const revoked = await mine('POST', '/auth/revoke-sessions');
  expect(revoked, revoked.text).toMatchObject({ status: 200 });
  expect((await mine('GET', '/v1/me')).status, 'the session of the call goes on').toBe(200);
  expect((await second('GET', '/v1/me', { headers })).status).toBe(401);
  expect((await first('GET', '/v1/me', { headers })).status).toBe(401);
});

test('an API key revoked at one process is rejected by the other before its cached copy expires', async ({
  tenant,
}) => {
  const { token } = await browserOf(tenant);
  // Cached copies of a key expire after 5 s, so a faster rejection shows that the copy was deleted.
  expect(await leastElapsedTime(4_000, () => revokeKey(token))).toBeLessThan(4_000);
});

/** Creates a key, uses it at both processes, revokes it at one process, and waits until both reject it. */
async function revokeKey(token: string): Promise<void> {
  const [asOwner] = each(`Bearer ${token}`);
  const { key, _id } = parsed(CreatedApiKey, await asOwner('POST', '/v1/api-keys', { body: { name: 'Backend' } }), 201);
  const withKey = each(`ApiKey ${key}`);
  const statuses = () => Promise.all(withKey.map(async (call) => (await call('GET', '/v1/me')).status));
  expect(await statuses()).toEqual([200, 200]);
  expect((await asOwner('DELETE', `/v1/api-keys/${_id}`)).status).toBe(204);
  await expect.poll(statuses, { intervals: [20] }).toEqual([401, 401]);
}

test('simultaneous requests with one idempotency key at both processes have one effect', async ({ tenant }) => {
  const both = each(`ApiKey ${tenant.apiKey}`);
  for (let round = 0; round < 5; round++) {
    const headers = { 'idempotency-key': randomUUID() };
    const subscriberId = `raced-${round}`;
    const post = (call: CallApi) => call('POST', '/v2/subscribers', { body: { subscriberId }, headers });
    const answers = (await Promise.all(Array.from({ length: 4 }, () => both.map(post)).flat())) as Answer[];
    const done = answers.filter(({ status }) => status === 201);
    expect(done.filter((answer) => answer.headers.get('idempotency-replay') !== 'true')).toHaveLength(1);
    expect(new Set(done.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const replays = await Promise.all(both.map(post));
    expect(replays.map(({ text }) => text)).toEqual([done[0]?.text, done[0]?.text]);
    expect((await both[0]('GET', `/v2/subscribers/${subscriberId}`)).body).toMatchObject({ __v: 0 });
  }
});

test('both processes share one bucket, and together allow its rate', async ({ tenant }) => {
  const both = each(`ApiKey ${tenant.apiKey}`);
  const startedAt = performance.now();
  const get = (call: CallApi) => call('GET', '/v2/subscribers?limit=1');
  const answers = await Promise.all(Array.from({ length: 150 }, () => both.map(get)).flat());
  const seconds = (performance.now() - startedAt) / 1000;
  const allowed = answers.filter(({ status }) => status === 200).length;
  expect(allowed).toBeGreaterThanOrEqual(CAPACITY);
  expect(allowed).toBeLessThanOrEqual(CAPACITY + Math.ceil(seconds * RATE));
  const errors = answers.filter(({ status }) => status === 429);
  expect(errors.length).toBe(answers.length - allowed);
  for (const { headers } of errors) expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const others = each(`ApiKey ${tenant.productionApiKey}`);
  expect((await get(others[0])).status, 'another environment has a bucket of its own').toBe(200);
});

test('a rejected bulk call at one process leaves the remaining tokens to single calls at both', async ({ tenant }) => {
  const both = each(`ApiKey ${tenant.apiKey}`);
  const event = { name: 'unknown', to: 'jane' };
  const bulk = (call: CallApi) => call('POST', '/v1/events/trigger/bulk', { body: { events: [event] } });
  const taken = await bulk(both[0]);
  expect(taken.status, taken.text).toBe(201);
  expect(taken.headers.get('ratelimit-policy')).toContain('category="trigger";cost="bulk"');
  for (const call of both) {
    const assertError = await bulk(call);
    expect(assertError.status).toBe(429);
    expect(Number(assertError.headers.get('retry-after'))).toBeGreaterThan(1);
  }
  // A bulk call costs 100 tokens, so ten are left. Each process takes tokens in pairs, so these eight calls take eight.
  for (let n = 0; n < 4; n++) {
    for (const call of both) {
      const single = await call('POST', '/v1/events/trigger', { body: event });
      expect(single.status, `single call ${n}: ${single.text}`).toBe(422);
    }
  }
});
