import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Milliseconds between two reads of one query. */
const EVERY_MS = 1_000;

/**
 * Reads queries again after changes, each at most once a second and not while the window is hidden. A query that is
 * being read is read once more afterwards, because the change may be too late for that response.
 */
export class LiveRefetch {
  readonly #client: QueryClient;
  /** Whether another change arrived since the read began, by the hash of the query key. */
  readonly #running = new Map<string, boolean>();
  readonly #hidden = new Map<string, QueryKey>();
  #stopped = false;

  constructor(client: QueryClient) {
    this.#client = client;
    document.addEventListener('visibilitychange', this.#onVisible);
  }

  ask(keys: readonly QueryKey[]): void {
    for (const key of keys) {
      const hash = hashKey(key);
      if (document.hidden) this.#hidden.set(hash, key);
      else if (this.#running.has(hash)) this.#running.set(hash, true);
      else void this.#read(key, hash);
    }
  }

  stop(): void {
    this.#stopped = true;
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  #onVisible = (): void => {
    const keys = [...this.#hidden.values()];
    this.#hidden.clear();
    this.ask(keys);
  };

  async #read(queryKey: QueryKey, hash: string): Promise<void> {
    do {
      this.#running.set(hash, false);
      await this.#settled(queryKey);
      if (this.#stopped) return;
      await this.#client.invalidateQueries({ queryKey });
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    } while (this.#running.get(hash) && !this.#stopped);
    this.#running.delete(hash);
  }

  /** Resolves when a read that other code began has ended. */
  #settled(queryKey: QueryKey): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cache = this.#client.getQueryCache();
    const check = () => {
      if (this.#client.isFetching({ queryKey }) > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = cache.subscribe(check);
    check();
    return promise;
  }
}
