/** Wire shape of the delay of a message. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';

/**
 * - `outage`: the provider could not be reached.
 * - `retry`: the step failed, and someone retried it.
 * - `provider`: the provider accepted the message only at a later attempt.
 * - `limit`: the message waited for the rate limit or the daily quota of its integration.
 * - `worker`: a worker stopped while it was sending.
 * - `queue`: no worker was free.
 * - `unknown`: the cause was not recorded.
 */
const LATE_CAUSES = ['outage', 'retry', 'provider', 'limit', 'worker', 'queue', 'unknown'] as const;
export type LateCause = (typeof LATE_CAUSES)[number];

/** The delay of a message that was sent late (docs/delivery.md, "Explanations"). */
export const Lateness = z.strictObject({
  /** Job._id of the step that sent the message. */
  jobId: z.string(),
  channel: Channel,
  /** Milliseconds from the time at which the step was due. */
  afterMs: z.int(),
  /** The median of the same step in earlier runs. Absent if too few are known, or if they were late too. */
  usualMs: z.int().optional(),
  cause: z.enum(LATE_CAUSES),
  /** The name of the provider, for `outage`, `provider` and `limit`, and for `retry` after an outage. */
  provider: z.string().optional(),
  /** Who retried the step, for `retry`: an email address, or “an API key”. */
  actor: z.string().optional(),
  /** For `outage`, and for `retry` of a step that failed in an outage, if the outage is kept. */
  outage: z.strictObject({ integrationId: z.string(), openedAt: Timestamp, closedAt: Timestamp.optional() }).optional(),
});
export type Lateness = z.infer<typeof Lateness>;
