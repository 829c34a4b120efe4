import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { createTenant } from '#e2e/tenant.ts';
import { CreatedInvitation, InvitationList, InvitationOffer, Joined } from '#lib/invitations/schema.ts';
import { Me } from '#lib/me/schema.ts';

const anonymous = caller(null);
const newcomer = { firstName: 'Robin', lastName: 'Fox', password: 'a long enough one' };
let owner: Person;
let email: string;

test.beforeEach(async ({ tenant }) => {
  owner = await createPerson(tenant, 'owner');
  email = `new-${tenant.organizationId}@example.com`;
});

async function invite(role = 'developer', to = email): Promise<string> {
  const { path } = parsed(
    CreatedInvitation,
    await owner.call('POST', '/v1/invitations', { body: { email: to, role } }),
    201,
  );
  expect(path).toMatch(/^\/invitation\/[\w-]{43}$/);
  return path.split('/').at(-1) ?? '';
}

const offerOf = (token: string) => anonymous('GET', `/v1/invitations/${token}`);
const accept = (token: string, body: object = newcomer) =>
  anonymous('POST', `/v1/invitations/${token}/accept`, { body });

test('a link shows the invitation, admits one person once and signs the person in', async ({ tenant }) => {
  const token = await invite();
  expect(parsed(InvitationOffer, await offerOf(token))).toMatchObject({
    email,
    role: 'developer',
    invitedBy: owner.email,
    hasAccount: false,
    organization: `Test ${tenant.organizationId}`,
  });
  const joined = await accept(token);
  expect(parsed(Joined, joined, 201).user).toMatchObject({ email, name: 'Robin Fox' });
  const cookie = joined.headers.get('set-cookie') ?? '';
  expect(cookie).toContain('HttpOnly');
  const [, session = ''] = /^[^=]+=([^;]+)/.exec(cookie) ?? [];
  for (const secret of [session, decodeURIComponent(session).split('.')[0] ?? '']) {
    expect(secret).not.toBe('');
    expect(joined.text, 'only the cookie has the session').not.toContain(secret);
  }
  const me = parsed(Me, await anonymous('GET', '/v1/me', { headers: { cookie: cookie.split(';')[0] ?? '' } }));
  expect(me).toMatchObject({
    actor: { email, name: 'Robin Fox' },
    role: 'developer',
    environment: { _id: tenant.environmentId },
  });
  expect((await offerOf(token)).status, 'used').toBe(404);
  expect((await accept(token)).status).toBe(404);
  expect(parsed(InvitationList, await owner.call('GET', '/v1/invitations'))).toEqual([]);
});

test('one of 20 simultaneous acceptances succeeds', async ({ tenant }) => {
  const token = await invite();
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => accept(token)))).map(({ status }) => status);
  expect(
    statuses.filter((status) => status === 201),
    String(statuses),
  ).toHaveLength(1);
  expect(
    statuses.every((status) => [201, 404, 422].includes(status)),
    String(statuses),
  ).toBe(true);
  const { rows } = await database().query('SELECT 1 FROM members WHERE organization_id = $1', [tenant.organizationId]);
  expect(rows).toHaveLength(2);
});

test('a revoked, replaced or expired link is unknown', async () => {
  const unknown = await offerOf('x'.repeat(43));
  expect(unknown.status).toBe(404);
  const replaced = await invite();
  const revoked = await invite('support');
  expect((await offerOf(replaced)).status).toBe(404);
  const [open] = parsed(InvitationList, await owner.call('GET', '/v1/invitations'));
  expect(open).toMatchObject({ email, role: 'support', expired: false });
  expect((await owner.call('DELETE', `/v1/invitations/${open?._id}`)).status).toBe(204);
  expect((await owner.call('DELETE', `/v1/invitations/${open?._id}`)).status).toBe(404);
  expect((await accept(revoked)).status).toBe(404);
  const expired = await invite();
  await database().query(`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE email = $1`, [email]);
  expect((await offerOf(expired)).status).toBe(404);
  expect((await accept(expired)).status).toBe(404);
});

test('an invalid form does not use up the link', async () => {
  const token = await invite();
  const assertError = await accept(token, { firstName: ' ', lastName: 'Fox', password: 'short' });
  expect(assertError.status).toBe(422);
  expect(Object.keys((assertError.body as { errors: object }).errors)).toEqual(['firstName', 'password']);
  expect((await offerOf(token)).status).toBe(200);
});

test('an invitation never takes over an account', async () => {
  const elsewhere = await createPerson(await createTenant(), 'owner');
  const token = await invite('support', elsewhere.email);
  expect(parsed(InvitationOffer, await offerOf(token)).hasAccount).toBe(true);
  expect((await accept(token)).status, 'a new password').toBe(422);
  expect((await offerOf(token)).status, 'the link stays good').toBe(200);
  parsed(Joined, await accept(token, { ...newcomer, password: elsewhere.password }), 201);
  expect((await elsewhere.call('GET', '/v1/members')).status).toBe(200);
});

test('each role can invite only certain roles', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const developer = await createPerson(tenant, 'developer');
  const by = (person: Person, role: string, to = email) =>
    person.call('POST', '/v1/invitations', { body: { email: to, role } });
  expect((await by(developer, 'support')).status).toBe(403);
  expect((await by(admin, 'owner')).status).toBe(403);
  expect((await by(admin, 'admin')).status).toBe(201);
  expect((await by(owner, 'owner')).status).toBe(201);
  expect((await by(owner, 'owner', admin.email.toUpperCase())).status, 'a member already').toBe(409);
  expect((await by(owner, 'owner', 'no address')).status).toBe(422);
});

test('an invitation ends when its author loses the right to invite', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const answer = await admin.call('POST', '/v1/invitations', { body: { email, role: 'admin' } });
  const token = parsed(CreatedInvitation, answer, 201).path.split('/').at(-1) ?? '';
  await owner.call('PATCH', `/v1/members/${admin.memberId}`, { body: { role: 'support' } });
  expect((await accept(token)).status).toBe(404);
});

test('a former member can return with a new invitation', async () => {
  const { user } = parsed(Joined, await accept(await invite()), 201);
  const members = (await owner.call<{ _id: string; email: string }[]>('GET', '/v1/members')).body;
  const member = members.find((candidate) => candidate.email === email);
  expect((await owner.call('DELETE', `/v1/members/${member?._id}`)).status).toBe(204);
  expect(
    (await anonymous('POST', '/auth/sign-in/email', { body: { email, password: newcomer.password } })).status,
  ).toBe(401);
  const again = parsed(
    Joined,
    await accept(await invite('support'), { ...newcomer, password: 'yet another one' }),
    201,
  );
  expect(again.user._id).toBe(user._id);
});

test('a resent invitation has a new link and a new end, even if it had expired', async ({ tenant }) => {
  const first = await invite('owner');
  const { rows } = await database().query<{ id: string }>(
    "UPDATE invitations SET expires_at = now() - interval '1 minute' WHERE email = $1 RETURNING id",
    [email],
  );
  const path = `/v1/invitations/${rows[0]?.id}/resend`;
  const admin = await createPerson(tenant, 'admin');
  expect((await admin.call('POST', path)).status).toBe(403);
  const renewed = parsed(CreatedInvitation, await owner.call('POST', path));
  expect(renewed).toMatchObject({ _id: rows[0]?.id, email, role: 'owner', expired: false });
  expect(Date.parse(renewed.expiresAt)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
  const second = renewed.path.split('/').at(-1) ?? '';
  expect((await offerOf(first)).status, 'the earlier link').toBe(404);
  expect(parsed(InvitationOffer, await offerOf(second)).email).toBe(email);
  expect(parsed(InvitationList, await owner.call('GET', '/v1/invitations'))).toHaveLength(1);
  expect((await accept(second)).status).toBe(201);
  expect((await owner.call('POST', path)).status, 'it is accepted').toBe(404);
  const stranger = await createPerson(await createTenant(), 'owner');
  expect((await stranger.call('POST', path)).status).toBe(404);
});
