import { env } from '#lib/env.ts';
import type { ApiRequest } from './api-request.ts';
import { ApiError } from './errors.ts';
import type { Operation } from './operation.ts';
import type { RateCategory } from './rate-limits.ts';
import { type BucketSize, type Take, TokenLeases } from './token-leases.ts';

/**
 * The limit on changes by one subscriber in an inbox. A click counts as one change, and so does a batch of seen
 * messages.
 */
const READER_CHANGES = { capacity: 300, rate: 10 };

const WINDOW_SECONDS = 5;
const BURST = 1.1;
const BULK_COST = 100;

const categoryOfTag: Record<string, RateCategory> = {
  Events: 'trigger',
  Subscribers: 'configuration',
  Topics: 'configuration',
  Workflows: 'configuration',
};

const shared = globalThis as typeof globalThis & { belfryRateLimits?: TokenLeases };

/**
 * Limits changes by a subscriber in the inbox, per subscriber. Unless `RATE_LIMITS` is false, also limits requests by
 * API keys, per environment. Users are not limited.
 *
 * @returns undefined if the request can continue without waiting for the database.
 * @throws ApiError 429 if the limit is reached.
 */
export function limitRate(operation: Operation, apiRequest: ApiRequest): Promise<void> | undefined {
  const { ctx, request } = apiRequest;
  if (!ctx) return undefined;
  const { environmentId, actor } = ctx;
  if (actor.type === 'subscriber')
    return request.method === 'GET' ? undefined : takeOne(`${environmentId} ${actor.subscriberId}`, READER_CHANGES);
  const limits = env().RATE_LIMITS;
  if (limits === false || actor.type !== 'apiKey') return undefined;
  const { category, isBulk } = limitOf(operation);
  return count(apiRequest, environmentId, category, limits[category], isBulk);
}

/**
 * Takes one token from a bucket.
 *
 * @throws ApiError 429 if the bucket is empty.
 */
export async function takeOne(key: string, size: BucketSize): Promise<void> {
  requireTaken(await leases().take(key, size, 1));
}

function leases(): TokenLeases {
  shared.belfryRateLimits ??= new TokenLeases();
  return shared.belfryRateLimits;
}

function requireTaken({ allowed, waitSeconds }: Take): void {
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(waitSeconds));
  throw new ApiError('too_many_requests', 'API rate limit exceeded', { headers: { 'retry-after': String(seconds) } });
}

/**
 * Returns the bucket from which an API key's call of the operation takes tokens, and whether the call has the higher
 * cost of a bulk request.
 */
export function limitOf({ rateLimit, tag }: Pick<Operation, 'rateLimit' | 'tag'>): {
  category: RateCategory;
  isBulk: boolean;
} {
  return { category: rateLimit?.category ?? categoryOfTag[tag] ?? 'global', isBulk: rateLimit?.cost === 'bulk' };
}

async function count(
  apiRequest: ApiRequest,
  environmentId: string,
  category: RateCategory,
  perSecond: number,
  isBulk: boolean,
) {
  const size = { capacity: Math.floor(perSecond * WINDOW_SECONDS * BURST), rate: perSecond };
  const cost = isBulk ? Math.min(BULK_COST, size.capacity) : 1;
  const take = await leases().take(`${environmentId} ${category}`, size, cost);
  apiRequest.extraHeaders = { ...apiRequest.extraHeaders, ...rateHeaders(take, size, category, isBulk) };
  requireTaken(take);
}

function rateHeaders(take: Take, { capacity, rate }: BucketSize, category: RateCategory, isBulk: boolean) {
  const limit = rate * WINDOW_SECONDS;
  const remaining = Math.min(Math.max(0, take.remaining), limit);
  const policy = [
    limit,
    `w=${WINDOW_SECONDS}`,
    `burst=${capacity}`,
    'comment="token bucket"',
    `category="${category}"`,
  ];
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil((limit - remaining) / rate)),
    'ratelimit-policy': [...policy, `cost="${isBulk ? 'bulk' : 'single'}"`].join(';'),
  };
}
