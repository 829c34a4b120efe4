import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { FairShares } from './fair-shares.ts';
import { SharedConnection } from './shared-connection.ts';
import { withOwnName } from './statement-name.ts';

const READ_ONLY = '25006';

/** The caller's transaction, which queries of every pool join. */
const transactions = new AsyncLocalStorage<Transaction>();

/**
 * A pool that joins transactions. Inside `transaction` of any such pool, every `query` and `connect` uses the
 * transaction's connection, including those of Prisma.
 */
export class TransactionPool extends pg.Pool {
  readonly #shares: FairShares;
  /**
   * The running statements of `queryTogether`, by route, so that a slow statement delays only statements of its own
   * route.
   */
  readonly #together = new Map<string | undefined, { underWay: number; shared?: SharedConnection }>();
  #begin = 'BEGIN';
  /** Connections to a server that rejects writes. */
  readonly #readOnly = new WeakSet<pg.PoolClient>();

  constructor(options: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(options);
    this.#shares = new FairShares(options.max, options.connectionTimeoutMillis);
    this.on('connect', (client) => this.#noticeReadOnly(client));
  }

  /**
   * Makes every later transaction begin with these settings. A statement outside a transaction then gets a transaction
   * of its own.
   */
  setInTransactions(settings: Record<string, string>): void {
    const changes = Object.entries(settings).map(([name, value]) => `SET LOCAL ${name} = ${pg.escapeLiteral(value)}`);
    this.#begin = ['BEGIN', ...changes].join('; ');
  }

  /**
   * Runs `work` for a route of the API. The route gets only a share of the connections, so that other routes find free
   * ones.
   */
  forRoute<Result>(route: string, work: () => Result): Result {
    return this.#shares.run(route, work);
  }

  /**
   * The caller's transaction. Undefined once it has finished, because timers and caches outlive the request that
   * started them.
   */
  get current(): Transaction | undefined {
    const transaction = transactions.getStore();
    return transaction?.isOver ? undefined : transaction;
  }

  override query(...args: unknown[]): never {
    const { current } = this;
    const [statement, ...others] = args as QueryArgs;
    const own = [withOwnName(statement), ...others] as QueryArgs;
    if (!current && this.#begin !== 'BEGIN') return this.transaction(async () => this.query(...own)) as never;
    return (current ? current.query(...own) : super.query(...own)) as never;
  }

  /**
   * Runs a short statement. The first of several concurrent statements has its own connection, the others share one.
   * Inside a transaction, the statement is part of the transaction.
   */
  async queryTogether<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const config = withOwnName(statement);
    if (this.current) return this.current.query(config);
    if (this.#begin !== 'BEGIN') return this.query(config);
    const { route } = this.#shares;
    const together = this.#together.get(route) ?? { underWay: 0 };
    this.#together.set(route, together);
    const isOnly = together.underWay === 0;
    together.underWay += 1;
    try {
      if (isOnly) return await super.query<Row>(config);
      if (!together.shared?.isOpen) together.shared = new SharedConnection(this.#checkOut());
      return await together.shared.query(config);
    } finally {
      together.underWay -= 1;
      if (together.underWay === 0) this.#together.delete(route);
    }
  }

  override connect(callback?: Connected): never {
    const { current } = this;
    if (current) return Promise.resolve(current.savepoint()) as never;
    const client = this.#checkOut();
    if (!callback) return client as never;
    return client.then(
      (opened) => callback(undefined, opened, opened.release),
      (error) => callback(error, undefined, ignore),
    ) as never;
  }

  /** Takes a connection from the pool and counts it for the caller's route until its release. */
  async #checkOut(): Promise<pg.PoolClient> {
    const giveBack = await this.#shares.take();
    try {
      const client = await super.connect();
      const { release } = client;
      client.release = (error) => {
        release(error ?? this.#readOnly.has(client));
        giveBack();
      };
      return client;
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  /**
   * Closes the connections to a server that has become read-only. After a failover, the old server rejects writes. The
   * connection that reports this is closed together with all idle ones, so that new connections reach the new server.
   */
  #noticeReadOnly(client: pg.PoolClient): void {
    const connection = client.connection as unknown as NodeJS.EventEmitter;
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== READ_ONLY || this.#readOnly.has(client)) return;
      this.#readOnly.add(client);
      for (let idle = this.idleCount; idle > 0; idle--) super.connect((_error, opened) => opened?.release(true));
    });
  }

  /**
   * Runs `work` in one transaction, or as part of the caller's transaction. Commits when `work` resolves, rolls back
   * when it throws.
   *
   * @throws Error when `work` caught a database error and continued: PostgreSQL has then rolled everything back.
   */
  async transaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.current) return work();
    const client: pg.PoolClient = await this.connect();
    const transaction = new Transaction(client);
    // If the connection is lost between two statements, the next statement fails. Without this listener, the
    // connection's error would end the process.
    client.on('error', ignore);
    try {
      // BEGIN is not awaited: the connection is pipelined, so BEGIN is sent with the first statement. BEGIN fails only
      // if the connection fails, and then the first statement fails too.
      client.query(this.#begin).catch(ignore);
      // Await inside `run`, because a Prisma statement starts only when it is awaited.
      const result = await transactions.run(transaction, async () => await work());
      await transaction.commit();
      this.#release(client);
      for (const callback of transaction.afterCommit) callback();
      return result;
    } catch (error) {
      await transaction.rollback().then(
        () => this.#release(client),
        (broken) => this.#release(client, broken),
      );
      throw error;
    }
  }

  #release(client: pg.PoolClient, broken?: Error): void {
    client.release(broken);
    client.removeListener('error', ignore);
  }
}

type QueryArgs = [pg.QueryConfig];
type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

function ignore(): void {}

/** One open transaction. Its statements run one after another, even if several are started at the same time. */
class Transaction {
  readonly afterCommit: (() => void)[] = [];
  readonly #client: pg.PoolClient;
  #last: Promise<void> = Promise.resolve();
  #isOver = false;
  #savepoints = 0;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  async query(...args: QueryArgs): Promise<pg.QueryResult> {
    const done = await this.turn();
    try {
      return await this.#client.query(...args);
    } finally {
      done();
    }
  }

  /**
   * Waits until no other statement uses the connection, and reserves the connection until the returned function is
   * called.
   *
   * @throws Error when the transaction has ended before, because its caller did not await a statement.
   */
  async turn(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    if (!this.#isOver) return resolve;
    resolve();
    throw new Error('A statement was run in a transaction that is over');
  }

  /** A client that looks like a separate connection. A transaction on it is a savepoint of this transaction. */
  savepoint(): pg.PoolClient {
    this.#savepoints += 1;
    return new Savepoint(this, this.#client, `nested_${this.#savepoints}`) as unknown as pg.PoolClient;
  }

  async commit(): Promise<void> {
    const done = await this.turn();
    this.#isOver = true;
    try {
      const { command } = await this.#client.query('COMMIT');
      if (command !== 'COMMIT') throw new Error('The transaction was undone: an error of a statement in it was caught');
    } finally {
      done();
    }
  }

  /** Rolls back, after waiting for running statements: none of them may reach the connection's next user. */
  async rollback(): Promise<void> {
    const done = this.#isOver ? ignore : await this.turn();
    this.#isOver = true;
    await this.#client.query('ROLLBACK').finally(done);
  }
}

/**
 * The connection that Prisma gets for a nested write. From BEGIN to COMMIT or ROLLBACK, no other statement of the
 * transaction runs, because interleaved savepoints would undo each other's writes.
 */
class Savepoint {
  readonly #transaction: Transaction;
  readonly #client: pg.PoolClient;
  readonly #name: string;
  #done: (() => void) | undefined;

  constructor(transaction: Transaction, client: pg.PoolClient, name: string) {
    this.#transaction = transaction;
    this.#client = client;
    this.#name = name;
  }

  query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (config.text === 'BEGIN') return this.#begin();
    if (config.text === 'COMMIT') return this.#end(`RELEASE SAVEPOINT ${this.#name}`);
    if (config.text === 'ROLLBACK')
      return this.#end(`ROLLBACK TO SAVEPOINT ${this.#name}; RELEASE SAVEPOINT ${this.#name}`);
    return this.#client.query(config);
  }

  async #begin(): Promise<pg.QueryResult> {
    this.#done = await this.#transaction.turn();
    return this.#client.query(`SAVEPOINT ${this.#name}`);
  }

  async #end(text: string): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(text);
    } finally {
      this.release();
    }
  }

  release(): void {
    this.#done?.();
    this.#done = undefined;
  }

  /** Ignored, because the transaction handles errors of the connection. */
  on(): this {
    return this;
  }

  removeListener(): this {
    return this;
  }
}
