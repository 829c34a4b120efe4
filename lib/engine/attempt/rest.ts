/**
 * Steps that have reached their recipient while others still lack the message: recipients in copy, and addresses that
 * the trigger adds. Such a step counts as sent (docs/delivery.md, "Several addresses"). Pure.
 */

import type { AnyDecision, Target } from '#lib/engine/decision.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { isAmong } from '#lib/providers/email-address.ts';
import { type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { channelOf } from '#lib/steps/labels.ts';
import { maskEmail } from '#lib/steps/mask-address.ts';
import { MAIN_EMAIL } from '#lib/steps/run.ts';
import { messageId } from './message-id.ts';

/** Whether an earlier attempt reached the recipient of the step. */
function hasReached(run: RunContext): boolean {
  if (run.sentMessages.size === 0) return false;
  return !isEmail(run) || run.sentMessages.has(mainMessage(run));
}

/** Whether an email has reached its recipient, at this attempt or earlier. Only emails have copies. */
export function reachesCopied(run: RunContext, accepted: readonly string[]): boolean {
  return isEmail(run) && (hasReached(run) || accepted.includes(mainMessage(run)));
}

function isEmail({ job }: RunContext): boolean {
  return channelOf(job.step.type) === 'email';
}

/** Returns the ID of the message to the subscriber's own address. */
function mainMessage({ environment, job, attempt }: RunContext): string {
  return messageId(environment.id, job.id, MAIN_EMAIL, attempt.firstClaimedAt);
}

/** Whether the recipient has the message, so that this attempt is for recipients in copy only. */
export function isForCopies({ sentMessages }: RunContext, { messageId: id, message }: Target): boolean {
  return sentMessages.has(id) && message?.channel === 'email' && message.only !== undefined;
}

/**
 * Returns the target with the copies as its address, so that reasons do not name the recipient, who has the message.
 */
export function aboutCopies(run: RunContext, target: Target): Target {
  if (!isForCopies(run, target) || target.message?.channel !== 'email') return target;
  const shown = (target.message.only ?? []).map(maskEmail).join(', ');
  return { ...target, address: { ...target.address, shown } };
}

/** Returns the recipients in copy whom this attempt reached. Empty if a refusal names no address. */
export function reachedCopies({ message }: Target, refused: readonly (string | undefined)[]): string[] {
  const only = message?.channel === 'email' ? (message.only ?? []) : [];
  const known = refused.flatMap((address) => address ?? []);
  return known.length < refused.length ? [] : only.filter((address) => !isAmong(address, known));
}

/**
 * Keeps a step that has reached its recipient as sent, whatever stops the message to the other recipients: a
 * cancellation, a changed preference or a suppressed address.
 */
export function keepReached(run: RunContext, decision: AnyDecision): AnyDecision {
  if (!hasReached(run)) return decision;
  const { notes } = decision;
  switch (decision.type) {
    case 'cancel':
    case 'skip':
    case 'fail': {
      const reason = restReason(run, decision.reason);
      const noted = { reason: decision.reason, status: 'Warning' } as const;
      const hasCancellation = reason.code === 'rest_cancelled';
      const endsRun = decision.type === 'cancel';
      return { type: 'reached', reason, endsRun, notes: hasCancellation ? notes : [...notes, noted] };
    }
    case 'retry': {
      const { readyAt, reason } = decision;
      const waiting = { until: readyAt.toISOString(), attempt: run.attempt.number, problem: summaryOf(reason) };
      return isEmail(run)
        ? { ...decision, reason: reasonFor('rest_waiting', { ...waiting, copies: owedCopies(run) }) }
        : decision;
    }
    default:
      return decision;
  }
}

function restReason(run: RunContext, reason: Reason): Reason {
  const copies = owedCopies(run);
  if (reason.code === 'canceled') return reasonFor('rest_cancelled', { ...reason.evidence, copies });
  return reasonFor('rest_failed', { problem: summaryOf(reason), copies });
}

/** Returns the recipients, masked, who still lacked the message after earlier attempts. Undefined if unknown. */
function owedCopies({ job, owed, sentMessages }: RunContext): string[] | undefined {
  if (job.reason?.code === 'rest_waiting') return job.reason.evidence.copies && [...job.reason.evidence.copies];
  const owing = [...(owed ?? [])].filter(([id]) => sentMessages.has(id));
  return maskedCopies(owing.flatMap(([, { recipients }]) => recipients));
}

/** Returns the masked addresses. Undefined if there are none. */
export function maskedCopies(addresses: readonly string[]): string[] | undefined {
  const masked = [...new Set(addresses.map((address) => (address.includes('•') ? address : maskEmail(address))))];
  return masked.length > 0 ? masked : undefined;
}
