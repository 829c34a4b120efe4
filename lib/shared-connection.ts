import type pg from 'pg';

/** How many statements are under way on one connection at most. */
const MOST_AT_ONCE = 8;

/**
 * One connection of the pool that several short statements use at the same time: each is sent at once, and PostgreSQL
 * answers them in turn. It wakes up once for several of them, which about halves what each costs it. The connection goes
 * back to the pool when none is under way.
 */
export class SharedConnection {
  readonly #client: Promise<pg.PoolClient>;
  #underWay = 0;
  #error: Error | undefined;
  #isOver = false;

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
      return await (await this.#client).query(config);
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) await this.#release();
    }
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
