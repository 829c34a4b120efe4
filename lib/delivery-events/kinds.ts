/** The vocabulary of delivery events, which are a provider's reports about a message that it accepted. */

interface KindFacts {
  label: string;
  /**
   * Decides the order of events with the same time. Events of a higher rank follow from events of a lower rank: a
   * message is opened after it was delivered.
   */
  rank: number;
  /** Whether the event determines the fate of the message. The last such event counts. */
  isDecisive: boolean;
  /** The status for clients of the interface. */
  clientStatus: string;
}

export const EVENT_KINDS = {
  accepted: { label: 'Accepted', rank: 0, isDecisive: false, clientStatus: 'accepted' },
  delayed: { label: 'Delayed', rank: 1, isDecisive: false, clientStatus: 'delayed' },
  delivered: { label: 'Delivered', rank: 2, isDecisive: true, clientStatus: 'delivered' },
  bounced: { label: 'Bounced', rank: 3, isDecisive: true, clientStatus: 'bounced' },
  rejected: { label: 'Rejected', rank: 4, isDecisive: true, clientStatus: 'rejected' },
  opened: { label: 'Opened', rank: 5, isDecisive: false, clientStatus: 'opened' },
  clicked: { label: 'Clicked', rank: 6, isDecisive: false, clientStatus: 'clicked' },
  unsubscribed: { label: 'Unsubscribed', rank: 7, isDecisive: true, clientStatus: 'unsubscribed' },
  complained: { label: 'Reported as spam', rank: 8, isDecisive: true, clientStatus: 'complaint' },
} as const satisfies Record<string, KindFacts>;

export type EventKind = keyof typeof EVENT_KINDS;

export const EVENT_KIND_NAMES = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]];

/**
 * - `hard`: permanent. The address does not exist, or accepts no mail.
 * - `soft`: may not happen to the next message, such as a full mailbox.
 * - `block`: the receiving server rejected the message because of its sender, its content or the server's policy. The
 * cause is not the address.
 */
export const BOUNCES = ['hard', 'soft', 'block'] as const;
export type Bounce = (typeof BOUNCES)[number];

/** Returns the label of the event: "Bounced (hard)", "Blocked". */
export function eventLabel(kind: EventKind, bounce?: Bounce | null): string {
  const { label } = EVENT_KINDS[kind];
  if (bounce === 'block') return 'Blocked';
  return bounce ? `${label} (${bounce})` : label;
}
