import { execFile } from 'node:child_process';
import { caller, expect, parsed, test } from '#e2e/fixtures.ts';
import { createPerson } from '#e2e/person.ts';
import { SystemReport } from '#lib/system/schema.ts';
import { root } from '#scripts/sources.ts';

test('only signed-in owners and admins can read the system state', async ({ tenant }) => {
  for (const role of ['owner', 'admin'] as const) {
    const person = await createPerson(tenant, role);
    const report = parsed(SystemReport, await person.call('GET', '/v1/system'));
    expect(report.workers.some(({ alive }) => alive)).toBe(true);
    expect(report.migrations.pending).toEqual([]);
    expect(report.database.tables).toHaveLength(10);
  }
  for (const role of ['developer', 'support'] as const) {
    const person = await createPerson(tenant, role);
    expect((await person.call('GET', '/v1/system')).status).toBe(403);
  }
  expect((await caller(`ApiKey ${tenant.apiKey}`)('GET', '/v1/system')).status).toBe(401);
  expect((await caller(null)('GET', '/v1/system')).status).toBe(401);
});

/** Runs `npm run doctor` to its end. */
function doctor(variables: Record<string, string> = {}): Promise<{ code: number; out: string; errors: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...variables };
    execFile(process.execPath, ['scripts/doctor.ts'], { cwd: root, env }, (error, out, errors) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, errors });
    });
  });
}

test('a command on the server prints the same, and its exit code shows whether a finding is red', async () => {
  const { code, out } = await doctor();
  expect(code).toBe(/^✗/m.test(out) ? 1 : 0);
  expect(out).toMatch(/^(✗|!|✓) /);
  expect(out).toMatch(/^Workers +[0-9a-f]{24}: running/m);
  expect(out).toMatch(/^Migrations +0 pending$/m);
  expect(out).toMatch(/^Web process +responds at http/m);
});

test('a database that cannot be reached is named, without its password', async () => {
  const { code, errors } = await doctor({ DATABASE_URL: 'postgresql://owner:canary@127.0.0.1:1/belfry' });
  expect(code).toBe(1);
  expect(errors).toBe('The database at 127.0.0.1:1/belfry cannot be used: no server responds at this address.\n');
});
