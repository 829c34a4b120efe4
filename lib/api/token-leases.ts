/** Raw statements: a single statement refills a bucket and takes tokens from it, because it runs often. */
import { LRUCache } from 'lru-cache';
import { query } from '#lib/postgres/db.ts';

export interface BucketSize {
  /** The number of tokens in a full bucket. */
  capacity: number;
  /** Tokens added per second. */
  rate: number;
}

export interface Take {
  allowed: boolean;
  /** The number of tokens left, in this process and in the database, as far as this process knows. */
  remaining: number;
  /** Seconds until enough tokens are available. 0 if the call is allowed. */
  waitSeconds: number;
}

interface Lease {
  /** Tokens that this process has taken from the database and not yet spent. */
  tokens: number;
  /** Tokens that were left in the database at `seenAt`. Infinity before the first query. */
  left: number;
  /** Time of the last query, from `performance.now()`. */
  seenAt: number;
  pending: Promise<void> | undefined;
}

interface Granted {
  granted: number;
  left: number;
}

const LEASED_SECONDS = 0.1;
const MAX_LEASES = 10_000;

/**
 * Token buckets that several processes share. Each process takes tokens for a tenth of a second from PostgreSQL at a
 * time and spends them from memory, so most requests need no statement. A process never requests more tokens than the
 * database can have by now, so most rejected calls need no statement either. A call that is rejected because of its
 * cost takes no tokens, so cheaper calls can still use them.
 */
export class TokenLeases {
  readonly #leases = new LRUCache<string, Lease>({ max: MAX_LEASES });

  /** Takes `cost` tokens, but at most the capacity, from the bucket `key`. Takes none if there are too few. */
  async take(key: string, size: BucketSize, cost: number): Promise<Take> {
    const lease = this.#leaseOf(key);
    while (lease.tokens < cost && lease.tokens + mostLeft(lease, size) >= cost) {
      lease.pending ??= this.#renew(lease, key, size, cost).finally(() => {
        lease.pending = undefined;
      });
      await lease.pending;
    }
    if (lease.tokens < cost) return tooMany(lease, size, cost);
    lease.tokens -= cost;
    return { allowed: true, remaining: Math.floor(lease.tokens + lease.left), waitSeconds: 0 };
  }

  #leaseOf(key: string): Lease {
    const known = this.#leases.get(key);
    if (known) return known;
    const created: Lease = { tokens: 0, left: Number.POSITIVE_INFINITY, seenAt: 0, pending: undefined };
    this.#leases.set(key, created);
    return created;
  }

  async #renew(lease: Lease, key: string, size: BucketSize, cost: number): Promise<void> {
    const needed = cost - lease.tokens;
    const { granted, left } = await draw(key, size, needed, Math.max(needed, Math.floor(size.rate * LEASED_SECONDS)));
    lease.tokens += granted;
    lease.left = left;
    lease.seenAt = performance.now();
  }
}

/**
 * Returns the largest number of tokens that the database can have now. The real number is smaller if other processes
 * have taken some.
 */
function mostLeft({ left, seenAt }: Lease, { capacity, rate }: BucketSize): number {
  return Math.min(capacity, left + ((performance.now() - seenAt) / 1000) * rate);
}

function tooMany(lease: Lease, size: BucketSize, cost: number): Take {
  const remaining = lease.tokens + mostLeft(lease, size);
  return { allowed: false, remaining: Math.floor(remaining), waitSeconds: Math.max(0, (cost - remaining) / size.rate) };
}

/**
 * Refills the bucket for the elapsed time, then takes up to `wanted` tokens. Takes none if fewer than `needed` are
 * available.
 */
async function draw(key: string, size: BucketSize, needed: number, wanted: number): Promise<Granted> {
  const [drawn] = await drawFrom(key, size, needed, wanted);
  if (drawn) return drawn;
  await query(
    'rate_limit_fill',
    `INSERT INTO rate_limit_buckets (key, tokens, updated_at) VALUES ($1, $2, clock_timestamp()) ON CONFLICT DO NOTHING`,
    [key, size.capacity],
  );
  const [first] = await drawFrom(key, size, needed, wanted);
  return first ?? { granted: 0, left: 0 };
}

function drawFrom(key: string, size: BucketSize, needed: number, wanted: number): Promise<Granted[]> {
  return query<Granted>(
    'rate_limit_draw',
    `WITH bucket AS (
       SELECT least($2::float8, tokens + $3::float8 * greatest(0, extract(epoch FROM clock_timestamp() - updated_at)::float8)) AS tokens
       FROM rate_limit_buckets WHERE key = $1 FOR UPDATE
     ), share AS (
       SELECT tokens, CASE WHEN tokens >= $4::float8 THEN least(tokens, $5::float8) ELSE 0 END AS granted FROM bucket
     )
     UPDATE rate_limit_buckets AS b SET tokens = share.tokens - share.granted, updated_at = clock_timestamp()
     FROM share WHERE b.key = $1
     RETURNING share.granted, b.tokens AS "left"`,
    [key, size.capacity, size.rate, needed, wanted],
  );
}
