import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '#lib/crypto.ts';
import { env } from '#lib/env.ts';
import { ApiError } from './errors.ts';

/** @throws ApiError 401 unless the request has `Authorization: Bearer <METRICS_TOKEN>` or no token is configured. */
export function requireMetricsToken(request: Request): void {
  const token = env().METRICS_TOKEN;
  if (token === undefined) return;
  const sent = sha256Hex(request.headers.get('authorization') ?? '');
  const expected = sha256Hex(`Bearer ${token}`);
  if (!timingSafeEqual(Buffer.from(sent), Buffer.from(expected))) throw new ApiError('unauthorized', 'Unauthorized');
}
