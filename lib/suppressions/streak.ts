/** Soft bounces in a row. Pure: the order in which events arrive, and repeated ones, change nothing. */

/** So many messages in a row that bounced softly suppress the address. */
const SOFT_LIMIT = 5;

export interface BouncedOrDelivered {
  id: string;
  messageId: string;
  kind: 'bounced' | 'delivered';
  bounce: string | null;
  /** By the vendor's clock. */
  occurredAt: Date;
}

/**
 * Returns the soft bounce with which it came to five messages in a row. The last event of a message counts. A delivered message
 * ends the row; one that bounced for another cause changes nothing. Undefined if it never came to five.
 */
export function fifthSoftBounce<Event extends BouncedOrDelivered>(events: readonly Event[]): Event | undefined {
  const last = new Map(events.toSorted(inOrder).map((event) => [event.messageId, event]));
  let inRow = 0;
  for (const { kind, bounce, ...event } of [...last.values()].sort(inOrder)) {
    if (kind === 'delivered') inRow = 0;
    else if (bounce === 'soft') inRow += 1;
    if (inRow === SOFT_LIMIT) return last.get(event.messageId);
  }
  return undefined;
}

/** At the same time, a bounce follows from a delivery, as in the state of a message. */
function inOrder(a: BouncedOrDelivered, b: BouncedOrDelivered): number {
  return (
    a.occurredAt.getTime() - b.occurredAt.getTime() ||
    Number(a.kind === 'bounced') - Number(b.kind === 'bounced') ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
