import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { env } from '#lib/env.ts';
import { logger } from '#lib/logger.ts';
import { Prisma, PrismaClient } from '#prisma/generated/client.ts';
import { CitusNodes, FUNCTIONS, type InstalledFunction, type Place } from './citus/nodes.ts';
import { ReadReplica, type ReplicaState } from './read-replica.ts';
import { NOTICES_SILENCE } from './silence.ts';
import { TransactionPool } from './transaction-pool.ts';

/**
 * The database: two pools per process, and one for a read replica. Prepared statements and Prisma share them, and join each other's transactions.
 *
 * - `query`, `transaction`, `execute` and `prisma` use the ordinary pool, with the defaults of PostgreSQL's planner.
 * - `hotQuery`, `hotTransaction` and `readTogether` use the hot pool. They are for the statements of triggers,
 *   deliveries and the interface's hot operations, which run thousands of times per second.
 * - Within `readOnReplica`, all of them use a connection to the read replica, if there is one.
 *
 * The front server and Next each load their own copy of this module, so pools and client are kept on globalThis.
 */
const shared = globalThis as typeof globalThis & {
  belfryDatabase?: {
    ordinary: TransactionPool;
    hot: TransactionPool;
    /** Runs hot statements: the hot pool, or on Citus the nodes. */
    hotStatements: Pick<CitusNodes, 'query' | 'queryTogether'>;
    replica?: ReadReplica;
    prisma: PrismaClient;
    nodes?: Promise<CitusNodes | undefined>;
  };
  belfryLockLimit?: string;
};

/**
 * Settings of all sessions. The zone is UTC, because Prisma reads and writes times without a zone. `datestyle` makes
 * PostgreSQL write times in ISO 8601. JIT compilation is off, because compiling a plan takes longer than any list
 * query.
 */
const SESSION = { timezone: 'UTC', datestyle: 'ISO', jit: 'off', statement_timeout: '30s' };

/**
 * Settings of the hot pool. Each statement is prepared and planned once, and is written so that one plan fits every
 * value. By default, PostgreSQL would plan statements on partitioned history again at every call. Sequential scans are
 * disabled, because a plan that is made while a month's partition is empty must still be right when the partition is
 * full.
 * Transactions of the hot pool lock rows that all workers write, such as counts of outcomes. The timeouts end a
 * transaction soon if its process or machine dies, because PostgreSQL may notice the death only after hours, or never.
 */
const HOT = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  idle_in_transaction_session_timeout: '10s',
};

/**
 * Settings of the hot pool on Citus. The environment's value decides which node runs a statement, so one plan cannot
 * fit every value. The node plans the statement for its actual values.
 */
const HOT_ON_CITUS = { ...HOT, plan_cache_mode: 'auto' };

/** Milliseconds after which a response is late. PostgreSQL ends statements earlier: see `statement_timeout`. */
const LATE_MS = 35_000;
/** The longest wait for a connection to the replica, in milliseconds. The primary can serve the request instead. */
const REPLICA_CONNECT_MS = 2_000;

function connect() {
  const { DATABASE_POOL_SIZE, DATABASE_HOT_POOL_SIZE, DATABASE_READ_URL } = env();
  const ordinary = openPool(DATABASE_POOL_SIZE, {});
  const hot = openPool(DATABASE_HOT_POOL_SIZE, HOT, { onConnect: adaptToCitus });
  const client = new PrismaClient({ adapter: new PrismaPg(ordinary), errorFormat: 'minimal' });
  const replica = DATABASE_READ_URL && { replica: openReplica(DATABASE_READ_URL, hot) };
  return { ordinary, hot, hotStatements: hot, prisma: client, ...replica };
}

/** The sessions of the replica have the planner settings of the ordinary pool, because both pools' reads run there. */
function openReplica(connectionString: string, primary: TransactionPool): ReadReplica {
  const connectionTimeoutMillis = REPLICA_CONNECT_MS;
  const pool = openPool(env().DATABASE_POOL_SIZE, {}, { connectionString, connectionTimeoutMillis });
  return new ReadReplica(pool, primary);
}

function openPool(max: number, own: Record<string, string>, options: Partial<pg.PoolConfig> = {}): TransactionPool {
  const pool = new TransactionPool({
    connectionString: env().DATABASE_URL,
    max,
    idleTimeoutMillis: 30_000,
    ...NOTICES_SILENCE,
    query_timeout: LATE_MS,
    application_name: 'belfry',
    pipeline: true,
    options: Object.entries({ ...SESSION, ...own, ...lockLimit() })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    ...options,
  });
  // The pool replaces a connection that is lost while idle. Without this listener, the connection's error would end the
  // process.
  pool.on('error', () => {});
  return pool;
}

async function adaptToCitus(client: pg.ClientBase): Promise<void> {
  if (await onCitus()) await client.query(`SET plan_cache_mode = ${HOT_ON_CITUS.plan_cache_mode}`);
}

/** Whether Citus distributes the database over several nodes. Read once, before the first hot statement. */
export async function onCitus(): Promise<boolean> {
  return (await citusNodes()) !== undefined;
}

async function citusNodes(): Promise<CitusNodes | undefined> {
  const open = database();
  open.nodes ??= openNodes(open);
  try {
    return await open.nodes;
  } catch (error) {
    delete open.nodes;
    throw error;
  }
}

async function openNodes(open: ReturnType<typeof database>): Promise<CitusNodes | undefined> {
  const rows = await run(open.ordinary, { text: `SELECT FROM pg_extension WHERE extname = 'citus'` });
  if (rows.length === 0) return undefined;
  const functions = await run<InstalledFunction & Record<string, unknown>>(open.ordinary, { text: FUNCTIONS });
  const nodes = new CitusNodes(open.hot, openNode, functions);
  open.hotStatements = nodes;
  return nodes;
}

/** Opens the pool of a node. Its database, role and password are those of the coordinator. */
function openNode({ host, port }: Place, max = env().DATABASE_HOT_POOL_SIZE): TransactionPool {
  const url = Object.assign(new URL(env().DATABASE_URL ?? ''), host !== null && { hostname: host, port });
  return openPool(max, HOT, { connectionString: url.href });
}

/**
 * Makes statements that wait for a lock fail after 5 s (55P03), so that a locked table does not occupy all connections.
 * A process that serves requests calls this function before its first statement. The worker does not, because it must
 * record messages that are already sent.
 */
export function limitLockWaits(limit = '5s'): void {
  shared.belfryLockLimit = limit;
}

function lockLimit(): Record<string, string> {
  const { belfryLockLimit: limit } = shared;
  return limit === undefined ? {} : { lock_timeout: limit };
}

function database() {
  shared.belfryDatabase ??= connect();
  return shared.belfryDatabase;
}

/** The ordinary pool itself, for metrics and tests. */
export function pool(): pg.Pool {
  return database().ordinary;
}

/** The hot pool itself, for metrics and tests. */
export function hotPool(): pg.Pool {
  return database().hot;
}

/**
 * Runs `work` on the read replica, which then contains every change that was committed before. Runs `work` on the
 * primary if there is no replica, or if it is behind. `work` must only read, and may run twice.
 */
export async function readOnReplica<Result>(work: () => Promise<Result>): Promise<Result> {
  const replica = await usableReplica();
  return replica ? replica.run(work) : work();
}

/** Measures the read replica. Undefined without a replica. */
export async function replicaState(): Promise<ReplicaState | undefined> {
  return (await usableReplica())?.state();
}

/** Returns the replica. Undefined on Citus, where the position of one server does not show the state of the nodes. */
async function usableReplica(): Promise<ReadReplica | undefined> {
  const { replica } = database();
  return replica && !(await onCitus()) ? replica : undefined;
}

/** All pools by name, for metrics. A node of Citus is named by its host and port. */
export function pools(): [name: string, pool: pg.Pool][] {
  const { ordinary, hot, hotStatements, replica } = database();
  const named = Object.entries({ ordinary, hot, ...(replica && { replica: replica.pool }) });
  return [...named, ...(hotStatements instanceof CitusNodes ? hotStatements.pools() : [])];
}

/** Runs a request of a route so that connections of each pool remain for other routes. */
export function forRoute<Result>(route: string, work: () => Result): Result {
  return database().ordinary.forRoute(route, work);
}

/**
 * Returns Prisma, for ordinary reads and writes. Inside `transaction` it joins the transaction, and a nested write
 * becomes a savepoint.
 */
export function prisma(): PrismaClient {
  return database().prisma;
}

/**
 * Runs one named prepared statement and returns its rows. Inside a transaction it uses that transaction's connection,
 * otherwise any of the ordinary pool.
 *
 * @param name the statement's name in the database. If several texts share a name, all but the first get a hash.
 */
export function query<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return run(database().ordinary, { name, text, values });
}

/**
 * Like `query`, for a hot statement: outside a transaction it uses the hot pool. One plan must fit all of its values.
 */
export function hotQuery<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return run(database().hotStatements, { name, text, values });
}

/**
 * Like `hotQuery`, for a statement that searches all environments. On Citus it runs on each node, and the result has
 * the rows of all nodes.
 */
export async function queryEverywhere<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const nodes = await citusNodes();
  return nodes ? nodes.everywhere<Row>({ name, text, values }) : hotQuery<Row>(name, text, values);
}

type Runs = { query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> };

async function run<Row extends pg.QueryResultRow>(pool: Runs, statement: pg.QueryConfig): Promise<Row[]> {
  const result = await pool.query<Row>(statement);
  return result.rows;
}

/**
 * Like `hotQuery`, for a statement that reads few rows by index. Concurrent statements share a connection, so a slow
 * one would delay the others.
 */
export async function readTogether<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const result = await database().hotStatements.queryTogether<Row>({ name, text, values });
  return result.rows;
}

/** Waits until no other transaction holds the lock with this name, then holds it until the end of this transaction. */
export async function lock(name: string): Promise<void> {
  await query('lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}

/**
 * Like `lock`, but shared by callers of `lockShared`. Waits for every caller of `lock` that holds or awaits the lock.
 */
export async function lockShared(name: string): Promise<void> {
  await query('lock-shared', 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [name]);
}

/**
 * Runs an unprepared statement, so that PostgreSQL plans it for its values. Not for hot transactions.
 *
 * @param lateMs milliseconds after which its response is late, if the transaction has a higher `statement_timeout`.
 */
export function execute<Row extends pg.QueryResultRow>(
  text: string,
  values: unknown[] = [],
  lateMs?: number,
): Promise<Row[]> {
  const statement = { text, values, ...(lateMs && { query_timeout: lateMs }) };
  return run(database().ordinary, statement);
}

/**
 * Runs `work` in one transaction. Commits when `work` resolves, rolls back when it throws. Every statement and
 * `prisma()` inside `work` joins the transaction, and so does a nested transaction. The statements run one after
 * another.
 *
 * @throws Error when `work` caught a database error and continued: PostgreSQL has then rolled everything back.
 */
export function transaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return database().ordinary.transaction(work);
}

/** Like `transaction`, for triggers and deliveries: its statements are planned like the statements of `hotQuery`. */
export function hotTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  return database().hot.transaction(work);
}

/** Whether the caller runs within a transaction. */
export function isInTransaction(): boolean {
  return database().ordinary.current !== undefined;
}

/**
 * Runs `work` after the outermost transaction has committed, and never after a rollback. Outside a transaction it runs
 * immediately. Errors are logged. No caller waits for its promise.
 */
export function afterCommit(work: () => unknown): void {
  const run = () => void attempt(work);
  const { current } = database().ordinary;
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
 * may mistake an object with `$type` for its own. JSON that is passed as text stays unchanged.
 */
export function json(value: object): { toJSON(): unknown } {
  return { toJSON: () => ({ $type: 'Json', value: JSON.stringify(value) }) };
}

/** Like `json`, for a column that may be NULL. */
export function jsonOrNull(value: object | null | undefined): { toJSON(): unknown } | typeof Prisma.DbNull {
  return value ? json(value) : Prisma.DbNull;
}

/**
 * Sets in each transaction the settings that a pooler dropped and that must not be settings of the role: the limit of
 * `limitLockWaits`, because workers use the same role and wait longer, and the settings of the hot pool.
 *
 * @returns the names of the settings that a pooler dropped.
 */
export async function keepSettings(): Promise<string[]> {
  const { ordinary, hot } = database();
  const settings = (await onCitus()) ? HOT_ON_CITUS : HOT;
  const kept = await Promise.all([keep(ordinary, lockLimit()), keep(hot, { ...settings, ...lockLimit() })]);
  return [...new Set(kept.flat())];
}

async function keep(pool: TransactionPool, wanted: Record<string, string>): Promise<string[]> {
  const missing = await lacking(pool, wanted);
  if (missing.length > 0) pool.setInTransactions(wanted);
  return missing;
}

/**
 * Returns the settings that every session needs but does not have, as `name = 'value'`. A pooler may have dropped them.
 * They must then be set for the role or the database.
 */
export async function missingSettings(): Promise<string[]> {
  const missing = await lacking(database().ordinary, SESSION);
  return missing.map((name) => `${name} = '${SESSION[name as keyof typeof SESSION]}'`);
}

/** Returns the names of the settings that differ in a session of the pool. */
async function lacking(pool: pg.Pool, wanted: Record<string, string>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'SELECT name, current_setting(name) AS setting FROM unnest($1::text[]) AS name',
    [Object.keys(wanted)],
  );
  return rows.flatMap(({ name, setting }) => (wanted[name] === setting.split(',')[0] ? [] : [name]));
}

/** Closes every connection. The next use connects again. */
export async function disconnect(): Promise<void> {
  const open = shared.belfryDatabase;
  if (!open) return;
  delete shared.belfryDatabase;
  await open.prisma.$disconnect();
  await (await open.nodes?.catch(() => undefined))?.end();
  const pools = [open.ordinary, open.hot, ...(open.replica ? [open.replica.pool] : [])];
  await Promise.all(pools.map((pool) => pool.ended || pool.end()));
}
