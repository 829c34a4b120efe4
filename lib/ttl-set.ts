/** Remembers keys for a while: a set whose members leave by themselves. Bounded; the oldest go first. */
export class TtlSet {
  #expiry = new Map<string, number>();
  #ttlMs: number;
  #maxSize: number;

  constructor(ttlMs: number, maxSize = 10_000) {
    this.#ttlMs = ttlMs;
    this.#maxSize = maxSize;
  }

  add(key: string): void {
    this.#expiry.delete(key);
    this.#expiry.set(key, Date.now() + this.#ttlMs);
    if (this.#expiry.size > this.#maxSize) this.#expiry.delete(this.#expiry.keys().next().value as string);
  }

  has(key: string): boolean {
    const expiry = this.#expiry.get(key);
    if (expiry === undefined) return false;
    if (expiry > Date.now()) return true;
    this.#expiry.delete(key);
    return false;
  }
}
