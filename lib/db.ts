import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { databaseProblem } from './db-error.ts';
import { env } from './env.ts';
import { logger } from './logger.ts';
import { TransactionPool } from './transaction-pool.ts';

/**
 * The database: one pool per process, shared by prepared statements and Prisma. Both join `transaction`.
 *
 * The front server and Next each load their own copy of this module, so what must exist once hangs on globalThis.
 */
const shared = globalThis as typeof globalThis & { belfryDatabase?: { pool: TransactionPool; prisma: PrismaClient } };

function connect() {
  const pool = new TransactionPool({
    connectionString: env().DATABASE_URL,
    max: env().DATABASE_POOL_SIZE,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    application_name: 'belfry',
    // Prepared once, planned for good: the statements are written so that one plan fits every value.
    // (Left to itself PostgreSQL would plan those on partitioned history anew at every call.)
    // Sequential scans are out: a plan made while a month's partition is empty must still be right when it is full.
    // Prisma reads and writes times without a zone; texts of times are read as ISO 8601.
    options: '-c timezone=UTC -c datestyle=ISO -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off',
  });
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool), errorFormat: 'minimal' }) };
}

function database() {
  shared.belfryDatabase ??= connect();
  return shared.belfryDatabase;
}

/** The pool itself, for COPY and figures. Connects at first use. */
export function pool(): pg.Pool {
  return database().pool;
}

/** Prisma, for ordinary reads and writes. Inside `transaction` it joins it; a nested write is a savepoint there. */
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
  const result = await pool().query<Row>({ name, text, values });
  return result.rows;
}

/** Waits until no other transaction holds the lock of that name, then holds it until the end of this one. */
export async function lock(name: string): Promise<void> {
  await query('lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/** Runs a statement that is not prepared and is planned for its very values, in a transaction. */
export function execute<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return transaction(async () => {
    await pool().query({ text: 'SET LOCAL plan_cache_mode = auto' });
    const result = await pool().query<Row>({ text, values });
    return result.rows;
  });
}

/**
 * Runs `work` in one transaction: every `query` and every call of `prisma()` inside joins it, a nested `transaction` is part of
 * the outer one. Commits when `work` resolves, rolls back when it throws. Its statements run one after the other.
 *
 * @throws Error when `work` caught a database error and went on: PostgreSQL has then undone everything.
 */
export function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return database().pool.transaction(work);
}

/**
 * Runs `work` once the outermost transaction has committed, never when it rolled back; outside a transaction at once. Its
 * errors are logged. Nobody waits for what it promises.
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
    logger().error({ error }, 'What was to follow a commit failed');
  }
}

/**
 * The value of a JSON column for Prisma's writes, always through this: of plain objects it drops keys named `__proto__` and may take
 * one with `$type` for its own. As text it is left alone.
 */
export function json(value: object): { toJSON(): unknown } {
  return { toJSON: () => ({ $type: 'Json', value: JSON.stringify(value) }) };
}

/** The same of one that may be NULL. */
export function jsonOrNull(value: object | null | undefined): { toJSON(): unknown } | typeof Prisma.DbNull {
  return value ? json(value) : Prisma.DbNull;
}

/** Whether `error`, of a statement or of Prisma, is PostgreSQL's unique violation, of `constraint` when one is named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const problem = databaseProblem(error);
  return problem?.code === '23505' && (constraint === undefined || problem.constraint === constraint);
}

/** Closes every connection; the next use connects anew. */
export async function disconnect(): Promise<void> {
  const open = shared.belfryDatabase;
  if (!open) return;
  delete shared.belfryDatabase;
  await open.prisma.$disconnect();
  if (!open.pool.ended) await open.pool.end();
}
