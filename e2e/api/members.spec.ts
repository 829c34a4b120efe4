import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson, type Person, signIn } from '#e2e/person.ts';
import { createTenant } from '#e2e/tenant.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { SessionList, SessionsRevoked } from '#lib/auth/schema.ts';
import { Me } from '#lib/me/schema.ts';
import { Member, MemberList } from '#lib/members/schema.ts';
import { Organization } from '#lib/organizations/schema.ts';

const setRole = (by: Person, of: Person, role: string) =>
  by.call('PATCH', `/v1/members/${of.memberId}`, { body: { role } });
const remove = (by: Person, of: Person) => by.call('DELETE', `/v1/members/${of.memberId}`);

test('every role can see the members', async ({ tenant }) => {
  for (const role of ROLES) {
    const { call, email } = await createPerson(tenant, role);
    const members = parsed(MemberList, await call('GET', '/v1/members'));
    expect(members.at(-1)).toMatchObject({ email, role, firstName: 'Pat', name: 'Pat Doe' });
  }
});

test('admins can change members except owners; developers and support can change none', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const admin = await createPerson(tenant, 'admin');
  const developer = await createPerson(tenant, 'developer');
  const support = await createPerson(tenant, 'support');
  expect(parsed(Member, await setRole(admin, support, 'developer')).role).toBe('developer');
  expect(await setRole(admin, support, 'owner')).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/^Only owners/) },
  });
  expect((await setRole(admin, owner, 'admin')).status).toBe(403);
  expect((await remove(admin, owner)).status).toBe(403);
  expect((await setRole(developer, support, 'support')).status).toBe(403);
  expect((await remove(developer, support)).status).toBe(403);
  expect((await setRole(owner, admin, 'owner')).status).toBe(200);
  expect((await setRole(admin, owner, 'support')).status, 'admin is an owner now').toBe(200);
  expect((await remove(owner, support)).status, 'and the owner is not').toBe(403);
});

test('a change that names the previous role needs it to be the current one', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const member = await createPerson(tenant, 'support');
  const change = (role: string, from: string) =>
    owner.call('PATCH', `/v1/members/${member.memberId}`, { body: { role, from } });
  expect(parsed(Member, await change('developer', 'support')).role).toBe('developer');
  expect(await change('admin', 'support')).toMatchObject({
    status: 409,
    body: { message: 'The role was changed in the meantime: it is now developer' },
  });
  expect(parsed(Member, await change('support', 'developer')).role).toBe('support');
});

test('an unknown role is 422 and an unknown member 404', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const stranger = await createPerson(await createTenant(), 'support');
  expect((await setRole(owner, owner, 'king')).status).toBe(422);
  expect((await setRole(owner, stranger, 'admin')).status).toBe(404);
  expect((await remove(owner, stranger)).status).toBe(404);
  expect((await owner.call('DELETE', '/v1/members/x')).status).toBe(422);
});

test('the last owner stays, even if two owners remove each other simultaneously', async ({ tenant }) => {
  const first = await createPerson(tenant, 'owner');
  expect((await setRole(first, first, 'admin')).status).toBe(409);
  expect((await remove(first, first)).status).toBe(409);
  for (let round = 0; round < 3; round++) {
    const second = await createPerson(tenant, 'owner');
    const statuses = (await Promise.all([setRole(first, second, 'admin'), setRole(second, first, 'admin')])).map(
      ({ status }) => status,
    );
    expect(
      statuses.filter((status) => status === 200),
      String(statuses),
    ).toHaveLength(1);
    const { rows } = await database().query(
      `SELECT count(*)::int AS owners FROM members WHERE organization_id = $1 AND role = 'owner'`,
      [tenant.organizationId],
    );
    expect(rows[0].owners).toBe(1);
    await database().query(`UPDATE members SET role = 'owner' WHERE id = $1`, [first.memberId]);
    await database().query('DELETE FROM members WHERE id = $1', [second.memberId]);
  }
});

test('a removed member loses access immediately, and their name stays', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const leaver = await createPerson(tenant, 'admin');
  expect((await remove(owner, leaver)).status).toBe(204);
  expect((await leaver.call('GET', '/v1/me')).status).toBe(401);
  const { rows } = await database().query('SELECT name FROM users WHERE id = $1', [leaver.userId]);
  expect(rows).toHaveLength(1);
});

test('a changed role applies from the next call', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const admin = await createPerson(tenant, 'admin');
  expect((await admin.call('GET', '/v1/audit-log')).status).toBe(200);
  await setRole(owner, admin, 'support');
  expect((await admin.call('GET', '/v1/audit-log')).status).toBe(403);
});

test('admins list and end the sessions of members, but only owners those of an owner', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const admin = await createPerson(tenant, 'admin');
  const developer = await createPerson(tenant, 'developer');
  const second = await signIn(developer.email, developer.password);
  const path = `/v1/members/${developer.memberId}/sessions`;
  const [newest, oldest] = parsed(SessionList, await admin.call('GET', path));
  expect(newest?.current).toBe(false);
  expect((await admin.call('DELETE', `${path}/${newest?._id}`)).status).toBe(204);
  expect((await caller(`Bearer ${second}`)('GET', '/v1/me')).status).toBe(401);
  expect((await developer.call('GET', '/v1/me')).status).toBe(200);
  expect((await admin.call('DELETE', `${path}/${newest?._id}`)).status, 'it has ended').toBe(404);
  expect((await owner.call('DELETE', `/v1/members/${admin.memberId}/sessions/${oldest?._id}`)).status).toBe(404);
  for (const by of [developer, await createPerson(tenant, 'support')])
    expect((await by.call('GET', `/v1/members/${admin.memberId}/sessions`)).status).toBe(403);
  for (const method of ['GET', 'DELETE'] as const)
    expect((await admin.call(method, `/v1/members/${owner.memberId}/sessions`)).status).toBe(403);
  const stranger = await createPerson(await createTenant(), 'support');
  expect((await owner.call('GET', `/v1/members/${stranger.memberId}/sessions`)).status).toBe(404);
  expect(parsed(SessionsRevoked, await admin.call('DELETE', path)).revoked).toBe(1);
  expect((await developer.call('GET', '/v1/me')).status).toBe(401);
  expect(parsed(SessionsRevoked, await owner.call('DELETE', `/v1/members/${owner.memberId}/sessions`)).revoked).toBe(0);
  const { data } = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?resourceType=members'));
  expect(data.map(({ action, resource }) => [action, resource.label])).toEqual([
    ['members.endSessions', owner.email],
    ['members.endSessions', developer.email],
    ['members.endSession', developer.email],
  ]);
});

test('a member was last seen at the last use of a session, or at sign-in or sign-out', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const person = await createPerson(tenant, 'support');
  const seen = async () => {
    const members = parsed(MemberList, await owner.call('GET', '/v1/members'));
    return members.find(({ _id }) => _id === person.memberId)?.lastSeenAt;
  };
  await database().query("UPDATE audit_log SET created_at = now() - interval '3 days' WHERE actor_id = $1", [
    person.userId,
  ]);
  const used = new Date(Date.now() - 2 * 86_400_000);
  await database().query('UPDATE sessions SET updated_at = $2 WHERE user_id = $1', [person.userId, used]);
  expect(await seen()).toBe(used.toISOString());
  await database().query('DELETE FROM sessions WHERE user_id = $1', [person.userId]);
  expect(Date.parse((await seen()) ?? '')).toBeLessThan(Date.now() - 2.9 * 86_400_000);
  await database().query('DELETE FROM audit_log WHERE actor_id = $1', [person.userId]);
  expect(await seen()).toBeUndefined();
});

test('only an owner can rename the organization', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const admin = await createPerson(tenant, 'admin');
  const rename = (by: Person, name: string) => by.call('PATCH', '/v1/organizations/me', { body: { name } });
  expect((await rename(admin, 'Heron')).status).toBe(403);
  expect((await rename(owner, ' ')).status).toBe(422);
  expect(parsed(Organization, await rename(owner, ' Heron & Sons ')).name).toBe('Heron & Sons');
  expect((await rename(owner, 'Heron & Sons')).status, 'nothing changes').toBe(200);
  expect(parsed(Me, await admin.call('GET', '/v1/me')).organization.name).toBe('Heron & Sons');
  const { data } = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?action=organizations.update'));
  expect(data).toMatchObject([{ after: { name: 'Heron & Sons' } }]);
});
