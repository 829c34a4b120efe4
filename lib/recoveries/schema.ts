/** Wire shapes of recoveries, which are beyond the interface. */
import { z } from 'zod';
import { GivenReason, JsonObject, storableText } from '#lib/api/text.ts';
import { Timestamp } from '#lib/api/wire.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { REASON_CODES } from '#lib/reasons/registry.ts';

/**
 * The filters of the list of runs, for failed runs. Unknown fields are errors, because ignoring them would widen the
 * filter.
 */
export const RecoveryFilter = z.strictObject(
  ListNotificationsQuery.omit({ page: true, limit: true, view: true, notificationId: true, status: true }).shape,
);
export type RecoveryFilter = z.infer<typeof RecoveryFilter>;

/** Body of POST /v1/notifications/recoveries/dry-run. */
export const PreviewRecoveryBody = z.object({ filter: RecoveryFilter });
export type PreviewRecoveryBody = z.infer<typeof PreviewRecoveryBody>;

/** Body of POST /v1/notifications/recoveries. */
export const CreateRecoveryBody = PreviewRecoveryBody.extend({
  /** Why the runs are retried, for the audit log. */
  reason: GivenReason,
});
export type CreateRecoveryBody = z.infer<typeof CreateRecoveryBody>;

const CauseCount = z.strictObject({ reason: z.string(), count: z.int() });
export type CauseCount = z.infer<typeof CauseCount>;

const ReasonCount = z.strictObject({ code: z.enum(REASON_CODES), count: z.int() });
export type ReasonCount = z.infer<typeof ReasonCount>;

/** The results that a recovery would have now. The numbers are runs. */
export const RecoveryPreview = z.strictObject({
  /** The failed runs of the filter. */
  total: z.int(),
  /** The counted runs: the newest ones, at most 1,000. `retryable` and `notRetryable` add up to this number. */
  failed: z.int(),
  /** The sum of the next five fields. */
  retryable: z.int(),
  /** The runs that Belfry can send now. The provider may still refuse them. */
  wouldSend: z.int(),
  /** The runs that would wait, because the provider of their integration does not respond now. */
  wouldWait: z.int(),
  /**
   * The runs that Belfry can send, but that the provider permanently refused, with the same integration and address.
   */
  likelyToFail: z.array(ReasonCount),
  /** The runs that would end as skipped now. */
  wouldSkip: z.array(ReasonCount),
  /** The runs that would fail again. */
  wouldFail: z.array(ReasonCount),
  notRetryable: z.array(CauseCount),
  /**
   * The runs of `retryable` with a message that may have arrived already, because the outcome of an attempt is unknown.
   * Runs that would be skipped are not counted.
   */
  mayHaveArrived: z.int(),
  /** Whether older runs are not counted, because there are too many or counting took too long. */
  isPartial: z.boolean(),
});
export type RecoveryPreview = z.infer<typeof RecoveryPreview>;

export const RECOVERY_STATUSES = ['running', 'stopped', 'done'] as const;

/** The present results of the runs that a recovery retried. */
export const RECOVERY_RESULTS = ['sent', 'failed', 'skipped', 'running'] as const;
export type RecoveryResult = (typeof RECOVERY_RESULTS)[number];

const RecoveryResults = z.strictObject({
  sent: z.int(),
  failed: z.int(),
  /** Including runs that ended without a message in another way, such as cancelled ones. */
  skipped: z.int(),
  /** The runs that have not ended yet. */
  running: z.int(),
});
export type RecoveryResults = z.infer<typeof RecoveryResults>;

/** Failed runs that are retried together. */
export const Recovery = z.strictObject({
  _id: z.string(),
  status: z.enum(RECOVERY_STATUSES),
  filter: JsonObject,
  reason: z.string(),
  requestedBy: z.strictObject({ type: z.enum(['user', 'apiKey', 'system']), _id: z.string(), label: z.string() }),
  /** The failed runs of the filter at the time of the request. */
  total: z.int(),
  retried: z.int(),
  /** The runs that were no longer failed, or cannot be retried. */
  skipped: z.int(),
  /** Why runs were skipped. The counts add up to `skipped`; recoveries of earlier releases have none. */
  notRetried: z.array(CauseCount),
  /**
   * The present results of the retried runs that still exist. In a list, only the newest recovery has them; recoveries of
   * earlier releases have none.
   */
  results: RecoveryResults.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  endedAt: Timestamp.optional(),
});
export type Recovery = z.infer<typeof Recovery>;

/** The newest recoveries, newest first. */
export const RecoveryList = z.strictObject({ data: z.array(Recovery) });
export type RecoveryList = z.infer<typeof RecoveryList>;

export const RecoveryParams = z.object({ recoveryId: storableText(255).min(1) });
