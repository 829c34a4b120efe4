import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toApiError } from '#lib/api/error-mapper.ts';
import type { ApiError } from '#lib/api/errors.ts';
import { checkReadiness } from '#lib/api/readiness.ts';
import { enterWorker } from '#lib/engine/queue/presence.ts';
import { env } from '#lib/env.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { scratchAdminUrl } from '#testing/scratch-database.ts';
import { disconnect, execute, forRoute, limitLockWaits, pool, prisma, query, readTogether, transaction } from './db.ts';

ownScratchDatabase();

let administrator: pg.Client;
beforeAll(async () => {
  Object.assign(env(), { DEMO_DATA: false });
  limitLockWaits();
  administrator = new pg.Client({ connectionString: scratchAdminUrl() });
  await administrator.connect();
});
afterAll(() => administrator.end());

/**
 * Makes the database read-only, like a server that is no longer the primary. Every session applies the setting within a
 * moment.
 */
async function setReadOnly(state: 'on' | 'off'): Promise<void> {
  await administrator.query(`ALTER SYSTEM SET default_transaction_read_only = ${state}`);
  await administrator.query('SELECT pg_reload_conf()');
  const shown = async () => (await administrator.query('SHOW transaction_read_only')).rows;
  await expect.poll(shown).toEqual([{ transaction_read_only: state }]);
  await sleep(100); // an idle session reads the setting before its next statement
}

const write = (id: string) => query('test-write', 'INSERT INTO organizations (id, name) VALUES ($1, $1)', [id]);
const writes: Record<string, (id: string) => Promise<unknown>> = {
  statement: write,
  transaction: (id) => transaction(() => write(id)),
  Prisma: (id) => prisma().organization.create({ data: { id, name: id } }),
  'nested write of Prisma': (id) =>
    prisma().organization.create({ data: { id, name: id, environments: { create: [] } } }),
};

const answerTo = (work: Promise<unknown>): Promise<ApiError> => work.then(() => expect.unreachable(), toApiError);
const unavailable = (seconds: string) => ({ status: 503, code: 'unavailable', headers: { 'retry-after': seconds } });

async function pids(): Promise<Set<number>> {
  const rows = await Promise.all(
    Array.from({ length: env().DATABASE_POOL_SIZE }, () =>
      query<{ pid: number }>('test-pid', 'SELECT pg_backend_pid() AS pid, pg_sleep(0.02)'),
    ),
  );
  return new Set(rows.flat().map(({ pid }) => pid));
}

test.each(Object.keys(writes))('a %s on a read-only server is a 503, and its connections are closed', async (way) => {
  const before = await pids();
  await setReadOnly('on');
  try {
    expect(await answerTo(writes[way]?.(`${way} 1`) ?? expect.unreachable())).toMatchObject(unavailable('10'));
    await expect.poll(() => pool().totalCount).toBe(0);
  } finally {
    await setReadOnly('off');
  }
  await writes[way]?.(`${way} 2`);
  expect([...(await pids())].filter((pid) => before.has(pid))).toEqual([]);
});

test('a process is not ready while its database takes no writes', async () => {
  const failed = { status: 503, extra: { checks: { database: 'failed', migrations: 'ok' } } };
  await setReadOnly('on');
  await expect(checkReadiness()).rejects.toMatchObject(failed);
  await setReadOnly('off');
  await expect(checkReadiness()).resolves.toMatchObject({ status: 'ok' });
});

test('a worker registers again if its connection is to a read-only server', async () => {
  const presence = await enterWorker(new Date(), () => undefined);
  await presence.confirm();
  expect(presence.isPresent()).toBe(true);
  await setReadOnly('on');
  try {
    await presence.confirm();
    await presence.lost;
    expect(presence.isPresent()).toBe(false);
  } finally {
    await setReadOnly('off');
  }
});

test('a worker registers again if its connection is silent', { timeout: 30_000 }, async () => {
  const presence = await enterWorker(new Date(), () => undefined);
  const { rows } = await administrator.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'belfry-worker-presence' AND datname = $1`,
    [new URL(env().DATABASE_DIRECT_URL ?? '').pathname.slice(1)],
  );
  const pid = rows[0]?.pid ?? expect.unreachable();
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(presence.confirm()).rejects.toThrow('Query read timeout');
    await presence.lost;
    expect(presence.isPresent()).toBe(false);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('a late response is a 503, and its connection is closed', async () => {
  expect(await answerTo(execute('SELECT pg_sleep(2)', [], 100))).toMatchObject(unavailable('1'));
  const late = () => administrator.query(`SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(2)'`);
  await expect.poll(async () => (await late()).rowCount, { timeout: 5_000 }).toBe(0);
});

test('a locked table affects only its route, which returns its connections', async () => {
  await administrator.query('BEGIN; LOCK TABLE organizations');
  const locked = forRoute('locked', () =>
    Array.from({ length: 30 }, (_, at) =>
      answerTo(
        at % 2 > 0
          ? query('test-locked', 'SELECT count(*) FROM organizations')
          : readTogether('test-locked-together', 'SELECT id FROM organizations LIMIT 1', []),
      ),
    ),
  );
  await expect.poll(() => pool().totalCount).toBeGreaterThan(4);
  let lockWaitsEnded = 0;
  for (const answer of locked) void answer.finally(() => lockWaitsEnded++);
  const others = ['one', 'two'].flatMap((route) =>
    forRoute(route, () => [
      query('test-free', 'SELECT 1 AS one'),
      readTogether('test-free-together', 'SELECT 1 AS one', []),
      readTogether('test-free-together', 'SELECT 1 AS one', []),
    ]),
  );
  expect(await Promise.all(others)).toEqual(Array(6).fill([{ one: 1 }]));
  expect(lockWaitsEnded).toBe(0);
  const answers = await Promise.all(locked);
  await administrator.query('ROLLBACK');
  for (const answer of answers) expect(answer).toMatchObject(unavailable('1'));
  await expect.poll(() => pool().totalCount - pool().idleCount).toBe(0);
});

test.each(['statement', 'transaction', 'Prisma'])('a %s on an unreachable database is a 503', async (way) => {
  await disconnect();
  const { DATABASE_URL } = env();
  Object.assign(env(), { DATABASE_URL: 'postgresql://belfry:x@127.0.0.1:1/belfry' });
  try {
    expect(await answerTo(writes[way]?.('never') ?? expect.unreachable())).toMatchObject(unavailable('1'));
  } finally {
    await disconnect();
    Object.assign(env(), { DATABASE_URL });
  }
});
