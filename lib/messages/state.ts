import { outcomeOf, parseReason } from '#lib/reasons/registry.ts';
import type { Message } from './schema.ts';

/** `attempted`: an attempt failed, and another one was to follow. */
export type MessageState = 'sent' | 'failed' | 'skipped' | 'attempted' | 'warning';

/**
 * The state of a message as pages show it. Runs and messages use one word for one event: what skipped the step is
 * Skipped here too, although the interface's status is `warning` (no address) or `error` (the device is gone).
 */
export function messageState({ status, reason }: Pick<Message, 'status' | 'reason'>): MessageState {
  if (status === 'sent') return 'sent';
  const known = parseReason(reason);
  const outcome = known && outcomeOf(known);
  if (outcome === 'skipped') return 'skipped';
  if (status === 'error') return 'failed';
  return outcome === 'waiting' ? 'attempted' : 'warning';
}
