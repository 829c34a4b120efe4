import type { EventKind } from '#lib/delivery-events/kinds.ts';

/** The statuses of the interface (spec 2.10). */
export const MESSAGE_STATUSES = ['sent', 'error', 'warning'] as const;

/** What providers, or tracked links, report about sent messages, for filters, with the kinds of events. */
export const DELIVERY_KINDS = {
  delivered: ['delivered'],
  bounced: ['bounced', 'rejected'],
  complained: ['complained'],
  opened: ['opened'],
  clicked: ['clicked'],
} as const satisfies Record<string, readonly EventKind[]>;
export type MessageDelivery = keyof typeof DELIVERY_KINDS;
export const MESSAGE_DELIVERIES = Object.keys(DELIVERY_KINDS) as [MessageDelivery, ...MessageDelivery[]];

/** The outcomes of messages for filters, each derived from the interface's status and the reason. */
export const MESSAGE_OUTCOMES = ['sent', 'failed', 'skipped', 'attempted'] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];
