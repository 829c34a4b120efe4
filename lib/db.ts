import { AsyncLocalStorage } from 'node:async_hooks';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '#prisma/generated/client.ts';
import { env } from './env.ts';

/**
 * The database: one pool per process, shared by prepared statements and Prisma.
 *
 * The front server and Next each load their own copy of this module, so what must exist once hangs on globalThis.
 */
const shared = globalThis as typeof globalThis & {
  belfryDatabase?: { pool: pg.Pool; prisma: PrismaClient; current: AsyncLocalStorage<pg.PoolClient> };
};

function connect() {
  const pool = new pg.Pool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: 'belfry',
    // Prepared once, planned for good: the statements are written so that one plan fits every value.
    // (Left to itself PostgreSQL would plan those on partitioned history anew at every call.)
    // Sequential scans are out: a plan made while a month's partition is empty must still be right when it is full.
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off',
  });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    pool,
    prisma: new PrismaClient({ adapter: new PrismaPg(pool) }),
    current: new AsyncLocalStorage<pg.PoolClient>(),
  };
}

function database() {
  shared.belfryDatabase ??= connect();
  return shared.belfryDatabase;
}

/** The pool itself, for LISTEN, COPY and health checks. Connects at first use. */
export function pool(): pg.Pool {
  return database().pool;
}

/** Prisma over the same pool, for ordinary reads and writes. It does not join `transaction`. */
export function prisma(): PrismaClient {
  return database().prisma;
}

/**
 * Runs one named prepared statement and returns its rows. Inside `transaction` it runs on that transaction's
 * connection, otherwise on any of the pool.
 *
 * @param name unique per text: PostgreSQL refuses one name with two texts.
 */
export async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { pool, current } = database();
  const result = await (current.getStore() ?? pool).query<Row>({ name, text, values });
  return result.rows;
}

/** Runs a statement that is not prepared and is planned for its very values, in a transaction. */
export function execute<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return transaction(async (client) => {
    await client.query('SET LOCAL plan_cache_mode = auto');
    const result = await client.query<Row>(text, values);
    return result.rows;
  });
}

/**
 * Runs `work` in one transaction: every `query` inside joins it, a nested `transaction` is part of the outer one.
 * Commits when `work` resolves, rolls back when it throws.
 */
export async function transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const { pool, current } = database();
  const outer = current.getStore();
  if (outer) return work(outer);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await current.run(client, () => work(client));
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken) => client.release(broken),
    );
    throw error;
  }
}

/** Whether `error` is PostgreSQL's unique violation, of `constraint` when one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === '23505' &&
    (constraint === undefined || error.constraint === constraint)
  );
}

/** Closes every connection; the next use connects anew. */
export async function disconnect(): Promise<void> {
  const open = shared.belfryDatabase;
  if (!open) return;
  delete shared.belfryDatabase;
  await open.prisma.$disconnect();
  if (!open.pool.ended) await open.pool.end();
}
