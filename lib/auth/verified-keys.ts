import { LRUCache } from 'lru-cache';
import { announceAtCommit, listenTo } from '#lib/postgres/announcements.ts';
import { afterCommit } from '#lib/postgres/db.ts';
import type { ApiKeyScope } from './permissions.ts';

/** The channel that announces revocations: `NOTIFY api_key_revoked`. */
const REVOKED_CHANNEL = 'api_key_revoked';

const KEPT_MS = 5_000;
const MAX_KEYS = 10_000;

/** A key that is not revoked, cached for a few seconds. */
export interface VerifiedKey {
  id: string;
  environmentId: string;
  organizationId: string;
  scope: ApiKeyScope;
  canPublish: boolean;
  /** The end of the key, in milliseconds. */
  expiresAt: number;
  lastUsedAt: number;
}

/**
 * Keys by hash, each cached for 5 s. The cache is cleared when a revocation is announced, and when the connection
 * that listens for announcements is lost or restored. In between, only the limit of 5 s applies.
 */
class VerifiedKeys {
  readonly #keys = new LRUCache<string, VerifiedKey>({ max: MAX_KEYS, ttl: KEPT_MS });
  #generation = 0;

  /** The number of clearings. A key that was read before a clearing must not be cached after it. */
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
 * Invalidates the cached keys when the caller's transaction commits: immediately in this process, which therefore
 * rejects the next request, and in every other process as soon as the announcement arrives.
 */
export function announceRevocation(apiKeyId: string): Promise<void> {
  afterCommit(() => verifiedKeys().clear());
  return announceAtCommit(REVOKED_CHANNEL, apiKeyId);
}
