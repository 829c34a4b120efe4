import { AsyncLocalStorage } from 'node:async_hooks';
import { logger } from '#lib/logger.ts';

interface Options<Item> {
  /** Maximum milliseconds before an item is written. */
  afterMs: number;
  /** Maximum items per statement. When this many items wait, they are written immediately. */
  most?: number;
  /** Maximum waiting items. Further items are discarded and counted as lost. */
  capacity?: number;
  /** Returns the key of an item. `merge` combines items with the same key. Default: items are never combined. */
  keyOf?: (item: Item) => string;
  merge?: (waiting: Item, item: Item) => Item;
  /** Writes all items, or none. */
  write: (items: Item[]) => Promise<unknown>;
  /** Whether the items of a failed statement are kept for the next one. Otherwise they are lost. */
  triesAgain?: boolean;
}

const shared = globalThis as typeof globalThis & { belfryWriteBehind?: Map<string, unknown> };

/** Runs a function outside the caller's transaction. */
const outside = AsyncLocalStorage.snapshot();

/**
 * Writes items without a waiting caller. The caller adds an item and continues, and a later statement writes several
 * items together. Only one statement runs at a time, so a slow database occupies only one connection. Statements run
 * outside the caller's transaction, which may roll back. A process that ends normally calls `flushAll`. A killed
 * process loses the waiting items.
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
   * @param name the name of the items in the log. Next loads a module several times, and its copies share one instance
   * per name.
   */
  static named<Item>(name: string, options: Options<Item>): WriteBehind<Item> {
    shared.belfryWriteBehind ??= new Map();
    const known = shared.belfryWriteBehind.get(name) as WriteBehind<Item> | undefined;
    const made = known ?? new WriteBehind(name, options);
    shared.belfryWriteBehind.set(name, made);
    return made;
  }

  /**
   * The number of items that were lost since the process started, because too many items waited or the database was
   * unreachable.
   */
  get lost(): number {
    return this.#lost;
  }

  /** The number of items that wait for a statement. */
  get waiting(): number {
    return this.#waiting.size;
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

  /** Discards the waiting items. */
  clear(): void {
    this.#waiting.clear();
  }

  /**
   * Writes the waiting items. Items that arrive during the write stay for the next statement, because many small
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
      logger().warn(
        { error, buffer: this.#name, items: items.length, willRetry: triesAgain === true },
        'Failed to save buffered items',
      );
      if (triesAgain) for (const item of items) this.add(item);
      else this.#lost += items.length;
    }
  }
}

/** Writes all waiting items. Called when the process ends. */
export async function flushAll(): Promise<void> {
  const all = [...(shared.belfryWriteBehind?.values() ?? [])] as WriteBehind<unknown>[];
  await Promise.all(all.map((each) => each.flush()));
}
