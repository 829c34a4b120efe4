import { env } from '#lib/env.ts';
import type { Limits } from './schema.ts';

/** Returns the limits of the installation. */
export function getLimits(): Limits {
  const { RETENTION_DAYS, REQUEST_LOG_RETENTION_DAYS, MAX_SPAN_DAYS, BODY_LIMIT_BYTES, RATE_LIMITS } = env();
  return {
    retentionDays: RETENTION_DAYS,
    requestLogRetentionDays: REQUEST_LOG_RETENTION_DAYS,
    maxSpanDays: MAX_SPAN_DAYS,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    rateLimits: RATE_LIMITS === false ? null : RATE_LIMITS,
  };
}
