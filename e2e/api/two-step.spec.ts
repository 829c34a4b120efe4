import { database } from '#e2e/database.ts';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { filled, isClosed, listOperations } from '#e2e/operations.ts';
import { ownAddress } from '#e2e/own-address.ts';
import { createPerson, type Person } from '#e2e/person.ts';
import { sideBySide } from '#e2e/side-by-side.ts';
import { createTenant, type Tenant } from '#e2e/tenant.ts';
import { currentCode, forgetUsedCodes, startTwoStep, type TwoStepOwner, turnOnTwoStep } from '#e2e/two-step.ts';
import { AuditPage } from '#lib/audit-log/schema.ts';
import { SignedIn } from '#lib/auth/schema.ts';
import { newId } from '#lib/id.ts';
import { CreatedInvitation } from '#lib/invitations/schema.ts';
import { MemberList } from '#lib/members/schema.ts';
import { CreatedPasswordReset } from '#lib/password-resets/schema.ts';
import { RecoveryCodes, TwoStep } from '#lib/two-step/schema.ts';

const anonymous = caller(null);
let owner: Person;
let member: Person;

test.beforeEach(async ({ tenant }) => {
  owner = await createPerson(tenant, 'owner');
  member = await createPerson(tenant, 'support');
});

const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>, code?: string, headers = ownAddress()) =>
  anonymous('POST', '/auth/sign-in/email', { body: { email, password, ...(code !== undefined && { code }) }, headers });
const turnOn = ({ call, password }: Person) => turnOnTwoStep(call, password);
const stateOf = async ({ call }: Person) => parsed(TwoStep, await call('GET', '/auth/two-step'));
const codeErrors = (answers: { status: number; body: unknown }[]) =>
  answers.map(({ status, body }) => `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim());

async function sessionsOf({ userId }: Person): Promise<number> {
  const { rows } = await database().query('SELECT id FROM sessions WHERE user_id = $1', [userId]);
  return rows.length;
}

/**
 * Returns the audited actions other than sign-ins, in order. A counted action has the time of the start of its quarter
 * of an hour.
 */
async function actionsIn({ organizationId }: Tenant): Promise<string[]> {
  const text = `SELECT action FROM audit_log WHERE organization_id = $1 AND action !~ 'sessions.(signIn|reject$)' ORDER BY id`;
  const { rows } = await database().query<{ action: string }>(text, [organizationId]);
  return rows.map(({ action }) => action);
}

test('if two-step sign-in is on, sign-in needs a code of the account after the password', async ({ tenant }) => {
  expect(await stateOf(member)).toEqual({ enabled: false, recoveryCodesLeft: 0, required: false });
  const started = await startTwoStep(member.call, member.password);
  expect((await signIn(member)).status, 'until it is confirmed, nothing changes').toBe(200);
  const wrong = await member.call('POST', '/auth/two-step/confirm', { body: { code: '000 00' } });
  expect(wrong).toMatchObject({ status: 422, body: { errors: { code: { messages: [expect.any(String)] } } } });
  const code = await currentCode(started.secret);
  const confirm = () => member.call('POST', '/auth/two-step/confirm', { body: { code } });
  const { recoveryCodes } = parsed(RecoveryCodes, await confirm());
  expect(recoveryCodes).toHaveLength(10);
  expect((await confirm()).status, 'a second time').toBe(409);
  expect(await stateOf(member)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });

  const before = await sessionsOf(member);
  const withoutCode = await signIn(member);
  expect(withoutCode).toMatchObject({ status: 401, body: { code: 'two_step_code_required' } });
  expect(withoutCode.headers.get('set-cookie')).toBeNull();
  expect(codeErrors([await signIn(member, code)]), 'the code of the setup').toEqual(['401 two_step_code_rejected']);
  expect(
    codeErrors([await signIn({ ...member, password: 'wrong' }, code)]),
    'nothing is learned without the password',
  ).toEqual(['401 unauthorized']);
  expect(await sessionsOf(member)).toBe(before);
  await forgetUsedCodes(recoveryCodes);
  parsed(SignedIn, await signIn(member, await currentCode(started.secret)));
  expect((await member.call('GET', '/v1/me')).status, 'earlier sessions go on').toBe(200);
  expect((await signIn(owner)).status, 'others need no code').toBe(200);
  const { rows } = await database().query('SELECT * FROM two_step_secrets WHERE user_id = $1', [member.userId]);
  expect(JSON.stringify(rows), 'the secret is encrypted').not.toContain(started.secret);
  expect(await actionsIn(tenant)).toEqual(['users.turnOnTwoStep', 'sessions.rejectCode']);
});

test('one of twenty simultaneous sign-ins with one code succeeds', async () => {
  const { secret, recoveryCodes } = await turnOn(member);
  for (const code of [await currentCode(secret), recoveryCodes[0] ?? '']) {
    const before = await sessionsOf(member);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(member, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
    expect(await sessionsOf(member)).toBe(before + 1);
    await database().query('DELETE FROM sign_in_failures WHERE key LIKE $1', [`%${member.email}%`]);
  }
});

test('a recovery code works once; new codes replace the old ones', async ({ tenant }) => {
  const {
    secret,
    recoveryCodes,
    recoveryCodes: [first = '', second = '', third = ''],
  } = await turnOn(member);
  parsed(SignedIn, await signIn(member, ` ${first.toUpperCase().replaceAll('-', ' ')}`));
  expect((await signIn(member, first)).status, 'again').toBe(401);
  expect((await stateOf(member)).recoveryCodesLeft).toBe(9);
  const replace = (password: string, code: string) =>
    member.call('POST', '/auth/two-step/recovery-codes', { body: { password, code }, headers: ownAddress() });
  expect((await replace('wrong', second)).status).toBe(422);
  expect((await replace(member.password, first)).status).toBe(422);
  const replaced = parsed(RecoveryCodes, await replace(member.password, second)).recoveryCodes;
  expect(new Set([...replaced, ...recoveryCodes]).size).toBe(20);
  expect(codeErrors([await signIn(member, third)]), 'an old one').toEqual(['401 two_step_code_rejected']);
  expect((await signIn(member, replaced[0])).status).toBe(200);
  expect((await signIn(member, await currentCode(secret))).status, 'the app is not affected').toBe(200);
  const used = 'users.useRecoveryCode';
  expect((await actionsIn(tenant)).filter((action) => action !== 'sessions.rejectCode')).toEqual([
    ...['users.turnOnTwoStep', used, used, 'users.replaceRecoveryCodes', used],
  ]);
});

test('guessing codes ends after five tries from any addresses, except ones with a session of the person', async () => {
  const { secret } = await turnOn(member);
  const home = ownAddress();
  expect((await signIn(member, await currentCode(secret), home)).status).toBe(200);
  for (let n = 0; n < 3; n++) {
    expect((await signIn(member)).status, 'a password alone counts neither way').toBe(401);
    expect((await signIn(member, `00000${n}`)).status).toBe(401);
  }
  const tries = await Promise.all(Array.from({ length: 10 }, (_, n) => signIn(member, `00001${n}`)));
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(2);
  const locked = await signIn(member, await currentCode(secret));
  expect(locked).toMatchObject({ status: 429, body: { message: expect.stringContaining('failed codes') } });
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await signIn(owner)).status, 'other accounts go on').toBe(200);
  expect((await signIn(member, '000020', home)).status, 'at home the count is separate').toBe(401);
});

test('an account has twenty tries a day', async () => {
  const { secret } = await turnOn(member);
  // Today and tomorrow, which may begin during the test.
  await database().query(
    `INSERT INTO sign_in_failures (key, window_start, failures)
     SELECT $1, to_timestamp(floor(extract(epoch FROM now()) / 86400) * 86400 + 86400 * n), 19 FROM generate_series(0, 1) n`,
    [`code account:${member.email} day`],
  );
  expect((await signIn(member, '000000')).status).toBe(401);
  const locked = await signIn(member, await currentCode(secret));
  expect(locked.status).toBe(429);
  const { rows } = await database().query('SELECT failures FROM sign_in_failures WHERE key = $1', [
    `code account:${member.email} day`,
  ]);
  expect(rows.map(({ failures }) => failures).sort(), 'a success or a lock does not add').toEqual([19, 20]);
});

test('wrong codes count as failures of the account, and a correct password does not clear them', async () => {
  await turnOn(member);
  const from = ownAddress();
  for (let n = 0; n < 9; n++)
    expect((await signIn({ ...member, password: 'wrong' }, undefined, from)).status).toBe(401);
  expect(codeErrors([await signIn(member, undefined, from)])).toEqual(['401 two_step_code_required']);
  expect(codeErrors([await signIn(member, '000000', from)])).toEqual(['401 two_step_code_rejected']);
  expect((await signIn(member, undefined, from)).status, 'ten failures').toBe(429);
});

test('two-step sign-in is turned off with password and code', async ({ tenant }) => {
  const { secret, recoveryCodes } = await turnOn(member);
  const off = (password: string, code: string) =>
    member.call('POST', '/auth/two-step/turn-off', { body: { password, code }, headers: ownAddress() });
  expect((await off('wrong', await currentCode(secret))).status).toBe(422);
  expect(await off(member.password, '000000')).toMatchObject({
    status: 422,
    body: { errors: { code: { messages: [expect.stringMatching(/^The code is wrong/)] } } },
  });
  expect((await off(member.password, await currentCode(secret))).status).toBe(204);
  expect((await signIn(member)).status).toBe(200);
  expect((await off(member.password, recoveryCodes[0] ?? '')).status, 'it is off').toBe(409);
  expect(await actionsIn(tenant)).toEqual(['users.turnOnTwoStep', 'sessions.rejectCode', 'users.turnOffTwoStep']);
});

test('a session without password cannot start, replace or end two-step sign-in', async () => {
  const body = { password: 'wrong' };
  expect((await member.call('POST', '/auth/two-step/start', { body, headers: ownAddress() })).status).toBe(422);
  const { secret } = await turnOn(member);
  const again = await member.call('POST', '/auth/two-step/start', { body: { password: member.password } });
  expect(again.status, 'the secret of the app stays').toBe(409);
  expect((await signIn(member, await currentCode(secret))).status).toBe(200);
});

test('a new password by link does not replace the code', async () => {
  const { secret } = await turnOn(member);
  const { path } = parsed(
    CreatedPasswordReset,
    await owner.call('POST', `/v1/members/${member.memberId}/password-reset`),
    201,
  );
  const password = 'seven quiet herons';
  const reset = await anonymous('POST', `/v1/password-resets/${path.split('/').at(-1)}`, { body: { password } });
  expect(reset.status).toBe(204);
  expect(reset.headers.get('set-cookie')).toBeNull();
  expect(codeErrors([await signIn({ ...member, password })])).toEqual(['401 two_step_code_required']);
  expect((await signIn({ ...member, password }, await currentCode(secret))).status).toBe(200);
});

test('an invitation to an existing account needs its code too', async () => {
  const { secret } = await turnOn(member);
  const stranger = await createPerson(await createTenant(), 'owner');
  const created = await stranger.call('POST', '/v1/invitations', { body: { email: member.email, role: 'support' } });
  const token = parsed(CreatedInvitation, created, 201).path.split('/').at(-1);
  const accept = (code?: string) =>
    anonymous('POST', `/v1/invitations/${token}/accept`, {
      body: { firstName: 'Pat', lastName: 'Doe', password: member.password, ...(code && { code }) },
      headers: ownAddress(),
    });
  expect(codeErrors([await accept(), await accept('000000')])).toEqual([
    '401 two_step_code_required',
    '401 two_step_code_rejected',
  ]);
  expect((await accept(await currentCode(secret))).status).toBe(201);
});

test.describe('reset by an owner or admin', () => {
  const reset = (by: Person, of: Person) => by.call('DELETE', `/v1/members/${of.memberId}/two-step`);

  test('turns two-step sign-in off and changes nothing else', async ({ tenant }) => {
    await turnOn(member);
    const states = async () => parsed(MemberList, await owner.call('GET', '/v1/members')).map(({ twoStep }) => twoStep);
    expect(await states()).toEqual([false, true]);
    expect((await reset(owner, member)).status).toBe(204);
    expect(await states()).toEqual([false, false]);
    expect((await signIn(member)).status).toBe(200);
    expect((await member.call('GET', '/v1/me')).status, 'sessions go on').toBe(200);
    expect((await reset(owner, member)).status, 'it is off').toBe(409);
    const page = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?action=members.resetTwoStep'));
    expect(page.data).toMatchObject([{ actor: { _id: owner.userId }, resource: { label: member.email } }]);
    expect(await actionsIn(tenant)).toEqual(['users.turnOnTwoStep', 'members.resetTwoStep']);
  });

  test('each role can reset only certain roles', async ({ tenant }) => {
    const [admin, second] = [await createPerson(tenant, 'admin'), await createPerson(tenant, 'owner')];
    const stranger = await createPerson(await createTenant(), 'owner');
    await Promise.all([admin, second, owner, member].map(turnOn));
    const status = async (by: Person, of: Person) => (await reset(by, of)).status;
    expect(await status(admin, owner), 'an owner').toBe(403);
    expect(await status(member, admin)).toBe(403);
    expect(await status(owner, owner), 'needs password and code').toBe(409);
    expect(await status(stranger, member)).toBe(404);
    const elsewhere = (await createTenant()).organizationId;
    await database().query(`INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'support')`, [
      ...[newId(), elsewhere, admin.userId],
    ]);
    expect(await status(owner, admin), 'a member of another organization too').toBe(409);
    expect(await status(admin, member)).toBe(204);
    expect(await status(owner, second)).toBe(204);
  });

  test('a member who is removed and invited again starts without two-step sign-in', async ({ tenant }) => {
    await turnOn(member);
    expect((await owner.call('DELETE', `/v1/members/${member.memberId}`)).status).toBe(204);
    const { rows } = await database().query(
      `SELECT user_id FROM two_step_secrets WHERE user_id = $1 UNION ALL SELECT user_id FROM recovery_codes WHERE user_id = $1`,
      [member.userId],
    );
    expect(rows, tenant.organizationId).toEqual([]);
  });
});

test.describe('required by the organization', () => {
  const require = (by: Person, twoStepRequired: boolean) =>
    by.call('PATCH', '/v1/organizations/me', { body: { twoStepRequired } });

  test('a session without it can only set it up, on every route; API keys keep working', async ({ call }) => {
    expect((await require(owner, true)).status, 'the owner has none').toBe(409);
    const own: TwoStepOwner = await turnOn(owner);
    expect((await require(owner, true)).status).toBe(200);
    const open: string[] = [];
    await sideBySide((await listOperations()).filter(isClosed), async ({ method, path, operation, name }) => {
      const { callers = ['session'] } = operation as { callers?: readonly string[] };
      if (!callers.includes('session')) return;
      const body = operation.body ? { body: {} } : {};
      const answer = await member.call(method, filled(path, '0'.repeat(24)), body);
      if ((answer.body as { code?: string })?.code !== 'two_step_setup_required') open.push(operation.operationId);
      else expect(answer.status, name).toBe(403);
    });
    expect(open.sort()).toEqual(['confirmTwoStep', 'getTwoStep', 'startTwoStep']);
    expect((await call('GET', '/v1/me')).status, 'an API key').toBe(200);
    expect((await owner.call('GET', '/v1/me')).status).toBe(200);
    parsed(SignedIn, await signIn(member));
    expect(await stateOf(member)).toMatchObject({ enabled: false, required: true });
    const { secret } = await turnOn(member);
    expect((await member.call('GET', '/v1/me')).status, 'after setup').toBe(200);
    const off = { password: member.password, code: await currentCode(secret) };
    expect((await member.call('POST', '/auth/two-step/turn-off', { body: off })).status, 'required').toBe(409);
    expect((await require(owner, false)).status).toBe(200);
    expect((await member.call('POST', '/auth/two-step/turn-off', { body: off })).status).toBe(204);
    expect(own.recoveryCodes).toHaveLength(10);
  });

  test('a denied route leaves no audit record, and only owners can require two-step sign-in', async ({ tenant }) => {
    const admin = await createPerson(tenant, 'admin');
    await Promise.all([owner, admin].map(turnOn));
    expect((await require(admin, true)).status).toBe(403);
    expect((await require(owner, true)).status).toBe(200);
    expect((await member.call('GET', '/v2/subscribers')).status).toBe(403);
    const page = parsed(AuditPage, await owner.call('GET', '/v1/audit-log?action=organizations.update'));
    expect(page.data).toMatchObject([{ before: { twoStepRequired: false }, after: { twoStepRequired: true } }]);
    expect((await actionsIn(tenant)).filter((action) => action === 'users.denied')).toHaveLength(1);
  });

  test('a member of two organizations needs it only in the one that requires it', async ({ tenant }) => {
    const other = await createTenant();
    await database().query(`INSERT INTO members (id, organization_id, user_id, role) VALUES ($1, $2, $3, 'support')`, [
      ...[newId(), other.organizationId, member.userId],
    ]);
    await turnOn(owner);
    expect((await require(owner, true)).status).toBe(200);
    const me = async ({ environmentId }: Tenant) =>
      (await member.call('GET', '/v1/me', { headers: { 'environment-id': environmentId } })).status;
    expect([await me(tenant), await me(other)]).toEqual([403, 200]);
  });
});

test('a command on the server resets the two-step sign-in of a lone owner', async () => {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const { root } = await import('#scripts/sources.ts');
  const command = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/password.ts', owner.email, ...args], { cwd: root });
  await turnOn(owner);
  expect((await command()).stdout).toContain('Sign-in still requires a code');
  expect((await signIn(owner)).status).toBe(401);
  expect((await command('--reset-two-step')).stdout).toContain('Two-step sign-in is off now');
  expect((await signIn(owner)).status).toBe(200);
});
