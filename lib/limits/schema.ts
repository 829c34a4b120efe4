/** Wire shape of the installation's limits, which environment variables set. */
import { z } from 'zod';

export const Limits = z.strictObject({
  /** Days for which runs and messages are kept, unless an environment keeps them for less. `RETENTION_DAYS`. */
  retentionDays: z.int(),
  /** Days for which calls are kept. `REQUEST_LOG_RETENTION_DAYS`. */
  requestLogRetentionDays: z.int(),
  /** The longest delay, digest or throttle, in days. `MAX_SPAN_DAYS`. */
  maxSpanDays: z.int(),
  /** The largest body of a request, in bytes. `BODY_LIMIT_BYTES`. */
  bodyLimitBytes: z.int(),
  /** Requests per second of one environment, by kind of operation. Null without limits. `RATE_LIMITS`. */
  rateLimits: z.strictObject({ trigger: z.int(), configuration: z.int(), global: z.int() }).nullable(),
});
export type Limits = z.infer<typeof Limits>;
