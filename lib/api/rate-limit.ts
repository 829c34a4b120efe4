import { env } from '#lib/env.ts';
import type { ApiRequest } from './api-request.ts';
import { ApiError } from './errors.ts';
import type { Operation } from './operation.ts';
import type { RateCategory } from './rate-limits.ts';
import { type BucketSize, type Take, TokenLeases } from './token-leases.ts';

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
 * Counts the request against its environment. Only API keys are limited, and only if `RATE_LIMITS` is not false.
 *
 * @returns undefined when the request need not wait.
 * @throws ApiError 429
 */
export function limitRate(operation: Operation, apiRequest: ApiRequest): Promise<void> | undefined {
  const limits = env().RATE_LIMITS;
  if (limits === false || apiRequest.ctx?.actor.type !== 'apiKey') return undefined;
  const { category, isBulk } = limitOf(operation);
  return count(apiRequest, apiRequest.ctx.environmentId, category, limits[category], isBulk);
}

/** Returns the bucket that an API key's call of the operation draws from, and whether at the bulk cost. */
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
  shared.belfryRateLimits ??= new TokenLeases();
  const size = { capacity: Math.floor(perSecond * WINDOW_SECONDS * BURST), rate: perSecond };
  const cost = isBulk ? Math.min(BULK_COST, size.capacity) : 1;
  const take = await shared.belfryRateLimits.take(`${environmentId} ${category}`, size, cost);
  apiRequest.extraHeaders = { ...apiRequest.extraHeaders, ...rateHeaders(take, size, category, isBulk) };
  if (take.allowed) return;
  const seconds = Math.max(1, Math.ceil(take.waitSeconds));
  throw new ApiError('too_many_requests', 'API rate limit exceeded', { headers: { 'retry-after': String(seconds) } });
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
