interface Options<Item, Result> {
  /**
   * Returns the group of an item. A statement contains the items of one group, and groups take turns. Default: one
   * group for all.
   */
  groupOf?: (item: Item) => string;
  /** Returns the key of an item. A statement never contains two items with the same key. */
  keyOf?: (item: Item) => string;
  /** Writes all of the items, or none. @returns one result for each item, in the same order. */
  write: (items: readonly [Item, ...Item[]], group: string) => Promise<readonly Result[]>;
  /** Maximum items per statement. */
  most?: number;
  /** Maximum concurrent statements, per group and in total. */
  writers?: { ofGroup?: number; all?: number };
  /**
   * The time that an item waits for further items: until the end of the event loop's turn, or milliseconds. Default:
   * none.
   */
  gather?: 'turn' | number;
  /**
   * Whether the items of a failed statement are written again one by one, so that only the faulty ones fail. Default:
   * false.
   */
  writesAloneAfterFailure?: boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface Group<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** The number of running statements. */
  writing: number;
}

/**
 * Writes items that arrive at the same time in one statement and transaction, which costs the database and this process
 * a fraction of separate writes. Each caller waits for the result of its own item, so no item remains unwritten when
 * the process ends. Items that arrive while statements are running are written by the next statements.
 * For writes without a waiting caller, use `WriteBehind`. Similar code has other purposes: `TokenLeases` draws tokens
 * in advance, `SharedConnection` sends different statements together, and `announceRuns` limits how often the database
 * server is locked. DataLoader, the usual library, cannot limit statements.
 */
export class Batches<Item, Result> {
  readonly #options: Options<Item, Result>;
  /** Groups by name. The first group writes next. */
  readonly #groups = new Map<string, Group<Item, Result>>();
  #writing = 0;
  #timer: (() => void) | undefined;

  constructor(options: Options<Item, Result>) {
    this.#options = options;
  }

  /** Resolves when the item is committed. */
  write(item: Item): Promise<Result> {
    const { groupOf, most = Number.POSITIVE_INFINITY, gather } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const name = groupOf?.(item) ?? '';
    const group = this.#groups.get(name) ?? { waiting: [], writing: 0 };
    if (group.waiting.length === 0) this.#groups.delete(name);
    this.#groups.set(name, group);
    group.waiting.push({ item, resolve, reject });
    if (gather === undefined || group.waiting.length >= most) this.#flush();
    else this.#timer ??= later(gather, () => this.#flush());
    return promise;
  }

  #flush(): void {
    this.#timer?.();
    this.#timer = undefined;
    for (let next = this.#next(); next; next = this.#next()) void this.#writeNext(...next);
  }

  /** Returns the group that writes next, and moves it behind the others. */
  #next(): [string, Group<Item, Result>] | undefined {
    const { ofGroup = Number.POSITIVE_INFINITY, all = Number.POSITIVE_INFINITY } = this.#options.writers ?? {};
    if (this.#writing >= all) return undefined;
    for (const [name, group] of this.#groups) {
      if (group.waiting.length === 0 || group.writing >= ofGroup) continue;
      this.#groups.delete(name);
      this.#groups.set(name, group);
      return [name, group];
    }
    return undefined;
  }

  async #writeNext(name: string, group: Group<Item, Result>): Promise<void> {
    const batch = this.#take(group);
    group.writing++;
    this.#writing++;
    await this.#writeBatch(name, batch);
    this.#writing--;
    group.writing--;
    if (group.writing === 0 && group.waiting.length === 0) this.#groups.delete(name);
    this.#flush();
  }

  async #writeBatch(name: string, batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item) as [Item, ...Item[]];
      const results = await this.#options.write(items, name);
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const isAlone = batch.length === 1 || !this.#options.writesAloneAfterFailure;
      if (isAlone) for (const { reject } of batch) reject(error);
      else await Promise.all(batch.map((one) => this.#writeBatch(name, [one])));
    }
  }

  /** Removes and returns the waiting items that the next statement writes. */
  #take(group: Group<Item, Result>): Waiting<Item, Result>[] {
    const { keyOf, most = group.waiting.length } = this.#options;
    if (!keyOf) return group.waiting.splice(0, most);
    const batch = new Map<string, Waiting<Item, Result>>();
    group.waiting = group.waiting.filter((one) => {
      const key = keyOf(one.item);
      if (batch.size === most || batch.has(key)) return true;
      batch.set(key, one);
      return false;
    });
    return [...batch.values()];
  }
}

/** Schedules `run`. @returns a function that cancels it. */
function later(gather: 'turn' | number, run: () => void): () => void {
  if (gather === 'turn') {
    const immediate = setImmediate(run);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(run, gather);
  return () => clearTimeout(timer);
}
