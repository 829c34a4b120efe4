import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { databaseProblem } from './db-error.ts';
import { TransactionPool } from './transaction-pool.ts';

/**
 * The database: one pool per process, shared by prepared statements and Prisma. Both join `transaction`.
 *
 * The front server and Next each load their own copy of this module, so the pool and the client are kept on globalThis.
 */
const shared = globalThis as typeof globalThis & {
  belfryDatabase?: { pool: TransactionPool; prisma: PrismaClient };
  belfrySettings?: Record<string, string>;
};

/**
 * Settings of the pool's sessions. Each statement is prepared and planned once, and is written so that one plan fits
 * every value. (By default, PostgreSQL would plan statements on partitioned history again at every call.) Sequential
 * scans are disabled, because a plan made while a month's partition is empty must still be right when it is full. The
 * zone is UTC, because Prisma reads and writes times without a zone. Times as text are ISO 8601.
 */
const SESSION = {
  timezone: 'UTC',
  datestyle: 'ISO',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  statement_timeout: '30s',
};

function connect() {
  const pool = new TransactionPool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'belfry',
    pipeline: true,
    options: Object.entries({ ...SESSION, ...shared.belfrySettings })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  // The pool replaces a connection that is lost while idle. Without a listener, its error would end the process.
  pool.on('error', () => {});
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' }) };
}

/**
 * Makes statements that wait for a lock fail after 5 s (55P03), so that a locked table does not occupy the connections.
 * A process that serves requests calls this before its first statement. The worker waits longer, because it records
 * messages that are already sent.
 */
export function limitLockWaits(limit = '5s'): void {
  shared.belfrySettings = { lock_timeout: limit };
}

function database() {
  shared.belfryDatabase ??= connect();
  return shared.belfryDatabase;
}

/** The pool itself, for COPY and metrics. Connects on first use. */
export function pool(): pg.Pool {
  return database().pool;
}

/** Runs a request of a route so that connections of the pool remain for other routes. */
export function forRoute<Result>(route: string, work: () => Result): Result {
  return database().pool.forRoute(route, work);
}

/** Returns Prisma, for ordinary reads and writes. Inside `transaction` it joins that, and a nested write becomes a savepoint. */
export function prisma(): PrismaClient {
  return database().prisma;
}

/**
 * Runs one named prepared statement and returns its rows. Inside `transaction` it uses that transaction's connection,
 * otherwise any of the pool.
 *
 * @param name the statement's name in the database. If several texts share a name, each one after the first gets a hash.
 */
export async function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const result = await pool().query<Row>({ name, text, values });
  return result.rows;
}

/**
 * Like `query`, for a hot statement that reads few rows by index. Concurrent statements share a connection, so a slow
 * one would delay the others.
 */
export async function readTogether<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const result = await database().pool.queryTogether<Row>({ name, text, values });
  return result.rows;
}

/** Waits until no other transaction holds the lock with this name, then holds it until the end of this transaction. */
export async function lock(name: string): Promise<void> {
  await query('lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/** Like `lock`, but shared with other callers of `lockShared`. Waits for any caller of `lock` that holds it or waits for it. */
export async function lockShared(name: string): Promise<void> {
  await query('lock-shared', 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [name]);
}

/** Runs an unprepared statement in a transaction, so that PostgreSQL plans it for its values. */
export function execute<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return transaction(async () => {
    await pool().query({ text: 'SET LOCAL plan_cache_mode = auto' });
    const result = await pool().query<Row>({ text, values });
    return result.rows;
  });
}

/**
 * Runs `work` in one transaction. Every `query` and `prisma()` inside joins it, and a nested `transaction` becomes part
 * of it. It commits when `work` resolves and rolls back when it throws. Its statements run one after another.
 *
 * @throws Error when `work` caught a database error and continued: PostgreSQL has then rolled everything back.
 */
export function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return database().pool.transaction(work);
}

/** Whether the caller runs within `transaction`. */
export function isInTransaction(): boolean {
  return database().pool.current !== undefined;
}

/**
 * Runs `work` after the outermost transaction has committed, and never after a rollback. Outside a transaction it runs
 * immediately. Errors are logged. No caller waits for its promise.
 */
export function afterCommit(work: () => unknown): void {
  const run = () => void attempt(work);
  const { current } = database().pool;
  if (current) current.afterCommit.push(run);
  else run();
}

async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger().error({ error }, 'After-commit callback failed');
  }
}

/**
 * Returns a JSON value for a Prisma write. Always use this: Prisma drops keys named `__proto__` from plain objects, and
 * may mistake an object with `$type` for its own. It leaves text unchanged.
 */
export function json(value: object): { toJSON(): unknown } {
  return { toJSON: () => ({ $type: 'Json', value: JSON.stringify(value) }) };
}

/** Like `json`, for a column that may be NULL. */
export function jsonOrNull(value: object | null | undefined): { toJSON(): unknown } | typeof Prisma.DbNull {
  return value ? json(value) : Prisma.DbNull;
}

/** Whether `error`, from a statement or from Prisma, is a unique violation, of `constraint` when one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const problem = databaseProblem(error);
  return problem?.code === '23505' && (constraint === undefined || problem.constraint === constraint);
}

/**
 * Sets the limit of `limitLockWaits` in each transaction if a pooler dropped it. The role cannot have this limit,
 * because workers use the same role and wait longer.
 *
 * @returns whether a pooler dropped it.
 */
export async function keepLockLimit(): Promise<boolean> {
  const limit = shared.belfrySettings?.lock_timeout;
  if (limit === undefined) return false;
  const { rows } = await pool().query<{ lock_timeout: string }>('SHOW lock_timeout');
  if (rows[0]?.lock_timeout === limit) return false;
  database().pool.limitLockWaits(limit);
  return true;
}

/**
 * Returns the settings that the pool's sessions lack, as `name = 'value'`, because a pooler may have dropped them. The
 * role or the database must then have the same values.
 */
export async function missingSettings(): Promise<string[]> {
  const wanted = Object.entries(SESSION);
  const { rows } = await pool().query<{ name: string; setting: string }>(
    'SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name',
    [wanted.map(([name]) => name)],
  );
  const current = new Map(rows.map(({ name, setting }) => [name, setting.split(',')[0]]));
  return wanted.flatMap(([name, value]) => (current.get(name) === value ? [] : [`${name} = '${value}'`]));
}

/** Closes every connection. The next use connects again. */
export async function disconnect(): Promise<void> {
  const open = shared.belfryDatabase;
  if (!open) return;
  delete shared.belfryDatabase;
  await open.prisma.$disconnect();
  if (!open.pool.ended) await open.pool.end();
}
