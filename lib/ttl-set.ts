/** A set that forgets keys after a time. Its size is limited, and the oldest keys go first. */
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
