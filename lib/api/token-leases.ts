/** Raw statements: a bucket is filled up and drawn from in one step, on the way of every call. */
import { query } from '#lib/db.ts';

export interface BucketSize {
  /** Tokens a full bucket holds. */
  capacity: number;
  /** Tokens per second that flow in. */
  rate: number;
}

export interface Take {
  allowed: boolean;
  /** Tokens left, here and in the database, as far as this process knows. */
  remaining: number;
  /** Seconds until enough tokens are there; 0 when allowed. */
  waitSeconds: number;
}

interface Lease {
  /** Drawn and not yet spent. */
  tokens: number;
  /** What the database had left at `seenAt`; Infinity until it was asked. */
  left: number;
  /** By `performance.now()`. */
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
 * Token buckets that several processes share: each takes tokens out of PostgreSQL in batches worth a tenth of a second and spends
 * them from memory, so that a request rarely costs a statement. The database is not asked for more than it can have by now, so
 * that refusals cost no statement either; what is too much for one call is no reason to refuse a smaller one.
 */
export class TokenLeases {
  readonly #leases = new Map<string, Lease>();

  /** Takes `cost` tokens, at most the capacity, out of bucket `key`, or none. */
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
    if (this.#leases.size >= MAX_LEASES) this.#leases.clear();
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

/** What the bucket in the database holds by now if no other process drew from it. */
function mostLeft({ left, seenAt }: Lease, { capacity, rate }: BucketSize): number {
  return Math.min(capacity, left + ((performance.now() - seenAt) / 1000) * rate);
}

function tooMany(lease: Lease, size: BucketSize, cost: number): Take {
  const remaining = lease.tokens + mostLeft(lease, size);
  return { allowed: false, remaining: Math.floor(remaining), waitSeconds: Math.max(0, (cost - remaining) / size.rate) };
}

/** Fills the bucket up for the time gone by, then draws up to `wanted` tokens, or none when fewer than `needed` are there. */
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
