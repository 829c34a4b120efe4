import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { momentText } from '#lib/time.ts';
import type { Message } from './schema.ts';

/** A text that says why a message did not go out. Undefined when it did. */
export function messageProblem({ status, errorText, reason, subscriber }: Message): string | undefined {
  if (status === 'sent') return undefined;
  const known = parseReason(reason);
  return known ? summaryOf(known, { subscriber: subscriber && nameOf(subscriber), time: momentText }) : errorText;
}
