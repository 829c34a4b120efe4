/** The statuses of the interface (spec 2.10). */
export const MESSAGE_STATUSES = ['sent', 'error', 'warning'] as const;

/** The outcomes of messages for filters, each derived from the interface's status and the reason. */
export const MESSAGE_OUTCOMES = ['sent', 'failed', 'skipped', 'attempted'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];
