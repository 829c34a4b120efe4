import { LRUCache } from 'lru-cache';
import { announceAtCommit, listenTo } from '#lib/postgres/announcements.ts';
import { afterCommit } from '#lib/postgres/db.ts';
import type { ApiKeyScope } from './permissions.ts';

/** The channel that announces revocations: `NOTIFY api_key_revoked`. */
const REVOKED_CHANNEL = 'api_key_revoked';

const KEPT_MS = 5_000;
const MAX_KEYS = 10_000;

/** An API key that was not revoked when it was read, cached for a few seconds. */
export interface VerifiedKey {
  id: string;
  environmentId: string;
  organizationId: string;
  scope: ApiKeyScope;
  canPublish: boolean;
  /** The time at which the key expires, in milliseconds. */
  expiresAt: number;
  lastUsedAt: number;
}

/**
 * API keys by hash, each cached for 5 s. The cache is cleared when a revocation is announced, and when the connection
 * that receives announcements is lost or restored. While it is lost, a revoked key may stay valid for up to 5 s.
 */
class VerifiedKeys {
  readonly #keys = new LRUCache<string, VerifiedKey>({ max: MAX_KEYS, ttl: KEPT_MS });
  #generation = 0;

  /**
   * The number of times that the cache was cleared. A key that was read before the last clearing must not be cached.
   */
  get generation(): number {
    return this.#generation;
  }

  get(hash: string): VerifiedKey | undefined {
    return this.#keys.get(hash);
  }

  set(hash: string, key: VerifiedKey, generation: number): void {
    if (generation === this.#generation) this.#keys.set(hash, key);
  }

  clear(): void {
    this.#generation += 1;
    this.#keys.clear();
  }
}

const shared = globalThis as typeof globalThis & { belfryVerifiedKeys?: VerifiedKeys };

export function verifiedKeys(): VerifiedKeys {
  if (!shared.belfryVerifiedKeys) {
    const keys = new VerifiedKeys();
    const clear = () => keys.clear();
    listenTo(REVOKED_CHANNEL, { onMessage: clear, onConnect: clear, onLost: clear });
    shared.belfryVerifiedKeys = keys;
  }
  return shared.belfryVerifiedKeys;
}

/**
 * Removes the key from the caches when the caller's transaction commits. This process rejects the key from then on.
 * Other processes do so as soon as the announcement arrives.
 */
export function announceRevocation(apiKeyId: string): Promise<void> {
  afterCommit(() => verifiedKeys().clear());
  return announceAtCommit(REVOKED_CHANNEL, apiKeyId);
}
