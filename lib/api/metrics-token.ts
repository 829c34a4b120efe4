import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '#lib/crypto.ts';
import { env } from '#lib/env.ts';
import { ApiError } from './errors.ts';

/** @throws ApiError 401 unless the request has `Authorization: Bearer <METRICS_TOKEN>` or no token is configured. */
export function requireMetricsToken(request: Request): void {
  if (!mayReadMetrics(request.headers.get('authorization') ?? undefined))
    throw new ApiError('unauthorized', 'Unauthorized');
}

/** Whether the header `authorization` has the token, if one is configured. It takes the same time for every header. */
export function mayReadMetrics(authorization = ''): boolean {
  const token = env().METRICS_TOKEN;
  if (token === undefined) return true;
  const [sent, expected] = [authorization, `Bearer ${token}`].map((text) => Buffer.from(sha256Hex(text)));
  return sent !== undefined && expected !== undefined && timingSafeEqual(sent, expected);
}
