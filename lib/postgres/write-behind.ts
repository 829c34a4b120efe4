import { AsyncLocalStorage } from 'node:async_hooks';
import { logger } from '#lib/logger.ts';

interface Options<Item> {
  /** How long an item waits at most before it is written, in milliseconds. */
  afterMs: number;
  /** How many items one statement writes at most. As many do not wait. */
  most?: number;
  /** How many items may wait. Further ones are lost. */
  capacity?: number;
  /** Items with the same key become one, of which `merge` keeps what is written. Default: none are the same. */
  keyOf?: (item: Item) => string;
  merge?: (waiting: Item, item: Item) => Item;
  /** Writes all items, or none. */
  write: (items: Item[]) => Promise<unknown>;
  /** Whether items whose statement failed wait again. Otherwise they are lost. */
  triesAgain?: boolean;
}

const shared = globalThis as typeof globalThis & { belfryWriteBehind?: Map<string, unknown> };

/** Runs something outside the caller's transaction. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Writes items without a waiting caller: the caller adds an item and continues, and a later statement writes it with
 * others. One statement runs at a time, so that a slow database uses up one connection and not all of them. None is part
 * of a caller's transaction, which may roll back. A process that is killed loses the waiting items; one that ends calls
 * `flushAll`.
 */
export class WriteBehind<Item> {
  readonly #name: string;
  readonly #options: Options<Item>;
  readonly #waiting = new Map<unknown, Item>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #lost = 0;

  private constructor(name: string, options: Options<Item>) {
    this.#name = name;
    this.#options = options;
  }

  /**
   * @param name of the items, for the log. Next loads a module several times; all of its copies share what has one name.
   */
  static named<Item>(name: string, options: Options<Item>): WriteBehind<Item> {
    shared.belfryWriteBehind ??= new Map();
    const known = shared.belfryWriteBehind.get(name) as WriteBehind<Item> | undefined;
    const made = known ?? new WriteBehind(name, options);
    shared.belfryWriteBehind.set(name, made);
    return made;
  }

  /** How many items were lost since the process started: too many waited, or the database was unreachable. */
  get lost(): number {
    return this.#lost;
  }

  add(item: Item): void {
    const { afterMs, most = Number.POSITIVE_INFINITY, capacity = Number.POSITIVE_INFINITY } = this.#options;
    const { keyOf, merge } = this.#options;
    const key = keyOf?.(item) ?? Symbol();
    const known = this.#waiting.get(key);
    if (known === undefined && this.#waiting.size >= capacity) {
      this.#lost += 1;
      return;
    }
    this.#waiting.set(key, known && merge ? merge(known, item) : item);
    if (this.#waiting.size % most === 0) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), afterMs).unref();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#waiting.clear();
  }

  /**
   * Writes the waiting items. Items that arrive during the write wait for another statement, because many small
   * statements would be slower.
   */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = outside(() => this.#writing.then(() => this.#writeAll()));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const { most = Number.POSITIVE_INFINITY } = this.#options;
    for (let left = this.#waiting.size; left > 0; left -= most) await this.#write(Math.min(left, most));
  }

  async #write(count: number): Promise<void> {
    const taken = this.#waiting.entries().take(count).toArray();
    for (const [key] of taken) this.#waiting.delete(key);
    const items = taken.map(([, item]) => item);
    if (items.length === 0) return;
    try {
      await this.#options.write(items);
    } catch (error) {
      const { triesAgain } = this.#options;
      logger().warn({ error, buffer: this.#name, items: items.length, triesAgain }, 'Saving buffered items failed');
      if (triesAgain) for (const item of items) this.add(item);
      else this.#lost += items.length;
    }
  }
}

/** Writes everything that still waits. Called when the process ends. */
export async function flushAll(): Promise<void> {
  const all = [...(shared.belfryWriteBehind?.values() ?? [])] as WriteBehind<unknown>[];
  await Promise.all(all.map((each) => each.flush()));
}
