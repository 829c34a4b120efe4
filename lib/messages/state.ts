import { outcomeOf, parseReason } from '#lib/reasons/registry.ts';
import type { Message } from './schema.ts';
import type { MessageOutcome } from './statuses.ts';

/** `attempted`: an attempt failed, and another one was to follow. `sandboxed`: accepted, and nothing left. */
export type MessageState = 'sent' | 'sandboxed' | 'failed' | 'skipped' | 'attempted' | 'warning';

/**
 * The state of a message as pages show it. Runs and messages use one word for one event: what skipped the step is
 * Skipped here too, although the interface's status is `warning` (no address) or `error` (the device is gone).
 */
export function messageState({ status, reason }: Pick<Message, 'status' | 'reason'>): MessageState {
  const known = parseReason(reason);
  if (status === 'sent') return known?.code === 'sandboxed' ? 'sandboxed' : 'sent';
  const outcome = known && outcomeOf(known);
  if (outcome === 'skipped') return 'skipped';
  if (status === 'error') return 'failed';
  return outcome === 'waiting' ? 'attempted' : 'warning';
}

/** The one of the filter's outcomes that a message has. */
export function messageOutcome(message: Pick<Message, 'status' | 'reason'>): MessageOutcome {
  const state = messageState(message);
  if (state === 'sandboxed') return 'sent';
  return state === 'warning' ? 'attempted' : state;
}
