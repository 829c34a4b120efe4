/** Reasons of a step whose message reached its recipient, but has not reached all recipients of copies. */
import { counted } from '#lib/text/counted.ts';
import { shortList } from '#lib/text/list-text.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { type Answering, causeFirst, lastResponseText, problemText } from './answering.ts';
import { by, capitalised, define, type Words } from './definition.ts';

const MAX_NAMED = 3;

/** "copy to c•••@example.com", "copies to a and b", or "the rest" if the addresses are unknown. */
function restText(copies: readonly string[] | undefined, words: Words): string {
  if (copies === undefined || copies.length === 0) return 'the rest';
  const named = copies.map((copy) => words.address(copy));
  return `${copies.length === 1 ? 'copy' : 'copies'} to ${shortList(named, MAX_NAMED)}`;
}

interface Waiting extends Partial<Answering> {
  until: string;
  attempt: number;
  words?: string | undefined;
  copies?: readonly string[] | undefined;
}

/** "copy to c•••@example.com waits until 3 May: Custom SMTP said “452 Mailbox full”, attempt 2" */
function waitText({ until, attempt, words, copies, ...from }: Waiting, about: Words): string {
  const verb = copies !== undefined && copies.length > 1 ? 'wait' : 'waits';
  const cause = causeFirst(words, from, `attempt ${attempt}`) ?? `attempt ${attempt} failed`;
  return `${restText(copies, about)} ${verb} until ${about.time(until)}: ${cause}`;
}

interface Failed extends Partial<Answering> {
  words?: string | undefined;
  attempts?: number | undefined;
  copies?: readonly string[] | undefined;
}

/** "copy to c•••@example.com refused: Custom SMTP said “550 5.1.1 No such user”" */
function failureText({ words, attempts = 1, copies, ...from }: Failed, about: Words): string {
  const then = attempts > 1 ? `, ${counted(attempts, 'attempt')}` : '';
  const rest = restText(copies, about);
  if (from.problem !== undefined) return `${rest} not sent: ${lowerFirst(problemText(from.problem))}${then}`;
  return `${rest} refused${lastResponseText(words, from)}${then}`;
}

export const REST_REASONS = {
  rest_waiting: define({
    layer: 'provider',
    needs: ['until', 'attempt'],
    may: ['provider', 'words', 'problem', 'copies', 'answeredBy'],
    summary: (evidence, about) => `Sent; ${waitText(evidence, about)}`,
    why: (evidence, about) => waitText(evidence, about),
    predicate: (evidence, about) => `sent; ${waitText(evidence, about)}`,
    fix: {
      text: 'The recipient has the message. Belfry retries the rest automatically. Retry now if the cause is fixed, or cancel the run.',
      action: 'retry',
    },
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'sent',
  }),
  rest_failed: define({
    layer: 'provider',
    may: ['provider', 'words', 'problem', 'attempts', 'copies', 'answeredBy'],
    summary: (evidence, about) => `Sent; ${failureText(evidence, about)}`,
    why: (evidence, about) => failureText(evidence, about),
    predicate: (evidence, about) => `sent; ${failureText(evidence, about)}`,
    fix: {
      text: 'The recipient has the message. Once the cause is fixed, only a new trigger sends the message to the other addresses.',
    },
    detail: 'Unexpected provider error',
    status: 'Warning',
    outcome: 'sent',
  }),
  rest_cancelled: define({
    layer: 'engine',
    may: ['actor', 'at', 'copies'],
    summary: ({ copies, ...cancelled }, about) => capitalised(`sent; ${cancelledText(copies, cancelled, about)}`),
    why: ({ copies, ...cancelled }, about) => cancelledText(copies, cancelled, about),
    predicate: ({ copies, ...cancelled }, about) => `sent; ${cancelledText(copies, cancelled, about)}`,
    detail: 'Step was canceled on request',
    status: 'Success',
    outcome: 'sent',
  }),
} as const;

/** "copy to c•••@example.com cancelled by Ann on 3 May" */
function cancelledText(
  copies: readonly string[] | undefined,
  { actor, at }: { actor?: string | undefined; at?: string | undefined },
  about: Words,
): string {
  return `${restText(copies, about)} cancelled${by(actor)}${about.on(at)}`;
}
