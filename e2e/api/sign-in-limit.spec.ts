import { randomBytes } from 'node:crypto';
import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createPerson } from '#e2e/person.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';

const QUARTER_MS = 15 * 60_000;
const anonymous = caller(null);

/** The address of this test, because failures count by address. */
let address = ownAddress();
test.beforeEach(() => {
  address = ownAddress();
});

const attempt = (email: string, password: string, headers: Record<string, string> = address) =>
  anonymous('POST', '/auth/sign-in/email', { body: { email, password }, headers });

// Failures count per quarter of an hour. A test should begin and end in the same quarter.
test.beforeEach(() =>
  expect.poll(() => QUARTER_MS - (Date.now() % QUARTER_MS), { timeout: 60_000 }).toBeGreaterThan(45_000),
);

test('ten failures lock an account, also for the right password, and the response has the remaining time', async ({
  tenant,
}) => {
  const person = await createPerson(tenant, 'support');
  for (let n = 0; n < 10; n++) expect((await attempt(person.email, `wrong ${n}`)).status).toBe(401);
  const locked = await attempt(person.email, person.password);
  expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await person.call('GET', '/v1/me')).status, 'open sessions go on').toBe(200);
  const other = await createPerson(tenant, 'support');
  expect((await attempt(other.email, other.password)).status, 'other accounts go on').toBe(200);
});

test('wrong passwords from one address do not lock the person at another address', async ({ tenant }) => {
  const person = await createPerson(tenant, 'support');
  const from = (last: number) => ({ 'x-forwarded-for': `198.51.100.${last}` });
  for (let n = 0; n < 11; n++) await attempt(person.email, `wrong ${n}`, from(1));
  expect((await attempt(person.email, person.password, from(1))).status).toBe(429);
  expect((await attempt(person.email, person.password, from(2))).status).toBe(200);
});

test('guessing from many addresses ends after 100 tries, except at addresses with a session of the person', async ({
  tenant,
}) => {
  const person = await createPerson(tenant, 'support');
  const from = (group: number, last: number) => ({ 'x-forwarded-for': `198.51.${group}.${last}` });
  expect((await attempt(person.email, person.password, from(101, 1))).status).toBe(200);
  // 95 earlier failures in this window of 15 minutes, and 95 in the next window, which may begin during the test.
  await database().query(
    `INSERT INTO sign_in_failures (key, window_start, failures)
     SELECT $1, to_timestamp(floor(extract(epoch FROM now()) / 900) * 900 + 900 * n), 95 FROM generate_series(0, 1) n
     ON CONFLICT (key, window_start) DO UPDATE SET failures = 95`,
    [`account:${person.email}`],
  );
  const tries = Array.from({ length: 10 }, (_, n) => attempt(person.email, 'wrong', from(102, n)));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(5);
  expect((await attempt(person.email, person.password, from(103, 1))).status, 'an unknown address').toBe(429);
  expect((await attempt(person.email, person.password, from(101, 1))).status, 'a known address').toBe(200);
});

test('the audit log counts rejected sign-ins and denied operations, one entry each', async ({ tenant }) => {
  const [owner, support] = [await createPerson(tenant, 'owner'), await createPerson(tenant, 'support')];
  await Promise.all([1, 2, 3].map((n) => attempt(support.email, `wrong ${n}`)));
  const denied = await Promise.all(
    [1, 2].map((n) => support.call('POST', '/v2/layouts', { body: { name: `L${n}`, layoutId: `l${n}` } })),
  );
  expect(denied.map(({ status }) => status)).toEqual([403, 403]);
  const entries = async (action: string) =>
    parsed(AuditPage, await owner.call('GET', `/v1/audit-log?action=${action}`)).data;
  expect(await entries('sessions.reject')).toMatchObject([
    { actor: { type: 'system' }, resource: { _id: support.userId, label: support.email }, after: { times: 3 } },
  ]);
  expect(await entries('users.denied')).toMatchObject([
    {
      actor: { type: 'user', _id: support.userId },
      resource: { label: 'create a layout' },
      after: { times: 2 },
    },
  ]);
});

test('only ten of 30 simultaneous wrong passwords are checked', async ({ tenant }) => {
  const { email } = await createPerson(tenant, 'support');
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => attempt(email, `wrong ${n}`)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
});

test('successful sign-ins are not counted', async ({ tenant }) => {
  const { email, password } = await createPerson(tenant, 'support');
  for (let n = 0; n < 12; n++) expect((await attempt(email, password)).status).toBe(200);
});

test('an address has a limit over all accounts, with IPv6 counted by /64', async () => {
  test.skip(process.env.TRUST_PROXY !== '1', 'The service must believe one hop of X-Forwarded-For.');
  const network = `2001:db8:${randomBytes(2).toString('hex')}:1`;
  const from = (host: number) => ({ 'x-forwarded-for': `${network}::${host.toString(16)}` });
  const tries = Array.from({ length: 55 }, (_, n) => attempt(`unknown-${n}@example.com`, 'wrong', from(n)));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});
