import type pg from 'pg';

/** How many statements run on one connection at the same time at most. */
const MOST_AT_ONCE = 8;

/**
 * One connection of the pool that several short statements use at the same time, and PostgreSQL answers in turn. Several
 * leave in one write and are read in one, which about halves what each costs PostgreSQL and saves some here. The
 * connection goes back to the pool when no statement is running.
 */
export class SharedConnection {
  readonly #client: Promise<pg.PoolClient>;
  #underWay = 0;
  #error: Error | undefined;
  #isOver = false;
  #isGathering = false;

  constructor(client: Promise<pg.PoolClient>) {
    this.#client = client;
    // A connection that is lost fails its statements. Without a listener, the error would end the process as well.
    client.then((opened) => opened.on('error', this.#lose), this.#lose);
  }

  /** Whether it takes one more statement. */
  get isOpen(): boolean {
    return !this.#isOver && !this.#error && this.#underWay < MOST_AT_ONCE;
  }

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#underWay += 1;
    try {
      const client = await this.#client;
      if (this.#underWay > 1) this.#gather(client);
      return await client.query(config);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) await this.#release();
    }
  }

  /** Holds back what is sent until the requests that have arrived by now are read. */
  #gather(client: pg.PoolClient): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const { stream } = client.connection;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  readonly #lose = (error: Error) => {
    this.#error = error;
  };

  async #release(): Promise<void> {
    this.#isOver = true;
    const client = await this.#client.catch(() => undefined);
    client?.removeListener('error', this.#lose);
    client?.release(this.#error);
  }
}
