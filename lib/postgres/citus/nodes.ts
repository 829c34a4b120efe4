/**
 * Runs hot statements on the nodes of Citus. A statement that has a function (`node-function.ts`) runs on the node of
 * its environment, on a connection of its own pool. Within a transaction, and for a node that cannot be reached, the
 * coordinator passes the call to the node. Raw statements: they read the catalogue of Citus.
 */
// cspell:words proname pronargs
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { logger } from '#lib/logger.ts';
import { databaseProblem } from '#lib/postgres/db-error.ts';
import type { TransactionPool } from '#lib/postgres/transaction-pool.ts';
import { FUNCTION_SCHEMA, functionName, quotedFunction } from './node-function.ts';

/** Milliseconds for which the place of an environment is remembered. A wrong place costs time, never data. */
const PLACE_MS = 5_000;
/** Milliseconds after which an unreachable node is tried again. */
const AGAIN_MS = 30_000;
/**
 * Connections to a node for searches. Planning the searches takes each connection a third of a second of processor
 * time, so searches keep their own few connections.
 */
const SEARCHERS = 2;

/** A `TransactionPool`, with the types of its statements. */
type Pool = pg.Pool & Pick<TransactionPool, 'queryTogether' | 'current'>;

/** The address of a node. */
export interface Place {
  /** Null for the coordinator, whose address is known. */
  host: string | null;
  port: number;
}

/**
 * An installed function. Citus passes each call on to the node of the environment, but within a transaction only if
 * `inTransactions`.
 */
export interface InstalledFunction {
  name: string;
  arguments: number;
  inTransactions: boolean;
}

/** Selects the rows {@link InstalledFunction}. */
export const FUNCTIONS = `
SELECT p.proname AS name, p.pronargs::int AS arguments, coalesce(d.force_delegation, false) AS "inTransactions"
FROM pg_proc p LEFT JOIN pg_dist_object d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
WHERE p.pronamespace = (SELECT oid FROM pg_namespace WHERE nspname = '${FUNCTION_SCHEMA}')`;

const ADDRESS = 'CASE WHEN n.groupid <> 0 THEN n.nodename END AS host, n.nodeport AS port';

const PLACE_OF = `
SELECT ${ADDRESS} FROM pg_dist_placement p
JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
WHERE p.shardid = get_shard_id_for_distribution_column('work', $1::text)`;

const PLACES = `
SELECT DISTINCT ${ADDRESS} FROM pg_dist_shard s
JOIN pg_dist_placement p ON p.shardid = s.shardid JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'
WHERE s.logicalrelid = 'work'::regclass`;

/** The key of the places of all environments. */
const ALL = Symbol('all');

export class CitusNodes {
  readonly #coordinator: Pool;
  readonly #open: (place: Place, max?: number) => Pool;
  readonly #functions: ReadonlyMap<string, InstalledFunction>;
  /** The calls that replace statements, by text. Undefined for a statement without a function. */
  readonly #calls = new Map<string, Call | undefined>();
  /** The nodes of each environment by its ID, and the nodes of all environments by a symbol. */
  readonly #places = new LRUCache<string | symbol, Promise<Place[]>>({ max: 10_000, ttl: PLACE_MS });
  readonly #pools = new Map<string, { pool: Pool; isUsable: Promise<boolean>; until: number }>();

  /**
   * @param open opens a pool of connections to a node, at most `max`.
   */
  constructor(coordinator: Pool, open: (place: Place, max?: number) => Pool, functions: readonly InstalledFunction[]) {
    this.#coordinator = coordinator;
    this.#open = open;
    this.#functions = new Map(functions.map((row) => [row.name, row]));
  }

  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.#run(statement, (pool, own) => pool.query<Row>(own));
  }

  queryTogether<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    return this.#run(statement, (pool, own) => pool.queryTogether<Row>(own));
  }

  /**
   * Runs a statement on every node, for the environments of the node, outside transactions. If some nodes fail, returns
   * the rows of the others.
   */
  async everywhere<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<Row[]> {
    const call = this.#callOf(statement);
    if (!call) throw new Error(`The statement ${statement.name} has no function on Citus: run npm run db:migrate.`);
    if (this.#coordinator.current) throw new Error(`The statement ${statement.name} cannot be part of a transaction.`);
    const results = await Promise.allSettled(
      (await this.#placesOf(ALL)).map(async (place) => {
        const pool = await this.#poolOf(place, SEARCHERS);
        if (!pool) throw new Error(`The node ${nodeName(place)} of Citus cannot be reached.`);
        return (await pool.query<Row>(ownOf(call, statement))).rows;
      }),
    );
    const failed = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    if (failed.length === results.length && failed[0]) throw failed[0].reason;
    for (const { reason } of failed) logger().warn({ error: reason }, 'Failed to search a Citus node for work');
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  }

  /** The pools that are open, by host and port. The pool for searches has `searches` after the port. */
  pools(): [name: string, pool: Pool][] {
    return [...this.#pools].map(([name, { pool }]) => [name, pool]);
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map(({ pool }) => pool.end()));
  }

  async #run<Result>(
    statement: pg.QueryConfig,
    send: (pool: Pool, statement: pg.QueryConfig) => Promise<Result>,
  ): Promise<Result> {
    const call = this.#callOf(statement);
    if (!call) return send(this.#coordinator, statement);
    const own = ownOf(call, statement);
    if (this.#coordinator.current) return send(this.#coordinator, call.inTransactions ? own : statement);
    const environmentId = String(statement.values?.[0]);
    const [place] = await this.#placesOf(environmentId);
    const pool = place && (await this.#poolOf(place));
    if (!pool) return send(this.#coordinator, own);
    try {
      return await send(pool, own);
    } catch (error) {
      if (databaseProblem(error)?.code !== MOVED) throw error;
      this.#places.delete(environmentId);
      return send(this.#coordinator, own);
    }
  }

  /** Returns the call of the statement's function. Undefined if it has none. */
  #callOf({ name = '', text }: pg.QueryConfig): Call | undefined {
    if (!this.#calls.has(text)) {
      const installed = this.#functions.get(functionName(name, text));
      this.#calls.set(text, installed && callFor(installed));
    }
    return this.#calls.get(text);
  }

  #placesOf(key: string | typeof ALL): Promise<Place[]> {
    const known = this.#places.get(key);
    if (known) return known;
    const read = this.#read(key);
    this.#places.set(key, read);
    read.catch(() => this.#places.delete(key));
    return read;
  }

  async #read(key: string | typeof ALL): Promise<Place[]> {
    const statement =
      key === ALL ? { name: 'citus-places', text: PLACES } : { name: 'citus-place', text: PLACE_OF, values: [key] };
    return (await this.#coordinator.query<Place>(statement)).rows;
  }

  /** Returns the pool of a node. Undefined if the node cannot be reached. */
  async #poolOf(place: Place, max?: number): Promise<Pool | undefined> {
    const key = max === undefined ? nodeName(place) : `${nodeName(place)} searches`;
    let known = this.#pools.get(key);
    if (!known || known.until < Date.now()) {
      const pool = known?.pool ?? this.#open(place, max);
      const isUsable = reached(pool, nodeName(place));
      known = { pool, isUsable, until: Number.POSITIVE_INFINITY };
      this.#pools.set(key, known);
      if (!(await isUsable)) known.until = Date.now() + AGAIN_MS;
    }
    return (await known.isUsable) ? known.pool : undefined;
  }
}

/** The call that replaces a statement. */
type Call = Pick<InstalledFunction, 'name' | 'inTransactions'> & { text: string };

function callFor({ name, arguments: count, inTransactions }: InstalledFunction): Call {
  const parameters = Array.from({ length: count }, (_, at) => `$${at + 1}`);
  return { name, inTransactions, text: `SELECT * FROM ${quotedFunction(name)} (${parameters.join(', ')})` };
}

function ownOf({ name, text }: Call, { values = [] }: pg.QueryConfig): pg.QueryConfig {
  return { name, text, values };
}

function nodeName({ host, port }: Place): string {
  return `${host ?? 'coordinator'}:${port}`;
}

/** The error of a function whose shard is on another node. The function has written nothing. */
const MOVED = '40001';

async function reached(pool: Pool, node: string): Promise<boolean> {
  try {
    await pool.query({ text: 'SELECT' });
    return true;
  } catch (error) {
    const effect = 'The coordinator forwards the statements for this node, which costs several times the CPU time';
    logger().warn({ error, node, effect }, 'Failed to reach a Citus node');
    return false;
  }
}
