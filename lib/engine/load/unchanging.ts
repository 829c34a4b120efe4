import { LRUCache } from 'lru-cache';

/** Caches values that never change, by environment and ID. The most recently used values stay. */
export class Unchanging<Value extends object> {
  readonly #known: LRUCache<string, Value>;

  /** @param most the maximum number of values. */
  constructor(most: number) {
    this.#known = new LRUCache({ max: most });
  }

  /**
   * Returns the values of `ids`. Known values are read before `load` runs, so that no other call can evict them first.
   * The next call looks again for an ID that `load` does not find.
   */
  async read(
    environmentId: string,
    ids: readonly string[],
    load: (missing: string[]) => Promise<(readonly [id: string, Value])[]>,
  ): Promise<Map<string, Value>> {
    const keyOf = (id: string) => `${environmentId}:${id}`;
    const values = new Map<string, Value>();
    for (const id of ids) {
      const value = this.#known.get(keyOf(id));
      if (value !== undefined) values.set(id, value);
    }
    const missing = ids.filter((id) => !values.has(id));
    for (const [id, value] of missing.length > 0 ? await load(missing) : []) {
      values.set(id, value);
      this.#known.set(keyOf(id), value);
    }
    return values;
  }
}
