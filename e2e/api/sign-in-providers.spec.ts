import { database, insertRow } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import {
  CALLBACK,
  type HostileProvider,
  type IdentityProvider,
  type Misbehaviour,
  startHostileProvider,
  startIdentityProvider,
  Visitor,
} from '#e2e/identity-provider.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { SessionList } from '#lib/auth/schema.ts';
import { newId } from '#lib/id.ts';
import { CreatedInvitation } from '#lib/invitations/schema.ts';
import { Me } from '#lib/me/schema.ts';
import { MemberList } from '#lib/members/schema.ts';
import { Organization } from '#lib/organizations/schema.ts';
import { CreatedPasswordReset } from '#lib/password-resets/schema.ts';
import { SignInProvider, SignInProviderList } from '#lib/sign-in-providers/schema.ts';

const anonymous = caller(null);
let real: IdentityProvider;
let hostile: HostileProvider;
let owner: Person;

test.beforeAll(async () => {
  [real, hostile] = await Promise.all([startIdentityProvider(), startHostileProvider()]);
});
test.afterAll(() => Promise.all([real.close(), hostile.close()]));

test.beforeEach(async ({ tenant }) => {
  owner = await createPerson(tenant, 'owner');
  hostile.misbehave({});
});

async function add(fields: object, by = owner): Promise<SignInProvider> {
  const name = `Login ${newId()}`;
  const answer = await by.call('POST', '/v1/sign-in-providers', { body: { name, ...real.body, ...fields } });
  return parsed(SignInProvider, answer, 201);
}

/** Signs in at the real provider. Returns the page that Belfry opens, and the visitor with the session. */
async function enter({ _id }: SignInProvider, identity: Parameters<IdentityProvider['signsIn']>[0], next?: string) {
  const visitor = new Visitor();
  real.signsIn(identity);
  const { url } = await visitor.start(_id, next);
  return { visitor, place: await visitor.end(await visitor.confirm(url)) };
}

const addressOf = (person: Person) => ({ sub: person.userId, email: person.email, email_verified: true });

/** Returns the audited changes of providers and members, in order, and why sign-ins were rejected. */
async function auditOf({ organizationId }: Tenant): Promise<{ changes: string[]; rejected: Set<string> }> {
  const text = 'SELECT action, resource_label FROM audit_log WHERE organization_id = $1 ORDER BY id';
  const { rows } = await database().query<{ action: string; resource_label: string }>(text, [organizationId]);
  const found = rows.filter(({ action }) => action.startsWith('sign-in-providers.') || action.startsWith('members.'));
  const [rejections, changes] = [
    found.filter(({ action }) => action.endsWith('.reject')),
    found.filter(({ action }) => !action.endsWith('.reject')),
  ];
  const reasons = rejections.map(({ resource_label: label }) => label.slice(label.indexOf('(') + 1, -1));
  return { changes: changes.map(({ action }) => action), rejected: new Set(reasons) };
}

test('a member signs in at a real provider; the session belongs to the provider’s organization', async ({ tenant }) => {
  const member = await createPerson(tenant, 'developer');
  const provider = await add({ emailDomains: ['Example.com'] });
  expect(provider).toMatchObject({ emailDomains: ['example.com'], members: 0, active: true });
  expect(JSON.stringify(provider)).not.toContain(real.body.clientSecret);
  const { rows } = await database().query('SELECT * FROM sign_in_providers WHERE id = $1', [provider._id]);
  expect(JSON.stringify(rows), 'the client secret is encrypted').not.toContain(real.body.clientSecret);

  const identity = addressOf(member);
  const { visitor, place } = await enter(
    provider,
    { ...identity, email: member.email.toUpperCase() },
    '/settings/members',
  );
  expect(place).toBe('/settings/members');
  const me = parsed(Me, await visitor.call('GET', '/v1/me'));
  expect(me).toMatchObject({ actor: { _id: member.userId }, role: 'developer' });
  expect(parsed(SessionList, await visitor.call('GET', '/auth/list-sessions'))).toMatchObject([
    { current: true, signInProvider: provider.name },
  ]);

  const elsewhere = await createTenant();
  await insertRow('members', {
    id: newId(),
    organization_id: elsewhere.organizationId,
    user_id: member.userId,
    role: 'owner',
  });
  const there = { headers: { 'environment-id': elsewhere.environmentId } };
  expect((await member.call('GET', '/v1/me', there)).status, 'the password is valid in both').toBe(200);
  const cookie = await visitor.open(new URL('/api/v1/me', CALLBACK));
  expect(cookie.status).toBe(200);
  const answer = await fetchAs(visitor, elsewhere.environmentId);
  expect(answer, 'the session of a provider is valid in its organization only').toBe(403);
  expect((await enter(provider, { ...identity, email: 'changed@example.com' })).place, 'linked by subject').toBe('/');

  const { data, redirectUrl } = parsed(SignInProviderList, await owner.call('GET', '/v1/sign-in-providers'));
  expect(redirectUrl).toBe(CALLBACK);
  expect(data).toMatchObject([{ _id: provider._id, members: 1, lastUsedAt: expect.any(String) }]);
  expect((await visitor.call('POST', '/auth/sign-out')).status).toBe(200);
  expect((await visitor.call('GET', '/v1/me')).status).toBe(401);

  const ofMember = 'DELETE FROM members WHERE organization_id = $1 AND user_id = $2';
  await database().query(ofMember, [tenant.organizationId, member.userId]);
  const [left] = parsed(SignInProviderList, await owner.call('GET', '/v1/sign-in-providers')).data;
  expect(left?.members, 'a person who is in another organization only is not a member').toBe(0);
});

async function fetchAs(visitor: Visitor, environmentId: string): Promise<number> {
  Object.assign(visitor.headers, { 'environment-id': environmentId });
  const { status } = await visitor.call('GET', '/v1/me');
  Object.assign(visitor.headers, { 'environment-id': '' });
  return status;
}

test('a new person with an allowed address joins only if the provider creates members', async ({ tenant }) => {
  const domain = `${newId()}.example`;
  const provider = await add({ emailDomains: [domain] });
  const [email, sub] = [`kim@${domain}`, newId()];
  const kim = { sub, email, email_verified: true, name: 'Kim Lee' };
  expect((await enter(provider, kim)).place).toBe('problem: not_member');
  const patch = (body: object) => owner.call('PATCH', `/v1/sign-in-providers/${provider._id}`, { body });
  expect((await patch({ createsMembers: true, emailDomains: [] })).status, 'for every address').toBe(422);
  parsed(SignInProvider, await patch({ createsMembers: true, defaultRole: 'developer' }));
  expect((await enter(provider, { ...kim, email: `kim@sub.${domain}` })).place).toBe('problem: domain');
  expect((await enter(provider, { ...kim, email_verified: false })).place).toBe('problem: unverified');
  expect((await enter(provider, { sub })).place, 'without address').toBe('problem: unverified');
  const { place, visitor } = await enter(provider, kim);
  expect(place).toBe('/');
  expect(parsed(Me, await visitor.call('GET', '/v1/me'))).toMatchObject({ role: 'developer', actor: { email } });
  const members = parsed(MemberList, await owner.call('GET', '/v1/members'));
  const joined = members.find((each) => each.email === email);
  expect(joined).toMatchObject({ name: 'Kim Lee', role: 'developer' });
  const nameless = { sub: newId(), email: `ada@${domain}`, email_verified: true };
  expect((await enter(provider, { ...nameless, given_name: 'Ada', family_name: 'Byron' })).place).toBe('/');
  expect((await enter(provider, { ...nameless, sub: newId(), email: `max@${domain}` })).place).toBe('/');
  const text = 'SELECT email_verified, name, first_name, last_name FROM users WHERE email LIKE $1 ORDER BY name';
  const { rows } = await database().query(text, [`%@${domain}`]);
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    [true, 'Ada Byron', 'Ada', 'Byron'],
    [true, 'Kim Lee', null, null],
    [true, 'max', null, null],
  ]);

  const other = await add({ emailDomains: [domain], createsMembers: true, issuer: hostile.issuer });
  expect(other.members, 'links belong to one provider').toBe(0);
  const person = await createPerson(tenant, 'support');
  expect((await enter(provider, { ...addressOf(person), sub })).place, 'the subject decides').toBe('problem: domain');
  expect((await enter(provider, { ...kim, sub: newId() })).place, 'a reused address').toBe('problem: other_identity');

  const reset = await owner.call('POST', `/v1/members/${joined?._id}/password-reset`);
  const { path } = parsed(CreatedPasswordReset, reset, 201);
  const password = 'correct horse battery';
  expect(
    (await anonymous('POST', `/v1${path.replace('password-reset', 'password-resets')}`, { body: { password } })).status,
  ).toBeLessThan(300);
  const signedIn = await anonymous('POST', '/auth/sign-in/email', { body: { email, password }, headers: ownAddress() });
  expect(signedIn.status, 'a first password by a link').toBe(200);

  expect((await owner.call('DELETE', `/v1/members/${joined?._id}`)).status).toBe(204);
  expect((await visitor.call('GET', '/v1/me')).status).toBe(401);
  expect(await auditOf(tenant)).toEqual({
    changes: [
      ...['sign-in-providers.create', 'sign-in-providers.update'],
      ...['members.join', 'members.join', 'members.join'],
      ...['sign-in-providers.create', 'members.createPasswordReset', 'members.delete'],
    ],
    rejected: new Set(['not member', 'domain', 'unverified', 'other identity']),
  });
});

test('an account of another organization is not taken over, by a sign-in or by an invitation', async () => {
  const victim = await createPerson(await createTenant(), 'owner');
  const provider = await add({ emailDomains: ['example.com'], createsMembers: true });
  expect((await enter(provider, addressOf(victim))).place).toBe('problem: other_organization');
  const { rows } = await database().query('SELECT organization_id FROM members WHERE user_id = $1', [victim.userId]);
  expect(rows).toHaveLength(1);

  const email = `${newId()}@example.com`;
  expect((await enter(provider, { sub: newId(), email, email_verified: true })).place).toBe('/');
  const attacker = await createPerson(await createTenant(), 'owner');
  const invited = await attacker.call('POST', '/v1/invitations', { body: { email, role: 'support' } });
  const { path } = parsed(CreatedInvitation, invited, 201);
  const body = { firstName: 'Eve', lastName: 'Fox', password: 'correct horse battery' };
  const accepted = await anonymous('POST', `/v1${path.replace('invitation', 'invitations')}/accept`, {
    body,
    headers: ownAddress(),
  });
  expect(accepted.status, accepted.text).toBe(409);
});

test('an admin cannot become an owner through a provider; only an owner allows that', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const ownersAllowed = true;
  const denied = await admin.call('POST', '/v1/sign-in-providers', {
    body: { name: 'Mine', ...real.body, ownersAllowed },
  });
  expect(denied.status).toBe(403);
  const provider = await add({}, admin);
  expect((await enter(provider, addressOf(owner))).place).toBe('problem: owner');
  const path = `/v1/sign-in-providers/${provider._id}`;
  expect((await admin.call('PATCH', path, { body: { ownersAllowed } })).status).toBe(403);
  parsed(SignInProvider, await owner.call('PATCH', path, { body: { ownersAllowed } }));
  const { place, visitor } = await enter(provider, addressOf(owner));
  expect(place).toBe('/');
  expect(parsed(Me, await visitor.call('GET', '/v1/me')).role).toBe('owner');

  const moved = { issuer: hostile.issuer };
  expect((await admin.call('PATCH', path, { body: moved })).status, 'the secret goes to the old issuer only').toBe(422);
  const body = { ...moved, clientSecret: 'new' };
  expect(parsed(SignInProvider, await admin.call('PATCH', path, { body })).ownersAllowed).toBe(false);
  expect((await visitor.call('GET', '/v1/me')).status, 'sessions of the old issuer end').toBe(401);
});

test('another client ID removes the links of the old one; a change of the name does not', async ({ tenant }) => {
  const provider = await add({});
  const { visitor } = await enter(provider, addressOf(await createPerson(tenant, 'support')));
  const path = `/v1/sign-in-providers/${provider._id}`;
  const change = (body: object) => owner.call('PATCH', path, { body });
  const members = async (answer: ReturnType<typeof change>) => parsed(SignInProvider, await answer).members;
  expect(await members(change({ name: `Login ${newId()}`, clientId: provider.clientId }))).toBe(1);
  expect((await visitor.call('GET', '/v1/me')).status).toBe(200);
  expect(await members(change({ clientId: 'another' }))).toBe(0);
  expect((await visitor.call('GET', '/v1/me')).status).toBe(401);
});

/** Signs in at the provider that misbehaves. */
async function attempt({ _id }: SignInProvider, how: Misbehaviour): Promise<string> {
  const visitor = new Visitor();
  hostile.misbehave({});
  const { url } = await visitor.start(_id);
  hostile.misbehave(how);
  hostile.answerTo(url);
  const state = url.searchParams.get('state') ?? '';
  return visitor.end(new URL(`${CALLBACK}?${new URLSearchParams({ code: 'code', state })}`));
}

const unsigned = (signed: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${signed.split('.')[1]}.`;
const past = Math.floor(Date.now() / 1000) - 3600;

test('a response that breaks the protocol starts no session', async ({ tenant }) => {
  const email = `${newId()}@example.com`;
  const provider = await add({ ...hostile.body, emailDomains: ['example.com'], createsMembers: true });
  const cases: [name: string, how: Misbehaviour, expected: string][] = [
    ['unsigned', { token: unsigned }, 'problem: invalid'],
    ['without signature', { token: (signed) => `${signed.split('.').slice(0, 2).join('.')}.` }, 'problem: invalid'],
    ['signed by another key', { wrongKey: true }, 'problem: invalid'],
    ['changed after signing', { token: (signed) => `${signed.slice(0, -6)}AAAAAA` }, 'problem: invalid'],
    ['wrong nonce', { claims: { nonce: 'another' } }, 'problem: invalid'],
    ['no nonce', { claims: { nonce: undefined } }, 'problem: invalid'],
    ['another issuer', { claims: { iss: real.issuer } }, 'problem: invalid'],
    ['another audience', { claims: { aud: 'another' } }, 'problem: invalid'],
    ['several audiences', { claims: { aud: ['belfry', 'another'] } }, 'problem: invalid'],
    ['expired', { claims: { iat: past, exp: past + 60 } }, 'problem: invalid'],
    ['no subject', { claims: { sub: undefined } }, 'problem: invalid'],
    ['no ID token', { token: () => '' }, 'problem: invalid'],
    ['unverified address', { claims: { email, email_verified: false } }, 'problem: unverified'],
    ['address verified as text', { claims: { email, email_verified: 'false' } }, 'problem: unverified'],
    ['token endpoint redirects', { tokenRedirect: `${real.issuer}/token` }, 'problem: invalid'],
    ['configuration of another issuer', { configuration: { issuer: real.issuer } }, 'problem: invalid'],
    [
      'configuration redirects',
      { configurationRedirect: `${real.issuer}/.well-known/openid-configuration` },
      'problem: invalid',
    ],
    [
      'token endpoint inside the network',
      { configuration: { token_endpoint: 'http://127.0.0.2:9/token' } },
      'problem: unreachable',
    ],
    [
      'token endpoint closed',
      { configuration: { token_endpoint: 'http://127.0.0.1:9/token' } },
      'problem: unreachable',
    ],
  ];
  for (const [name, how, expected] of cases) expect(await attempt(provider, how), name).toBe(expected);
  const { rows } = await database().query('SELECT id FROM sessions WHERE sign_in_provider_id = $1', [provider._id]);
  expect(rows).toEqual([]);
  expect(await attempt(provider, { claims: { email } }), 'all is right').toBe('/');
  expect((await auditOf(tenant)).rejected).toEqual(new Set(['invalid', 'unverified', 'unreachable']));
});

test('a state works once, in its browser, while the provider is on', async () => {
  const provider = await add({ ...hostile.body, emailDomains: ['example.com'], createsMembers: true });
  hostile.misbehave({ claims: { email: `${newId()}@example.com`, sub: newId() } });
  const visitor = new Visitor();
  const begin = async () => {
    const { url } = await visitor.start(provider._id, 'https://evil.example/');
    hostile.answerTo(url);
    return new URL(`${CALLBACK}?${new URLSearchParams({ code: 'c', state: url.searchParams.get('state') ?? '' })}`);
  };
  const callback = await begin();
  expect(await new Visitor().end(callback), 'another browser').toBe('problem: expired');
  expect(await visitor.end(callback), 'a next page elsewhere').toBe('/');
  expect(await visitor.end(callback), 'replayed').toBe('problem: expired');
  expect(await visitor.end(new URL(`${CALLBACK}?code=c&state=unknown`))).toBe('problem: expired');
  expect(await visitor.end(new URL(CALLBACK))).toBe('problem: expired');
  const refused = await begin();
  refused.searchParams.set('error', 'access_denied');
  expect(await visitor.end(refused)).toBe('problem: cancelled');
  const late = await begin();
  await database().query(`UPDATE verifications SET expires_at = now() WHERE identifier LIKE 'sign-in-provider:%'`);
  expect(await visitor.end(late), 'after ten minutes').toBe('problem: expired');

  const open = await begin();
  expect((await visitor.call('GET', '/v1/me')).status).toBe(200);
  const path = `/v1/sign-in-providers/${provider._id}`;
  parsed(SignInProvider, await owner.call('PATCH', path, { body: { active: false } }));
  expect((await visitor.call('GET', '/v1/me')).status, 'its sessions end').toBe(401);
  expect(await visitor.end(open)).toBe('problem: disabled');
  expect((await visitor.start(provider._id)).status).toBe(404);
  const choices = await anonymous<{ _id: string }[]>('GET', '/auth/sign-in-providers');
  expect(choices.body.map(({ _id }) => _id)).not.toContain(provider._id);
});

test('a provider that does not respond is not saved as active, and starts no sign-in', async () => {
  const create = (fields: object) =>
    owner.call<{ errors: Record<string, { messages: string[] }> }>('POST', '/v1/sign-in-providers', {
      body: { name: `Login ${newId()}`, ...real.body, ...fields },
    });
  const issuerProblem = async (fields: object) => (await create(fields)).body.errors.issuer?.messages[0];
  expect(await issuerProblem({ issuer: 'http://127.0.0.1:9' })).toContain('could not be reached');
  expect(await issuerProblem({ issuer: 'http://127.0.0.2:9' })).toContain('127.0.0.2:9 needs https');
  expect(await issuerProblem({ issuer: 'https://127.0.0.2:9' })).toContain('is not a public address. To allow it');
  expect(await issuerProblem({ issuer: 'https://user:secret@127.0.0.1' })).toContain('must be an http or https URL');
  expect(await issuerProblem({ issuer: `${real.issuer}/.well-known/openid-configuration` })).toContain(
    'must end before',
  );
  hostile.misbehave({ configurationRedirect: real.issuer });
  expect(await issuerProblem(hostile.body)).toContain('could not be read');
  hostile.misbehave({ configuration: { issuer: real.issuer } });
  expect(await issuerProblem(hostile.body), 'another issuer').toContain('could not be read');
  hostile.misbehave({});
  expect((await create({ scopes: ['email'] })).status).toBe(422);
  const gone = await startHostileProvider();
  const provider = await add(gone.body);
  await gone.close();
  expect((await new Visitor().start(provider._id)).status).toBe(503);
  expect((await create({ name: provider.name.toUpperCase() })).body.errors.name?.messages).toHaveLength(1);
  hostile.misbehave({ configuration: { authorization_endpoint: 'javascript:alert(1)' } });
  expect((await new Visitor().start((await add(hostile.body))._id)).status, 'no script in the browser').toBe(503);
});

test('if required, members use a provider only, and owners keep the password', async ({ tenant }) => {
  const [member, admin] = [await createPerson(tenant, 'support'), await createPerson(tenant, 'admin')];
  const require = (signInProviderRequired: boolean) =>
    owner.call('PATCH', '/v1/organizations/me', { body: { signInProviderRequired } });
  expect((await require(true)).status, 'without a provider').toBe(409);
  const provider = await add({});
  expect((await require(true)).status, 'without a sign-in through it').toBe(409);
  const { visitor } = await enter(provider, addressOf(member));
  expect(parsed(Organization, await require(true)).signInProviderRequired).toBe(true);
  expect((await member.call('GET', '/v1/me')).status, 'a session with a password').toBe(401);
  expect((await admin.call('GET', '/v1/me')).status).toBe(401);
  expect((await owner.call('GET', '/v1/me')).status).toBe(200);
  expect((await visitor.call('GET', '/v1/me')).status).toBe(200);
  const signIn = ({ email, password }: Person) =>
    anonymous<{ code?: string; message?: string }>('POST', '/auth/sign-in/email', {
      body: { email, password },
      headers: ownAddress(),
    });
  expect(await signIn(member)).toMatchObject({
    status: 403,
    body: { code: 'sign_in_provider_required', message: `Your organization requires sign-in through ${provider.name}` },
  });
  expect((await signIn({ ...member, password: 'wrong' })).status).toBe(401);
  expect((await signIn(owner)).status).toBe(200);
  const path = `/v1/sign-in-providers/${provider._id}`;
  expect((await owner.call('PATCH', path, { body: { active: false } })).status).toBe(409);
  expect((await owner.call('DELETE', path)).status).toBe(409);

  const elsewhere = await createTenant();
  await insertRow('members', {
    id: newId(),
    organization_id: elsewhere.organizationId,
    user_id: member.userId,
    role: 'support',
  });
  const both = (await signIn(member)).body as { token?: string };
  const call = caller(`Bearer ${both.token}`);
  const inside = await call<{ code?: string }>('GET', '/v1/me', {
    headers: { 'environment-id': tenant.environmentId },
  });
  expect(inside).toMatchObject({ status: 403, body: { code: 'sign_in_provider_required' } });
  expect((await call('GET', '/v1/me')).status, 'the other organization does not require it').toBe(200);

  parsed(Organization, await require(false));
  expect((await signIn(admin)).status).toBe(200);
  expect((await owner.call('DELETE', path)).status).toBe(204);
  expect((await visitor.call('GET', '/v1/me')).status, 'its sessions end').toBe(401);
});

test('two-step sign-in is the provider’s task; a new password does not change that', async ({ tenant }) => {
  const member = await createPerson(tenant, 'support');
  await database().query('UPDATE organizations SET two_step_required = true WHERE id = $1', [tenant.organizationId]);
  expect((await member.call('GET', '/v1/members')).status, 'with a password').toBe(403);
  await database().query('UPDATE organizations SET two_step_required = false WHERE id = $1', [tenant.organizationId]);
  const provider = await add({});
  await database().query('UPDATE organizations SET two_step_required = true WHERE id = $1', [tenant.organizationId]);
  const { visitor } = await enter(provider, addressOf(member));
  expect((await visitor.call('GET', '/v1/members')).status).toBe(200);
  expect(
    parsed(SessionList, await visitor.call('GET', '/auth/list-sessions')),
    'sessions with a password are not shown',
  ).toHaveLength(1);
  const body = { currentPassword: member.password, newPassword: 'another good password' };
  expect((await visitor.call('POST', '/auth/change-password', { body })).status).toBe(200);
  const [session] = parsed(SessionList, await visitor.call('GET', '/auth/list-sessions'));
  expect(session?.signInProvider).toBe(provider.name);
});

test('an API key neither sees nor changes providers; support and developers do not either', async ({
  tenant,
  call,
}) => {
  const provider = await add({ active: false });
  const developer = await createPerson(tenant, 'developer');
  const path = '/v1/sign-in-providers';
  for (const [method, at, body] of [
    ['GET', path, undefined],
    ['POST', path, { name: 'New', ...real.body }],
    ['PATCH', `${path}/${provider._id}`, { name: 'Changed' }],
    ['DELETE', `${path}/${provider._id}`, undefined],
  ] as const) {
    expect((await call(method, at, { body })).status, `${method} with a key`).toBe(401);
    expect((await developer.call(method, at, { body })).status, `${method} by a developer`).toBe(403);
  }
});

test('starts without a sign-in are limited by address, and other sites cannot start one', async () => {
  const provider = await add(hostile.body);
  const visitor = new Visitor();
  const statuses = new Set<number>();
  for (let n = 0; n < 52; n++) statuses.add((await visitor.start(provider._id)).status);
  expect([...statuses]).toEqual([200, 429]);
  expect((await new Visitor().start(provider._id)).status, 'another address').toBe(200);
  const foreign = new Visitor();
  foreign.headers.origin = 'https://evil.example';
  expect((await foreign.start(provider._id)).status).toBe(403);
});
