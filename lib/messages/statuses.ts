/** Of the interface (spec 2.10). */
export const MESSAGE_STATUSES = ['sent', 'error', 'warning'] as const;

/** The names of the results of messages: the interface's statuses with their reasons. Messages are filtered by them. */
export const MESSAGE_OUTCOMES = ['sent', 'failed', 'skipped', 'attempted'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];
