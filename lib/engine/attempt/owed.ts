/**
 * Messages that reached only some of their recipients: who still lacks them, and notes on the other recipients. Pure.
 */

import type { Note, SendFailure, SendResult, Target } from '#lib/engine/decision.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { isAmong } from '#lib/providers/email-address.ts';
import { recipientsOf } from '#lib/providers/mailbox.ts';
import type { RefusedRecipient } from '#lib/providers/send.ts';
import { maskEmail } from '#lib/steps/mask-address.ts';
import { isForCopies, reachedCopies } from './rest.ts';
import { acceptedReason, isRetryable, refusedReason } from './send-reason.ts';

interface Answered {
  target: Target;
  result: SendResult;
}

/** Returns the addresses that still lack the message. Undefined if none do, or if no recipient was reached. */
export function owedAfter({ target: { message }, result }: Answered, isRetried: boolean): string[] | undefined {
  if (!message) return undefined;
  const before = message.channel === 'email' ? message.only : undefined;
  if (result.type === 'accepted') {
    const passing = (result.refusedCopies ?? []).filter(
      (copy) => isRetryable(copyFailure(copy)) && copy.address !== undefined,
    );
    return isRetried && passing.length > 0 ? passing.flatMap(({ address }) => address ?? []) : undefined;
  }
  const { taken = [] } = result.error;
  if (taken.length === 0) return before && [...before];
  return (before ?? recipientsOf(message)).filter((address) => !isAmong(address, taken));
}

/**
 * Returns a note for each recipient in copy who was refused although the message was accepted, who was reached although
 * the message was refused, or whom a later attempt reached.
 */
export function copyNotes(run: RunContext, { target, result }: Answered): Note[] {
  const { attempt } = run;
  const { messageId, integration } = target;
  const noteOf = (reason: Note['reason'], more: Partial<Note> = {}) => ({ reason, messageId, integration, ...more });
  const inCopy = (address: string | undefined): Target => ({
    ...target,
    address: { ...target.address, shown: address === undefined ? 'one in copy' : maskEmail(address) },
  });
  const reached = (address: string) => {
    const accepted = { messageId, type: 'accepted', sandbox: integration.sandbox } as const;
    return noteOf(acceptedReason(inCopy(address), accepted, attempt.number));
  };
  if (result.type === 'refused') return (result.error.taken ?? []).map(reached);
  const refused = result.refusedCopies ?? [];
  const reachedNow = isForCopies(run, target)
    ? reachedCopies(
        target,
        refused.map(({ address }) => address),
      )
    : [];
  return [
    ...reachedNow.map(reached),
    ...refused.map((copy) => {
      const reason = refusedReason(inCopy(copy.address), copyFailure(copy), attempt.number, undefined);
      return noteOf(reason, { status: 'Warning' });
    }),
  ];
}

/** Returns the masked addresses of recipients in copy whose failure `isMeant` selects, and the first such failure. */
export function missedCopies(
  run: RunContext,
  { target, result }: Answered,
  isMeant: (failure: SendFailure) => boolean,
): { copies: string[]; failure?: SendFailure } {
  if (result.type === 'accepted') {
    const refused = (result.refusedCopies ?? []).filter((copy) => isMeant(copyFailure(copy)));
    const copies = refused.flatMap(({ address }) => (address === undefined ? [] : maskEmail(address)));
    return { copies, ...(refused[0] && { failure: copyFailure(refused[0]) }) };
  }
  const { error } = result;
  if (!isMeant(error)) return { copies: [] };
  if (!isForCopies(run, target)) return { copies: [target.address.shown], failure: error };
  const lacking = reachedCopies(target, []).filter((address) => !isAmong(address, error.taken ?? []));
  return { copies: lacking.map(maskEmail), failure: error };
}

export function copyFailure({ kind, words, status, providerCode, isOwn }: RefusedRecipient): SendFailure {
  return { kind, words, status, providerCode, isOwn, retryAfterMs: undefined, unreachable: false };
}
