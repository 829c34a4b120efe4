import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { database } from '#e2e/database.ts';
import { expect, test } from '#e2e/fixtures.ts';
import { verifyPassword } from '#lib/auth/password.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { newId } from '#lib/id.ts';
import type { Workspace } from '#lib/workspaces/bootstrap.ts';
import { SERVICE_ROLE } from '#scripts/postgres-role.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const name = `bootstrap_${randomBytes(6).toString('hex')}`;
const url = Object.assign(new URL(process.env.DATABASE_URL ?? ''), { pathname: `/${name}` }).href;
const first = {
  ADMIN_EMAIL: 'Boss@Example.com',
  ADMIN_PASSWORD: 'the first password',
  BOOTSTRAP_API_KEY: 'bf_the_first_key_of_all',
};
let pool: pg.Pool;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  await database().query(`CREATE DATABASE ${name} OWNER ${SERVICE_ROLE}`);
  await run(process.execPath, ['scripts/db-migrate.ts', '--schema-only'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });
  pool = new pg.Pool({ connectionString: url, max: 2 });
});

test.afterAll(async () => {
  await pool?.end();
  await database().query(`DROP DATABASE IF EXISTS ${name}`);
});

/** Runs a separate start, as the start script does. */
async function bootstrap(variables: Record<string, string>): Promise<Workspace> {
  const program = `
    import { disconnect } from '#lib/postgres/db.ts';
    import { bootstrapWorkspace } from '#lib/workspaces/bootstrap.ts';
    console.log(JSON.stringify(await bootstrapWorkspace()));
    await disconnect();`;
  const cleared = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', BOOTSTRAP_API_KEY: '' };
  return JSON.parse(await runProgram(program, { ...cleared, ...variables }));
}

async function runProgram(program: string, variables: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url, ...variables };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: root, env });
  return stdout;
}

const rows = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
const hashOf = async (email: string) =>
  (await rows(`SELECT password FROM accounts a JOIN users u ON u.id = a.user_id WHERE u.email = $1`, [email]))[0]
    .password;

test('simultaneous starts create one workspace', async () => {
  const results = await Promise.all([bootstrap(first), bootstrap(first), bootstrap(first)]);
  for (const result of results) {
    expect(result).toEqual({ adminEmail: 'Boss@Example.com', passwordIsInitial: true, apiKeyIsActive: true });
  }
  const environments = await rows('SELECT name, slug, type FROM environments ORDER BY position');
  expect(environments).toEqual([
    { name: 'Development', slug: 'development', type: 'development' },
    { name: 'Production', slug: 'production', type: 'production' },
  ]);
  expect(await rows('SELECT name FROM notification_groups')).toEqual([{ name: 'General' }, { name: 'General' }]);
  const members = await rows('SELECT role, email FROM members JOIN users ON users.id = user_id');
  expect(members).toEqual([{ role: 'owner', email: 'boss@example.com' }]);
  const keys = await rows(
    'SELECT hash, e.slug, can_publish FROM api_keys k JOIN environments e ON e.id = environment_id',
  );
  expect(keys).toEqual([{ hash: sha256Hex(first.BOOTSTRAP_API_KEY), slug: 'development', can_publish: false }]);
});

test('a new ADMIN_PASSWORD applies until the password is changed in the dashboard', async () => {
  expect(await bootstrap({ ...first, ADMIN_PASSWORD: 'the second password' })).toMatchObject({
    passwordIsInitial: true,
  });
  expect(await verifyPassword({ hash: await hashOf('boss@example.com'), password: 'the second password' })).toBe(true);
  await pool.query('UPDATE users SET password_changed_at = now()');
  expect(await bootstrap(first)).toMatchObject({ passwordIsInitial: false });
  expect(await verifyPassword({ hash: await hashOf('boss@example.com'), password: 'the second password' })).toBe(true);
  expect(await bootstrap({ ...first, ADMIN_PASSWORD: 'the second password' })).toMatchObject({
    passwordIsInitial: true,
  });
});

test('revoked and removed records stay that way, and new ones are added', async () => {
  await pool.query('UPDATE api_keys SET revoked_at = now()');
  expect(await bootstrap(first)).toMatchObject({ apiKeyIsActive: false });
  expect(await bootstrap({ ...first, BOOTSTRAP_API_KEY: 'bf_the_second_key_of_all' })).toMatchObject({
    apiKeyIsActive: true,
  });
  await pool.query('DELETE FROM members');
  await pool.query('DELETE FROM accounts');
  expect(await bootstrap(first)).toMatchObject({ passwordIsInitial: false });
  expect(await rows('SELECT 1 FROM members')).toEqual([]);
  const rescued = await bootstrap({ ...first, ADMIN_EMAIL: 'rescue@example.com' });
  expect(rescued).toMatchObject({ adminEmail: 'rescue@example.com', passwordIsInitial: true });
  expect(await rows('SELECT role FROM members')).toEqual([{ role: 'owner' }]);
});

test('a key of a deleted environment does not become a key of the next one', async () => {
  expect(await bootstrap(first)).toMatchObject({ apiKeyIsActive: false });
  await pool.query('DELETE FROM environments WHERE slug = $1', ['development']);
  expect(await rows('SELECT 1 FROM api_keys')).toEqual([]);
  expect(await bootstrap(first)).toMatchObject({ apiKeyIsActive: false });
  expect(await bootstrap({ ADMIN_EMAIL: first.ADMIN_EMAIL })).not.toHaveProperty('apiKey');
  expect(await rows('SELECT 1 FROM api_keys')).toEqual([]);
});

test('without variables both secrets are generated and shown once', async () => {
  await pool.query('TRUNCATE organizations, users, settings CASCADE');
  const created = await bootstrap({});
  expect(created.adminPassword).toMatch(/^.{16}$/);
  expect(created.apiKey).toMatch(/^bf_[0-9a-f]{64}$/);
  expect(await verifyPassword({ hash: await hashOf('admin@example.com'), password: created.adminPassword ?? '' })).toBe(
    true,
  );
  expect(await rows('SELECT hash FROM api_keys')).toEqual([{ hash: sha256Hex(created.apiKey ?? '') }]);
  expect(await bootstrap({})).toEqual({
    adminEmail: 'admin@example.com',
    passwordIsInitial: false,
    apiKeyIsActive: false,
  });
});

test('issues of another version of the analyser are computed again', async () => {
  const at = new Date();
  const [group] = await rows(
    'SELECT g.id, g.environment_id FROM notification_groups g JOIN environments e ON e.id = g.environment_id LIMIT 1',
  );
  const steps: [id: string, controls: object, issues: object | null][] = [
    ['fine', { body: 'Hello' }, { body: [{ issueType: 'MISSING_VALUE', message: 'By an older analyser.' }] }],
    ['broken', { body: '{{ unknown }}' }, null],
  ];
  await rows(
    `INSERT INTO workflows (id, environment_id, identifier, name, tags, active, default_preferences, notification_group_id, version,
       created_at, updated_at) VALUES ($1, $2, 'texts', 'Texts', '{}', true, '{}', $3, 4, $4, $4)`,
    [newId(at), group.environment_id, group.id, at],
  );
  for (const [position, [id, controls, issues]] of steps.entries()) {
    await rows(
      `INSERT INTO workflow_steps (id, environment_id, workflow_id, step_id, name, type, position, control_values, control_issues,
         created_at, updated_at) SELECT $1, w.environment_id, w.id, $2, $2, 'sms', $3, $4, $5, $6, $6 FROM workflows w`,
      [newId(at), id, position, controls, issues, at],
    );
  }
  const recompute = `
    import { disconnect } from '#lib/postgres/db.ts';
    import { recomputeIssues } from '#lib/workflows/recompute.ts';
    await recomputeIssues();
    await disconnect();`;
  const stored = () => rows('SELECT step_id, control_issues FROM workflow_steps ORDER BY position');
  const computed = [
    { step_id: 'fine', control_issues: null },
    {
      step_id: 'broken',
      control_issues: { body: [expect.objectContaining({ issueType: 'ILLEGAL_VARIABLE_IN_CONTROL_VALUE' })] },
    },
  ];
  await runProgram(recompute);
  expect(await stored()).toEqual(computed);
  expect(await rows('SELECT version, updated_at FROM workflows'), 'not saved again').toEqual([
    { version: 4, updated_at: at },
  ]);
  await rows(`UPDATE workflow_steps SET control_issues = NULL`);
  await runProgram(recompute);
  expect(await stored(), 'the same analyser computes nothing again').toMatchObject([{}, { control_issues: null }]);
  await rows(`UPDATE settings SET value = '{"version": 0}' WHERE key = 'analyser'`);
  await runProgram(recompute);
  expect(await stored()).toEqual(computed);
});
