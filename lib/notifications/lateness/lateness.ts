/** Wire shape of the delay of a message. */
import { z } from 'zod';
import { Timestamp } from '#lib/api/wire.ts';
import { Channel } from '#lib/providers/channel.ts';

/**
 * - `outage`: the provider could not be reached.
 * - `retry`: the step failed, and someone retried it.
 * - `provider`: the provider accepted the message only at a later attempt.
 * - `no_response`: the provider did not respond at first, outside of an outage.
 * - `limit`: the message waited for the rate limit or the daily quota of its integration.
 * - `worker`: a worker stopped while it was sending.
 * - `queue`: no worker was free.
 * - `unknown`: the cause was not recorded.
 */
const LATE_CAUSES = ['outage', 'retry', 'provider', 'no_response', 'limit', 'worker', 'queue', 'unknown'] as const;
export type LateCause = (typeof LATE_CAUSES)[number];

/** An outage that held up a step. */
export const HeldBy = z.strictObject({
  integrationId: z.string(),
  openedAt: Timestamp,
  /** Absent while the outage lasts. */
  closedAt: Timestamp.optional(),
});
export type HeldBy = z.infer<typeof HeldBy>;

/** A part of the delay with one cause. */
const LateShare = z.strictObject({
  cause: z.enum(LATE_CAUSES),
  ms: z.int(),
  /**
   * The name of the integration, for `outage`, `provider`, `no_response` and `limit`. Absent if it is not recorded.
   */
  provider: z.string().optional(),
  /** Who retried the step, for `retry`: an email address, or “an API key”. */
  actor: z.string().optional(),
  /** The time of the retry, for `retry`. */
  at: Timestamp.optional(),
  /** The start of the outage, for `outage`. */
  since: Timestamp.optional(),
  /** The end of the outage, for `outage`. Absent while it lasts, and if the outage is no longer kept. */
  until: Timestamp.optional(),
});
export type LateShare = z.infer<typeof LateShare>;

/** The delay of a message that was sent late (docs/delivery.md, "Explanations"). */
export const Lateness = z.strictObject({
  /** Job._id of the step that sent the message. */
  jobId: z.string(),
  channel: Channel,
  /** Milliseconds from the time at which the step was due. */
  afterMs: z.int(),
  /**
   * The median of the same step in up to 50 earlier runs of the workflow version, without runs in outages. Absent if
   * there are too few such runs, or if those were late too.
   */
  usualMs: z.int().optional(),
  /** The number of messages that `usualMs` is the median of. */
  usualOf: z.int().optional(),
  /** The cause of the largest share. */
  cause: z.enum(LATE_CAUSES),
  /** The causes in the order of their beginning, each with its part of `afterMs`. Very small parts count for the part before them. */
  shares: z.array(LateShare).min(1),
});
export type Lateness = z.infer<typeof Lateness>;
