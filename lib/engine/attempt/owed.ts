/** Messages that reached some of their recipients: who still lacks them, and what is noted about the others. Pure. */

import type { RunContext } from '#lib/engine/run-context.ts';
import { isAmong } from '#lib/providers/email-address.ts';
import { recipientsOf } from '#lib/providers/mailbox.ts';
import type { RefusedRecipient } from '#lib/providers/send.ts';
import { maskEmail } from '#lib/steps/mask-address.ts';
import type { Note, SendFailure, SendResult, Target } from './outcome.ts';
import { acceptedReason, isRetryable, refusedReason } from './send-reason.ts';

interface Answered {
  target: Target;
  result: SendResult;
}

/** Undefined: nobody, or everybody because nobody was reached. */
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

/** Of those in copy: who was refused beside a success, and who was reached beside a failure. */
export function copyNotes({ attempt }: RunContext, { target, result }: Answered): Note[] {
  const { messageId, integration } = target;
  const noteOf = (reason: Note['reason'], more: Partial<Note> = {}) => ({ reason, messageId, integration, ...more });
  const inCopy = (address: string | undefined): Target => ({
    ...target,
    address: { ...target.address, shown: address === undefined ? 'one in copy' : maskEmail(address) },
  });
  if (result.type === 'accepted') {
    return (result.refusedCopies ?? []).map((copy) => {
      const reason = refusedReason(inCopy(copy.address), copyFailure(copy), attempt.number, undefined);
      return noteOf(reason, { status: 'Warning' });
    });
  }
  const accepted = { messageId, type: 'accepted', sandbox: integration.sandbox } as const;
  return (result.error.taken ?? []).map((address) => noteOf(acceptedReason(inCopy(address), accepted, attempt.number)));
}

export function copyFailure({ kind, words, status, providerCode, isOwn }: RefusedRecipient): SendFailure {
  return { kind, words, status, providerCode, isOwn, retryAfterMs: undefined, unreachable: false };
}
