/** Decides how the job continues after the providers' responses (docs/delivery.md, "Several addresses", "Retries"). */

import type { Decision, Note, SendFailure, SendResult, Target } from '#lib/engine/decision.ts';
import type { MessageRecord } from '#lib/engine/record/records.ts';
import { quotaCheckAt, type Retry, retryOf } from '#lib/engine/retry.ts';
import type { OwedMessage, RunContext } from '#lib/engine/run-context.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { afterJob, whileRetrying } from './chain.ts';
import type { Ending } from './ending.ts';
import { isFallback } from './fallback.ts';
import { messageRecord } from './message-record.ts';
import { copyFailure, copyNotes, missedCopies, owedAfter } from './owed.ts';
import { aboutCopies, maskedCopies, reachesCopied } from './rest.ts';
import {
  acceptanceOf,
  acceptedReason,
  connectionOf,
  isRetryable,
  providerOf,
  quotaReason,
  refusedReason,
  wordsOf,
} from './send-reason.ts';

type Delivery = Extract<Decision, { type: 'deliver' }>;

/** A target with its provider's response. */
interface Answered {
  target: Target;
  result: SendResult;
}

/** A target, its response, and the reason to store. */
interface Concluded extends Answered {
  reason: Reason;
  message: MessageRecord;
  /** The message that reached its recipient at an earlier attempt. This attempt is for recipients in copy. */
  before: OwedMessage | undefined;
}

/**
 * Concludes a step from the responses of its providers. The step succeeds if one target accepted the message, whatever
 * happened to the other targets. While another target may still accept the message, the job is retried for the missing
 * targets only.
 */
export function concludeDelivery(
  run: RunContext,
  delivery: Delivery,
  results: readonly SendResult[],
  now: Date,
): Ending {
  const answered = answersOf(delivery, results);
  const retry = retryOfDelivery(run, answered, now);
  const concluded = answered.map((each) => concludeTarget(run, delivery, each, retry, now));
  if (retry && answered.every(isUntried)) return retryUntried(run, delivery, concluded, retry, now);
  const ending = {
    notes: [...delivery.notes, ...concluded.flatMap((each) => notesOf(run, each))],
    messages: concluded.map(({ message }) => message),
    target: delivery.targets[0],
    goneDevices: concluded.flatMap(({ reason, target }) => goneDevice(reason, target)),
  };
  if (retry) return { ...ending, ...retryDelivery(run, concluded, retry, now) };
  const { status, reason } = settleDelivery(run, concluded);
  return { ...ending, status, reason, others: afterJob(run, status, now) };
}

/**
 * Returns the targets with their results. A target without a message to send counts as accepted, because storing its
 * record is the delivery, in a sandbox too.
 */
function answersOf({ targets }: Delivery, results: readonly SendResult[]): Answered[] {
  const byMessage = new Map(results.map((result) => [result.messageId, result]));
  return targets.map((target) => {
    const { messageId, message } = target;
    const result = byMessage.get(messageId);
    if (!result && message) throw new TypeError(`No record shows what happened to the message ${messageId}`);
    return { target, result: result ?? { messageId, type: 'accepted', sandbox: false } };
  });
}

/**
 * Returns the retry. Its attempt does not count if every temporary failure has a requested wait. The wait for a daily
 * quota does not delay a message with a shorter wait, because the quota may be raised at any time.
 */
function retryOfDelivery(run: RunContext, answered: readonly Answered[], now: Date): Retry | undefined {
  const passing = answered.flatMap(temporaryFailures);
  if (passing.length === 0) return undefined;
  const isQuota = passing.every(({ quota }) => quota);
  const waiting = isQuota ? passing : passing.filter(({ quota }) => !quota);
  const waits = waiting.map(({ retryAfterMs }) => retryAfterMs).filter((ms) => ms !== undefined);
  const requestedWaitMs = waits.length === waiting.length ? Math.max(...waits) : undefined;
  const retry = retryOf(run, now, requestedWaitMs);
  return retry && isQuota ? { ...retry, readyAt: quotaCheckAt(retry.readyAt, now) } : retry;
}

function failuresIn(result: SendResult): SendFailure[] {
  if (result.type === 'refused') return [result.error];
  return (result.refusedCopies ?? []).map(copyFailure);
}

/** Returns the failures after which another attempt may succeed. */
function temporaryFailures({ target, result }: Answered): SendFailure[] {
  if (result.type === 'refused' && (maySendByPrimary(target, result.error) || isFallback(target)))
    return [result.error];
  return failuresIn(result).filter(isRetryable);
}

/**
 * Whether the primary integration may still send a message that the new integration of a gradual switch refused. It
 * may, unless the refusal concerns the recipient.
 */
function maySendByPrimary({ rule }: Target, { kind }: SendFailure): boolean {
  return rule === 'switch' && kind !== 'recipient' && kind !== 'token_gone';
}

function concludeTarget(
  run: RunContext,
  delivery: Delivery,
  answered: Answered,
  retry: Retry | undefined,
  now: Date,
): Concluded {
  const { target } = answered;
  const before = run.sentMessages.has(target.messageId) ? run.owed?.get(target.messageId) : undefined;
  const about = { ...answered, target: aboutCopies(run, target) };
  const reason = reasonOf(run, about, retry, now);
  const isPassing = temporaryFailures(answered).length > 0 && retry !== undefined;
  const owed = owedAfter(answered, retry !== undefined);
  const message = messageRecord({ delivery, ...answered, reason, isPassing, owed, before, now });
  return { ...answered, reason, message, before };
}

/**
 * Returns the reason of a result. A temporary failure that is no longer retried gets a final reason, such as
 * `retries_exhausted`.
 */
function reasonOf({ attempt }: RunContext, { target, result }: Answered, retry: Retry | undefined, now: Date): Reason {
  if (result.type === 'accepted') return acceptedReason(target, result, attempt.number);
  const { error } = result;
  if (retry || !isRetryable(error)) {
    const readyAt = error.retryAfterMs === undefined ? undefined : new Date(now.getTime() + error.retryAfterMs);
    return refusedReason(target, error, attempt.number, readyAt);
  }
  const span = now.getTime() - attempt.seriesStartedAt.getTime();
  const by = providerOf(target.integration);
  const { status, providerCode, messagesPerSecond, quota } = error;
  if (quota) return quotaReason('quota_exceeded', target.integration, quota);
  if (messagesPerSecond !== undefined)
    return reasonFor('rate_limit_exceeded', {
      integration: target.integration.identifier,
      ...by,
      messagesPerSecond,
      span,
    });
  const said = { ...by, ...wordsOf(error), status, providerCode, address: target.address.shown };
  const tries = { attempts: attempt.number, span, ...said };
  if (error.kind === 'deferred') return reasonFor('mailbox_exhausted', tries);
  const unanswered = { ...connectionOf(error), acceptance: acceptanceOf(error) };
  return reasonFor('retries_exhausted', { ...tries, ...unanswered });
}

/**
 * Returns notes on the provider's response, also for recipients in copy, and on data that the sent message lacks. The
 * message to the main recipient is noted once.
 */
function notesOf(run: RunContext, each: Concluded): Note[] {
  const { result, target, before } = each;
  const copies = copyNotes(run, each);
  if (before) {
    const own = result.type === 'refused' ? [{ ...noteOf(each), status: 'Warning' as const }] : [];
    const exchange = result.type === 'accepted' ? result.exchange : undefined;
    return [...own, ...copies.map((note, at) => (at === 0 && exchange ? { ...note, exchange } : note))];
  }
  const { messageId, integration } = target;
  const problem = result.type === 'accepted' ? result.leftOut : undefined;
  if (problem === undefined) return [noteOf(each), ...copies];
  const reason = reasonFor('data_left_out', { ...providerOf(integration), problem });
  return [{ reason, messageId, integration }, noteOf(each), ...copies];
}

function noteOf({ target, result, reason }: Concluded): Note {
  const { messageId, integration } = target;
  const exchange = result.type === 'accepted' ? result.exchange : result.error.exchange;
  return { reason, messageId, integration, exchange };
}

function goneDevice(reason: Reason, { address }: Target) {
  return reason.code === 'token_gone' && address.device ? [address.device] : [];
}

/** Whether nothing was sent: the provider cannot be reached, or the integration's rate limit or quota is reached. */
function isUntried({ result }: Answered): boolean {
  return failuresIn(result).some(
    ({ heldSince, messagesPerSecond, quota }) => (heldSince ?? messagesPerSecond ?? quota) !== undefined,
  );
}

/** Records only the reason and no message, because very many jobs may be held back. */
function retryUntried(
  run: RunContext,
  delivery: Delivery,
  concluded: readonly Concluded[],
  retry: Retry,
  now: Date,
): Ending {
  const { readyAt, attempts, holdsChain } = retry;
  const notes = concluded.slice(0, 1).map(({ reason, target: { integration } }) => ({ reason, integration }));
  const copies = copiesWaitReason(run, concluded, { until: readyAt.toISOString(), attempt: attempts });
  const reason =
    copies ?? concluded[0]?.reason ?? reasonFor('retry_waiting', { until: readyAt.toISOString(), attempt: attempts });
  const others = whileRetrying(run, holdsChain, now);
  return { status: 'queued', reason, notes, others, again: { readyAt, attempts }, target: delivery.targets[0] };
}

function retryDelivery(
  run: RunContext,
  concluded: readonly Concluded[],
  { readyAt, attempts, holdsChain }: Retry,
  now: Date,
) {
  const failed = concluded.find((each) => temporaryFailures(each).length > 0 && !isUntried(each));
  const waiting = { until: readyAt.toISOString(), attempt: run.attempt.number };
  const reason = copiesWaitReason(run, concluded, waiting) ?? waitReason(failed, waiting);
  const others = whileRetrying(run, holdsChain, now);
  return { status: 'queued', reason, others, again: { readyAt, attempts } } as const;
}

interface Waiting {
  until: string;
  attempt: number;
}

/** Returns the reason if only recipients in copy wait. Undefined if the main recipient waits too. */
function copiesWaitReason(run: RunContext, concluded: readonly Concluded[], waiting: Waiting): Reason | undefined {
  if (!reachesCopied(run, acceptedIn(concluded))) return undefined;
  return reasonFor('rest_waiting', { ...waiting, ...missedRecipients(run, concluded, isRetryable) });
}

/**
 * Returns the recipients in copy who lack the message because of a failure that `isMeant` selects, and the first
 * response.
 */
function missedRecipients(
  run: RunContext,
  concluded: readonly Concluded[],
  isMeant: (failure: SendFailure) => boolean,
) {
  const all = concluded.flatMap((each) => {
    const { copies, failure } = missedCopies(run, each, isMeant);
    return failure ? [{ copies, failure, by: providerOf(each.target.integration) }] : [];
  });
  const [first] = all;
  if (!first) return undefined;
  const copies = maskedCopies(all.flatMap((each) => each.copies));
  return { ...first.by, ...wordsOf(first.failure), copies };
}

function acceptedIn(concluded: readonly Concluded[]): string[] {
  return concluded.flatMap(({ target, result }) => (result.type === 'accepted' ? target.messageId : []));
}

function waitReason(failed: Concluded | undefined, { until, attempt }: Waiting): Reason {
  const [failure] = failed ? temporaryFailures(failed) : [];
  if (!failed || !failure) return reasonFor('retry_waiting', { until, attempt });
  const { integration } = failed.target;
  if (failed.reason.code === 'mailbox_waiting')
    return reasonFor('mailbox_waiting', { ...failed.reason.evidence, until, attempt });
  const said = { ...providerOf(integration), ...wordsOf(failure), ...connectionOf(failure) };
  return reasonFor('retry_waiting', { until, attempt, ...said });
}

/**
 * Returns the end of the step: completed if any target accepted the message now or at an earlier attempt, skipped if no
 * device is left, otherwise failed.
 */
function settleDelivery(run: RunContext, concluded: readonly Concluded[]): Pick<Ending, 'status' | 'reason'> {
  const accepted = acceptedIn(concluded);
  const rest = reachesCopied(run, accepted) ? missedRecipients(run, concluded, () => true) : undefined;
  if (rest) return { status: 'completed', reason: reasonFor('rest_failed', { ...rest, attempts: run.attempt.number }) };
  const sent = concluded.find(({ result }) => result.type === 'accepted');
  if (sent) return { status: 'completed', reason: sent.before?.reason ?? sent.reason };
  if (run.sentMessages.size > 0) return { status: 'completed', reason: sentBeforeReason(run) };
  const failed = concluded.find(({ reason }) => reason.code !== 'token_gone');
  if (failed) return { status: 'failed', reason: failed.reason };
  return { status: 'skipped', reason: concluded[0]?.reason ?? reasonFor('no_token', {}) };
}

function sentBeforeReason({ attempt, integrations, job }: RunContext): Reason {
  const integration = integrations.find(({ id }) => id === job.integrationId) ?? integrations[0];
  const by = integration ? providerOf(integration) : { provider: 'The provider' };
  return reasonFor('sent', { ...by, attempt: attempt.number });
}
