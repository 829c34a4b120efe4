import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toApiError } from '#lib/api/error-mapper.ts';
import { env } from '#lib/env.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { disconnect, pool, prisma, query, readTogether, transaction } from './db.ts';
import { SharedConnection } from './shared-connection.ts';

ownScratchDatabase();

interface Answer {
  pid: number;
  value: number;
}

const read = async (value: number) =>
  (
    await readTogether<Answer>(
      'test-together',
      'SELECT pg_backend_pid() AS pid, 10 / ($1::int - 100) + $1::int AS value',
      [value],
    )
  )[0] as Answer;
const readMany = (values: number[]) => Promise.allSettled(values.map(read));
const pidsOf = (answers: PromiseSettledResult<Answer>[]) =>
  new Set(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.pid] : [])));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 200);

let administrator: pg.Client;
beforeAll(async () => {
  administrator = new pg.Client({ connectionString: env().DATABASE_URL });
  await administrator.connect();
});
afterAll(() => administrator.end());

test('simultaneous statements share connections, and each gets its own result', async () => {
  const answers = await readMany(upTo(24));
  expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value.value)).toEqual(upTo(24));
  // The first statement had a connection of its own. The other 23 shared three connections, at most eight each.
  expect(pidsOf(answers).size).toBe(1 + 3);
});

test('only statements that run at the same time wait for others', async () => {
  const client = await pool().connect();
  const cork = vi.spyOn((client as never as { connection: pg.Connection }).connection.stream, 'cork');
  const shared = new SharedConnection(Promise.resolve(client));
  await shared.query({ text: 'SELECT 1' });
  expect(cork).not.toHaveBeenCalled();
  const next = await pool().connect();
  const corkOfNext = vi.spyOn((next as never as { connection: pg.Connection }).connection.stream, 'cork');
  const together = new SharedConnection(Promise.resolve(next));
  await Promise.all([1, 2, 3].map((value) => together.query({ text: `SELECT ${value}` })));
  expect(corkOfNext).toHaveBeenCalled();
});

test('a failed statement does not affect others', async () => {
  const answers = await readMany([200, 100, 201]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('statements inside a transaction are part of it', async () => {
  await transaction(async () => {
    await prisma().organization.create({ data: { id: 'shared', name: 'shared' } });
    const rows = await readTogether('test-together-own', 'SELECT 1 FROM organizations WHERE id = $1', ['shared']);
    expect(rows).toHaveLength(1);
  });
});

test('connections are returned after the results', async () => {
  await readMany(upTo(24));
  await expect.poll(() => pool().totalCount - pool().idleCount).toBe(0);
});

test('a lost connection fails running statements as unavailable, and no later ones', async () => {
  const first = readTogether('test-together-first', 'SELECT pg_sleep(1)::text', []);
  const lost = readTogether('test-together-slow', 'SELECT pg_sleep(20)::text', []).catch((error: unknown) => error);
  const behind = read(200).catch((error: unknown) => error);
  const sleeping = await vi.waitUntil(
    async () => {
      const { rows } = await administrator.query(
        `SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)%' AND wait_event = 'PgSleep'`,
      );
      return rows[0];
    },
    { timeout: 20_000 },
  );
  await administrator.query('SELECT pg_terminate_backend($1)', [sleeping.pid]);
  for (const error of await Promise.all([lost, behind])) expect(toApiError(error)).toMatchObject({ status: 503 });
  await expect(read(200)).resolves.toMatchObject({ value: 200 });
  await first;
  expect(pool().totalCount - pool().idleCount).toBe(0);
});

test('statements fail while the database cannot be reached, and succeed afterwards', async () => {
  await query('test-one', 'SELECT 1');
  await disconnect();
  const connect = vi
    .spyOn(pg.Client.prototype, 'connect')
    .mockImplementation(((callback: (error: Error) => void) =>
      callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))) as never);
  const failed = await readMany([200, 201]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  connect.mockRestore();
  await expect(read(200)).resolves.toMatchObject({ value: 200 });
});
