import { outcomeOf, parseReason } from '#lib/reasons/registry.ts';
import { REPORTED_STATES, type ReportedState, reportOf } from '#lib/reasons/report-codes.ts';
import type { Message } from './schema.ts';
import type { MessageOutcome } from './statuses.ts';

/**
 * `attempted`: an attempt failed, and another one was due to follow. `sandboxed`: the sandbox accepted the message. `stored`:
 * no inbox was connected that shows the in-app message. The provider reported the other states after it had accepted the
 * message.
 */
export type MessageState =
  | 'sent'
  | 'sandboxed'
  | 'stored'
  | 'failed'
  | 'skipped'
  | 'attempted'
  | 'warning'
  | ReportedState;

type StatedMessage = Pick<Message, 'status' | 'reason'> & Partial<Pick<Message, 'seen' | 'reported'>>;

/**
 * Returns the state of a message as pages show it. Runs and messages use the same word: a skipped step is Skipped here too,
 * although the interface's status is `warning` (no address) or `error` (the device no longer exists).
 */
export function messageState({ status, reason, seen, reported }: StatedMessage): MessageState {
  const known = parseReason(reason);
  const report = reportOf(reported);
  if (status === 'sent' && report) return REPORTED_STATES[report.code];
  // A seen message is no longer only stored: an inbox that connected later showed the message.
  const isStored = known?.code === 'stored' && !seen;
  if (status === 'sent') return known?.code === 'sandboxed' ? known.code : isStored ? 'stored' : 'sent';
  const outcome = known && outcomeOf(known);
  if (outcome === 'skipped') return 'skipped';
  if (status === 'error') return 'failed';
  return outcome === 'waiting' ? 'attempted' : 'warning';
}

/** Returns the outcome by which filters find a message. */
export function messageOutcome({ status, reason }: Pick<Message, 'status' | 'reason'>): MessageOutcome {
  const state = messageState({ status, reason }) as Exclude<MessageState, ReportedState>;
  if (state === 'sandboxed' || state === 'stored') return 'sent';
  return state === 'warning' ? 'attempted' : state;
}
