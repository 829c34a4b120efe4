/** The rules for retrying a step and for sending it again. Pages show them beforehand, and the server applies them. */
import type { Job } from '#lib/notifications/schema.ts';
import { hasProblem, jobState } from '#lib/notifications/status/job-state.ts';
import { addressField, addressName } from '#lib/reasons/links.ts';
import { type Fix, layerOf, parseReason, waitsToBeSent } from '#lib/reasons/registry.ts';
import { channelOf, isDelivery } from '#lib/steps/labels.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { counted } from '#lib/text/counted.ts';
import { HOUR_MS } from '#lib/time/durations.ts';

interface RunEnd {
  /** The reason why the run was ended from outside. */
  ended?: unknown;
  /** The present workflow. */
  template?:
    | { deletedAt?: string | Date | null | undefined; resendWithinHours?: number | null | undefined }
    | undefined;
  /**
   * The time at which the run was triggered. Undefined if its age does not matter, because Belfry sends the step
   * automatically in any case.
   */
  createdAt?: string | Date | undefined;
}

/**
 * Returns why no step of the run can be retried, whatever its result. The pages show this text beforehand, and the server
 * returns it as error. Undefined if steps can be retried.
 */
export function whyNoRetry(run: RunEnd): string | undefined {
  const cause = obstacleToRetry(run);
  return cause && `Cannot retry: ${cause}`;
}

/** Returns `whyNoRetry` for a step. The limit of the workflow does not apply to a step that waits for its next attempt. */
export function whyNoStepRetry(run: RunEnd, { status }: Pick<Job, 'status'>): string | undefined {
  return whyNoRetry(status === 'queued' ? { ...run, createdAt: undefined } : run);
}

/** Returns the cause of `whyNoRetry` as a clause: "the run was cancelled". */
export function obstacleToRetry({ ended: reason, template, createdAt }: RunEnd): string | undefined {
  if (reason != null) return 'the run was cancelled';
  return template?.deletedAt ? 'the workflow was deleted' : tooOld({ template, createdAt });
}

/** Returns a clause if the run is older than its workflow allows for sending again. */
function tooOld({ template, createdAt }: Omit<RunEnd, 'ended'>): string | undefined {
  const hours = template?.resendWithinHours ?? undefined;
  if (hours === undefined || createdAt === undefined) return undefined;
  const isOld = Date.now() - new Date(createdAt).getTime() > hours * HOUR_MS;
  return isOld ? `the run is older than its workflow’s limit of ${counted(hours, 'hour')}` : undefined;
}

const SENDABLE_AGAIN: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped']);

/** Whether the step sent a message, or would have sent one, so that it can be sent again in a separate run. */
export function canResend({ type, status }: Pick<Job, 'type' | 'status'>): boolean {
  return isDelivery(type) && SENDABLE_AGAIN.has(status);
}

/**
 * Returns the label of the button that sends the step's message in a separate run. The message is sent again, or for
 * the first time if the step was skipped because something was missing. Undefined for steps without such a message, and
 * for failed steps, which are retried.
 */
export function resendLabel(job: Pick<Job, 'type' | 'status' | 'reason'>): string | undefined {
  if (!canResend(job)) return undefined;
  if (job.status === 'skipped') return hasProblem(job) ? 'Send now' : undefined;
  return jobState(job) === 'sent' ? 'Send again' : undefined;
}

/** Returns why no step of the run can be sent again. Undefined if steps can be sent again. */
export function whyNoResend({
  template,
  createdAt,
  subscriber,
}: Omit<RunEnd, 'ended'> & { subscriber?: { deletedAt?: unknown } | undefined }): string | undefined {
  if (template?.deletedAt) return 'Cannot send again: the workflow was deleted';
  if (!subscriber || subscriber.deletedAt) return 'Cannot send again: the subscriber was deleted';
  const cause = tooOld({ template, createdAt });
  return cause && `Cannot send again: ${cause}`;
}

/**
 * Returns why a skipped step cannot be sent now: the recipient still lacks the address for its channel. Otherwise
 * returns `whyNoResend`.
 */
export function whyNoStepResend(
  run: RunEnd & { subscriber?: Parameters<typeof nameOf>[0] & { email?: string; phone?: string; deletedAt?: unknown } },
  { type, status }: Pick<Job, 'type' | 'status'>,
): string | undefined {
  const field = addressField(channelOf(type));
  const { subscriber } = run;
  const isWithout = status === 'skipped' && field !== undefined && subscriber && !subscriber[field];
  const missing = isWithout ? `Cannot send: ${nameOf(subscriber)} has no ${addressName(channelOf(type))}` : undefined;
  return whyNoResend(run) ?? missing;
}

/**
 * Whether a retry of a failed step, or of a step that waits for its next attempt, may help. A retry runs the triggered
 * version of the workflow, so it cannot help if the step itself must be changed.
 */
export function canRetry({ status, reason }: Pick<Job, 'status' | 'reason'>, fix: Fix | undefined): boolean {
  const parsed = parseReason(reason);
  if (status === 'queued') return parsed !== undefined && waitsToBeSent(parsed);
  const needsVersion =
    fix !== undefined && fix.action !== 'retry' && parsed !== undefined && layerOf(parsed) === 'step';
  return status === 'failed' && !needsVersion;
}
