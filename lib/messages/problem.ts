import { type About, capitalised } from '#lib/reasons/definition.ts';
import { briefOf, parseReason, type Reason, summaryOf } from '#lib/reasons/registry.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { momentText } from '#lib/time.ts';
import type { Message } from './schema.ts';

type Outcome = Pick<Message, 'status' | 'errorText' | 'reason' | 'email' | 'phone'> & {
  subscriber?: Parameters<typeof nameOf>[0] | undefined;
};

/** A text that says why a message did not go out. Undefined when it did. */
export function messageProblem(message: Outcome): string | undefined {
  return problemOf(message, summaryOf);
}

/** The same in a few words, for a row that names state and recipient: "No phone number". */
export function messageProblemBrief(message: Outcome): string | undefined {
  const text = problemOf(message, briefOf);
  return text && capitalised(text);
}

function problemOf(
  { status, errorText, reason, subscriber, email, phone }: Outcome,
  textOf: (reason: Reason, about: About) => string,
): string | undefined {
  if (status === 'sent') return undefined;
  const known = parseReason(reason);
  if (!known) return errorText;
  const addresses = [email, phone];
  return textOf(known, { subscriber: subscriber && nameOf(subscriber), time: momentText, addresses });
}
