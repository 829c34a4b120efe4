/** Tests the web process behind a pooler that drops the settings of its clients. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { env } from '#lib/env.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { startTransactionPooler, type TransactionPooler } from '#testing/transaction-pooler.ts';
import {
  disconnect,
  hotQuery,
  hotTransaction,
  limitLockWaits,
  lock,
  missingSettings,
  prisma,
  query,
  readTogether,
  transaction,
} from './db.ts';
import { databaseProblem } from './db-error.ts';
import { checkConnections } from './direct-connection.ts';

ownScratchDatabase();

let direct = '';
let pooler: TransactionPooler;
/** A direct connection, without the pooler. It holds the locks. */
let holder: pg.Client;

beforeAll(async () => {
  direct = env().DATABASE_URL ?? '';
  holder = new pg.Client({ connectionString: direct });
  await holder.connect();
  await startPooler();
});

afterAll(async () => {
  await disconnect();
  await Promise.all([pooler.stop(), holder.end()]);
});

/** Starts a pooler with one connection. The connection is new, so it has the current settings of the role. */
async function startPooler(): Promise<void> {
  pooler = await startTransactionPooler(direct, 1);
  Object.assign(env(), {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_POOL_SIZE: 1,
    DATABASE_HOT_POOL_SIZE: 1,
  });
}

const HELD = { where: { id: 'held' }, data: { name: 'b' } };

/** The ways in which code runs a statement that waits for a lock. */
const WAYS: Record<string, () => Promise<unknown>> = {
  'in a transaction': () => transaction(() => lock('held')),
  'in a hot transaction': () =>
    hotTransaction(() => hotQuery('test-hot-lock', `SELECT pg_advisory_xact_lock(hashtextextended('held', 0))`)),
  alone: () => query('test-update', `UPDATE organizations SET name = 'b' WHERE id = 'held'`),
  'of Prisma': () => prisma().organization.updateMany(HELD),
  'of Prisma in a transaction': () => transaction(() => prisma().organization.updateMany(HELD)),
};

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error) => databaseProblem(error)?.code,
  );

async function lockTimeout(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query('SHOW lock_timeout');
  return rows[0]?.lock_timeout;
}

test('the reported changes of the role can be run unchanged', async () => {
  const changes = await checkConnections().then(
    () => '',
    ({ message }) => /run: (.*;)/.exec(message)?.[1] ?? message,
  );
  await holder.query(changes);
  await disconnect();
  await pooler.stop();
  await startPooler();
  expect(await missingSettings()).toEqual([]);
});

test('transactions and statements of the hot pool have its settings, those of the ordinary pool the defaults', async () => {
  await disconnect();
  await pooler.stop();
  await startPooler();
  await checkConnections();
  const names = ['plan_cache_mode', 'enable_seqscan', 'idle_in_transaction_session_timeout'];
  const text = `SELECT concat_ws(' ', ${names.map((name) => `current_setting('${name}')`).join(', ')}) AS settings`;
  const hot = [{ settings: 'force_generic_plan off 10s' }];
  expect(await hotQuery('test-hot', text)).toEqual(hot);
  expect(await Promise.all([1, 2].map(() => readTogether('test-hot', text, [])))).toEqual([hot, hot]);
  expect(await hotTransaction(() => query('test-hot', text))).toEqual(hot);
  const ordinary = [{ settings: 'auto on 0' }];
  expect(await query('test-ordinary', text)).toEqual(ordinary);
  expect(await transaction(() => hotQuery('test-ordinary', text))).toEqual(ordinary);
});

test('the lock timeout is the same as without the pooler, and other clients of the pooler keep theirs', async () => {
  limitLockWaits('300ms');
  await disconnect();
  await pooler.stop();
  await startPooler();
  await checkConnections();
  await prisma().organization.create({ data: { id: 'held', name: 'a' } });
  await holder.query('BEGIN');
  await holder.query(`SELECT pg_advisory_xact_lock(hashtextextended('held', 0))`);
  await holder.query(`UPDATE organizations SET name = 'c' WHERE id = 'held'`);
  for (const [way, wait] of Object.entries(WAYS)) {
    const code = codeOf(wait());
    const ended = await Promise.race([code, sleep(20_000, 'it still waits')]);
    if (ended !== '55P03') await holder.query('ROLLBACK');
    expect([way, ended]).toEqual([way, '55P03']);
  }
  await holder.query('ROLLBACK');
  for (const wait of Object.values(WAYS)) await wait();
  const other = new pg.Client({ connectionString: pooler.url });
  await other.connect();
  expect(await lockTimeout(other)).toBe('0');
  await other.end();
});
