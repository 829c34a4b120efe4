import { mayReadMetrics } from '#lib/metrics-token.ts';
import { ApiError } from './errors.ts';

/** @throws ApiError 401 unless the request has `Authorization: Bearer <METRICS_TOKEN>` or no token is configured. */
export function requireMetricsToken(request: Request): void {
  if (!mayReadMetrics(request.headers.get('authorization') ?? undefined))
    throw new ApiError('unauthorized', 'Unauthorized');
}
