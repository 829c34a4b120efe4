/** How many statements are under way at most. What arrives meanwhile is written by the next one. */
const MOST_STATEMENTS = 4;
/** How many rows one statement writes at most. */
const MOST_ROWS = 50;

interface Waiting<Row, Written> {
  row: Row;
  resolve: (written: Written) => void;
  reject: (error: unknown) => void;
}

interface Options<Row, Written> {
  /** Rows with the same key are never written by the same statement. */
  keyOf: (row: Row) => string;
  /** Writes all rows, or none. @returns one result for each row, in their order. */
  write: (rows: Row[]) => Promise<Written[]>;
  /** Called when nothing is under way or waits any more. */
  onIdle: () => void;
}

/**
 * Writes rows that arrive at the same time in one statement, and so in one transaction: that costs the database and this
 * process a fraction. A row that arrives alone is written at once.
 */
export class BatchedWrites<Row, Written> {
  readonly #options: Options<Row, Written>;
  #waiting: Waiting<Row, Written>[] = [];
  #underWay = 0;

  constructor(options: Options<Row, Written>) {
    this.#options = options;
  }

  /** Resolves when the row is committed. A row that cannot be written fails alone. */
  write(row: Row): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ row, resolve, reject });
      if (this.#underWay < MOST_STATEMENTS) void this.#writeNext();
    });
  }

  async #writeNext(): Promise<void> {
    const batch = this.#take();
    this.#underWay += 1;
    await this.#writeBatch(batch);
    this.#underWay -= 1;
    if (this.#waiting.length > 0) void this.#writeNext();
    else if (this.#underWay === 0) this.#options.onIdle();
  }

  async #writeBatch(batch: Waiting<Row, Written>[]): Promise<void> {
    try {
      const written = await this.#options.write(batch.map(({ row }) => row));
      for (const [index, { resolve }] of batch.entries()) resolve(written[index] as Written);
    } catch (error) {
      const [only] = batch;
      if (only && batch.length === 1) only.reject(error);
      else await Promise.all(batch.map((one) => this.#writeBatch([one])));
    }
  }

  /** Removes from those who wait what the next statement writes. */
  #take(): Waiting<Row, Written>[] {
    const batch = new Map<string, Waiting<Row, Written>>();
    this.#waiting = this.#waiting.filter((one) => {
      const key = this.#options.keyOf(one.row);
      if (batch.size === MOST_ROWS || batch.has(key)) return true;
      batch.set(key, one);
      return false;
    });
    return [...batch.values()];
  }
}
