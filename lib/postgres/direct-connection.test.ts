import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { enterWorker } from '#lib/engine/queue/presence.ts';
import { env } from '#lib/env.ts';
import { CliError } from '#scripts/cli-error.ts';
import { migrate } from '#scripts/migrate.ts';
import { freePort } from '#scripts/postgres.ts';
import { root } from '#scripts/sources.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { startTransactionPooler, type TransactionPooler } from '#testing/transaction-pooler.ts';
import { listenTo } from './announcements.ts';
import { missingSettings, query, transaction } from './db.ts';
import { checkConnections } from './direct-connection.ts';
import { PoolerError, refusePooler } from './pooler.ts';

ownScratchDatabase();

const poolers: TransactionPooler[] = [];
let direct = '';

beforeAll(async () => {
  direct = env().DATABASE_URL ?? '';
  for (const size of [4, 1]) poolers.push(await startTransactionPooler(direct, size));
});

afterAll(async () => {
  await Promise.all(poolers.map((pooler) => pooler.stop()));
});

const urlOf = (size: 4 | 1) => poolers[size === 4 ? 0 : 1]?.url ?? '';

test('a direct connection is accepted', async () => {
  await expect(refusePooler(direct)).resolves.toBeUndefined();
  await expect(checkConnections()).resolves.toBeUndefined();
});

test.each([4, 1] as const)('a pooler in transaction mode with %d connections is rejected', async (size) => {
  await expect(refusePooler(urlOf(size))).rejects.toThrow(PoolerError);
  await expect(refusePooler(urlOf(size))).rejects.toThrow(/set DATABASE_DIRECT_URL/);
});

test('migrations are rejected behind a pooler and leave no lock', async () => {
  await expect(migrate(urlOf(4))).rejects.toThrow(CliError);
  await expect(migrate(direct)).resolves.toEqual([]);
});

test('a pooler without prepared statements is rejected, also for ordinary statements', async () => {
  Object.assign(env(), { DATABASE_URL: urlOf(4) });
  try {
    await expect(checkConnections()).rejects.toThrow(/max_prepared_statements/);
  } finally {
    Object.assign(env(), { DATABASE_URL: direct });
  }
});

test('missing settings of sessions are reported', async () => {
  await query('test-role', "ALTER ROLE CURRENT_USER SET timezone = 'Europe/Zurich'");
  expect(await missingSettings()).toEqual([]);
  await transaction(async () => {
    await query('test-zone', "SET LOCAL timezone = 'Europe/Zurich'");
    await query('test-jit', 'SET LOCAL jit = on');
    expect(await missingSettings()).toEqual(["timezone = 'UTC'", "jit = 'off'"]);
  });
});

test.each(['server.ts --api-only', 'worker.ts'])('%s does not start behind a pooler', async (program) => {
  vi.stubEnv('DATABASE_URL', urlOf(4));
  vi.stubEnv('PORT', String(await freePort()));
  const child = spawn(join(root, 'node_modules/.bin/node'), program.split(' '), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said = text(child.stderr);
  const [code] = await once(child, 'exit');
  vi.unstubAllEnvs();
  expect([code, await said]).toEqual([1, expect.stringContaining('set DATABASE_DIRECT_URL')]);
});

test('presence with its locks, and LISTEN, use the direct address', async () => {
  Object.assign(env(), { DATABASE_DIRECT_URL: `${direct}?application_name=direct` });
  const presence = await enterWorker(new Date(), () => undefined);
  listenTo('belfry_test', { onMessage: () => undefined });
  try {
    await expect.poll(directStatements).toEqual(expect.arrayContaining(DIRECT));
  } finally {
    Object.assign(env(), { DATABASE_DIRECT_URL: direct });
    await presence.leave();
  }
});

const DIRECT = [/^LISTEN belfry_work|^SHOW/, /^LISTEN belfry_test/].map((pattern) => expect.stringMatching(pattern));

async function directStatements(): Promise<string[]> {
  const rows = await query<{ query: string }>(
    'direct-statements',
    `SELECT query FROM pg_stat_activity WHERE application_name = 'direct'`,
  );
  return rows.map((row) => row.query);
}
