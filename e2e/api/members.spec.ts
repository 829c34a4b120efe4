import { database } from '#e2e/database.ts';
import { expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { createTenant } from '#e2e/tenant.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { Member, MemberList } from '#lib/members/schema.ts';

const setRole = (by: Person, of: Person, role: string) =>
  by.call('PATCH', `/v1/members/${of.memberId}`, { body: { role } });
const remove = (by: Person, of: Person) => by.call('DELETE', `/v1/members/${of.memberId}`);

test('every role may see the members', async ({ tenant }) => {
  for (const role of ROLES) {
    const { call, email } = await createPerson(tenant, role);
    const members = parsed(MemberList, await call('GET', '/v1/members'));
    expect(members.at(-1)).toMatchObject({ email, role, firstName: 'Pat', name: 'Pat Doe' });
  }
});

test('admins change every member but owners; developers and support change none', async ({ tenant }) => {
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

test('a role is changed only from the one that the caller knows, if it names that one', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const member = await createPerson(tenant, 'support');
  const change = (role: string, from: string) =>
    owner.call('PATCH', `/v1/members/${member.memberId}`, { body: { role, from } });
  expect(parsed(Member, await change('developer', 'support')).role).toBe('developer');
  expect(await change('admin', 'support')).toMatchObject({
    status: 409,
    body: { message: 'The role has been changed since then: it is developer now' },
  });
  expect(parsed(Member, await change('support', 'developer')).role).toBe('support');
});

test('a role and a member that do not exist', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const stranger = await createPerson(await createTenant(), 'support');
  expect((await setRole(owner, owner, 'king')).status).toBe(422);
  expect((await setRole(owner, stranger, 'admin')).status).toBe(404);
  expect((await remove(owner, stranger)).status).toBe(404);
  expect((await owner.call('DELETE', '/v1/members/x')).status).toBe(422);
});

test('the last owner stays one, also when two owners remove each other at once', async ({ tenant }) => {
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

test('a removed member is out at once, and their name stays', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const leaver = await createPerson(tenant, 'admin');
  expect((await remove(owner, leaver)).status).toBe(204);
  expect((await leaver.call('GET', '/v1/me')).status).toBe(401);
  const { rows } = await database().query('SELECT name FROM users WHERE id = $1', [leaver.userId]);
  expect(rows).toHaveLength(1);
});

test('the role counts from the next call on', async ({ tenant }) => {
  const owner = await createPerson(tenant, 'owner');
  const admin = await createPerson(tenant, 'admin');
  expect((await admin.call('GET', '/v1/audit-log')).status).toBe(200);
  await setRole(owner, admin, 'support');
  expect((await admin.call('GET', '/v1/audit-log')).status).toBe(403);
});
