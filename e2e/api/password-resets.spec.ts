import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { createTenant } from '#e2e/tenant.ts';
import { newId } from '#lib/id.ts';
import { CreatedPasswordReset, PasswordReset } from '#lib/password-resets/schema.ts';
import { root } from '#scripts/sources.ts';

const run = promisify(execFile);
const anonymous = caller(null);
const password = 'seven quiet herons';
let owner: Person;
let member: Person;

test.beforeEach(async ({ tenant }) => {
  owner = await createPerson(tenant, 'owner');
  member = await createPerson(tenant, 'support');
});

const create = (by: Person, of: Person) => by.call('POST', `/v1/members/${of.memberId}/password-reset`);
const open = (token: string) => anonymous('GET', `/v1/password-resets/${token}`);
const reset = (token: string, body: object = { password }) =>
  anonymous('POST', `/v1/password-resets/${token}`, { body });
const signIn = ({ email }: Person, given: string) =>
  anonymous('POST', '/auth/sign-in/email', { body: { email, password: given } });

async function tokenBy(by: Person, of = member): Promise<string> {
  const { path, email } = parsed(CreatedPasswordReset, await create(by, of), 201);
  expect(email).toBe(of.email);
  expect(path).toMatch(/^\/password-reset\/[\w-]{43}$/);
  return path.split('/').at(-1) ?? '';
}

test('a link sets a new password once, and ends all sessions of the account', async ({ tenant }) => {
  const token = await tokenBy(owner);
  const offer = parsed(PasswordReset, await open(token));
  expect(offer).toMatchObject({ email: member.email, organization: `Test ${tenant.organizationId}` });
  expect((await signIn(member, member.password)).status, 'until then the password is valid').toBe(200);
  expect((await reset(token)).status).toBe(204);
  expect((await member.call('GET', '/v1/me')).status, 'an earlier session').toBe(401);
  expect((await signIn(member, member.password)).status).toBe(401);
  expect((await signIn(member, password)).status).toBe(200);
  expect([(await open(token)).status, (await reset(token)).status], 'used').toEqual([404, 404]);
  const { rows } = await database().query(
    `SELECT action, actor_id, after FROM audit_log WHERE organization_id = $1 AND action LIKE '%Password%' ORDER BY id`,
    [tenant.organizationId],
  );
  expect(rows.map(({ action }) => action)).toEqual(['members.createPasswordReset', 'users.resetPassword']);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('one of ten simultaneous uses succeeds', async () => {
  const token = await tokenBy(owner);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => reset(token, { password: `${password} ${at}` })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(404)]);
});

test('a weak password does not use the link up', async () => {
  const token = await tokenBy(owner);
  for (const weak of ['short', 'password123', member.email, 'x'.repeat(129)])
    expect((await reset(token, { password: weak })).status, weak).toBe(422);
  expect((await reset(token)).status).toBe(204);
});

test('a replaced, expired or invented link is unknown', async () => {
  const replaced = await tokenBy(owner);
  const expired = await tokenBy(owner);
  await database().query(`UPDATE password_resets SET expires_at = now() - interval '1 s' WHERE user_id = $1`, [
    member.userId,
  ]);
  for (const token of [replaced, expired, 'x'.repeat(43)])
    expect([(await open(token)).status, (await reset(token)).status], token).toEqual([404, 404]);
});

test('each role can create links only for certain roles', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const developer = await createPerson(tenant, 'developer');
  const secondOwner = await createPerson(tenant, 'owner');
  const stranger = await createPerson(await createTenant(), 'owner');
  const status = async (by: Person, of: Person) => (await create(by, of)).status;
  expect(await status(admin, developer)).toBe(201);
  expect(await status(owner, secondOwner)).toBe(201);
  expect(await status(admin, owner), 'an owner').toBe(403);
  expect(await status(developer, member)).toBe(403);
  expect(await status(member, developer)).toBe(403);
  expect(await status(owner, owner), 'needs the current password').toBe(409);
  expect(await status(owner, stranger), 'another organization').toBe(404);
});

test('an account that is also in another organization cannot be taken over', async () => {
  const { organizationId } = await createTenant();
  await database().query(`INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'owner')`, [
    newId(),
    organizationId,
    member.userId,
  ]);
  expect((await create(owner, member)).status).toBe(409);
});

test('a link ends if its author loses the right, or its member changes role', async ({ tenant }) => {
  const admin = await createPerson(tenant, 'admin');
  const patch = (of: Person, role: string) => owner.call('PATCH', `/v1/members/${of.memberId}`, { body: { role } });
  const byAdmin = await tokenBy(admin);
  expect((await patch(admin, 'support')).status).toBe(200);
  expect((await reset(byAdmin)).status, 'its creator is no longer an admin').toBe(404);
  const forMember = await tokenBy(owner);
  expect((await patch(member, 'owner')).status).toBe(200);
  expect((await reset(forMember)).status, 'an admin could have created it').toBe(404);
  const removed = await tokenBy(owner, admin);
  expect((await owner.call('DELETE', `/v1/members/${admin.memberId}`)).status).toBe(204);
  expect((await reset(removed)).status).toBe(404);
});

test('a command on the server creates a link for a lone owner', async () => {
  const command = (...args: string[]) => run(process.execPath, ['scripts/password.ts', ...args], { cwd: root });
  const { stdout } = await command(owner.email.toUpperCase());
  expect(stdout).toContain(owner.email);
  const [, token = ''] = /^ {2}http.*\/password-reset\/([\w-]{43})$/m.exec(stdout) ?? [];
  expect((await reset(token)).status).toBe(204);
  expect((await signIn(owner, password)).status).toBe(200);
  const failed = (args: string[]) => command(...args).then(String, ({ stderr }) => stderr);
  expect(await failed(['stranger@shop.example'])).toBe('stranger@shop.example is not a member.\n');
  expect(await failed([])).toMatch(/^Name the member/);
});
