/** Raw statements: LISTEN and NOTIFY. */
import pg from 'pg';
import { query } from '#lib/db.ts';
import { env } from '#lib/env.ts';

/** The channel that announces revocations: `NOTIFY api_key_revoked`. */
const REVOKED_CHANNEL = 'api_key_revoked';

const KEPT_MS = 5_000;
const RECONNECT_MS = 5_000;
const MAX_KEYS = 10_000;

/** A valid key, cached for a few seconds. */
export interface VerifiedKey {
  id: string;
  environmentId: string;
  organizationId: string;
  canPublish: boolean;
  lastUsedAt: number;
}

/**
 * Valid keys by hash, each cached for 5 s. The cache is cleared when a revocation is announced, and while no connection
 * listens for announcements.
 */
class VerifiedKeys {
  readonly #keys = new Map<string, { key: VerifiedKey; until: number }>();
  #generation = 0;

  /** Increases with every clearing. A key that was read before a clearing must not be cached after it. */
  get generation(): number {
    return this.#generation;
  }

  get(hash: string): VerifiedKey | undefined {
    const entry = this.#keys.get(hash);
    if (entry && entry.until > performance.now()) return entry.key;
    if (entry) this.#keys.delete(hash);
    return undefined;
  }

  set(hash: string, key: VerifiedKey, generation: number): void {
    if (generation !== this.#generation) return;
    if (this.#keys.size >= MAX_KEYS) this.#keys.clear();
    this.#keys.set(hash, { key, until: performance.now() + KEPT_MS });
  }

  clear(): void {
    this.#generation += 1;
    this.#keys.clear();
  }
}

const shared = globalThis as typeof globalThis & { belfryVerifiedKeys?: VerifiedKeys };

export function verifiedKeys(): VerifiedKeys {
  if (!shared.belfryVerifiedKeys) {
    shared.belfryVerifiedKeys = new VerifiedKeys();
    void listen(shared.belfryVerifiedKeys);
  }
  return shared.belfryVerifiedKeys;
}

/** Tells every process when the caller's transaction commits. */
export async function announceRevocation(apiKeyId: string): Promise<void> {
  await query('api-keys-announce', 'SELECT pg_notify($1, $2)', [REVOKED_CHANNEL, apiKeyId]);
}

/** Keeps one connection listening. A lost connection is replaced; in the meantime the limit of 5 s holds. */
async function listen(keys: VerifiedKeys): Promise<void> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    application_name: 'belfry-listen',
    keepAlive: true,
  });
  const lost = once(() => {
    keys.clear();
    setTimeout(() => void listen(keys), RECONNECT_MS).unref();
  });
  client.on('notification', () => keys.clear());
  client.on('error', lost);
  client.on('end', lost);
  try {
    await client.connect();
    await client.query(`LISTEN ${REVOKED_CHANNEL}`);
    keys.clear();
    (client as pg.Client & { unref(): void }).unref();
  } catch {
    lost();
    await client.end().catch(() => {});
  }
}

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (!ran) run();
    ran = true;
  };
}
