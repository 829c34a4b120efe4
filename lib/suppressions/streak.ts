/** Finds soft bounces in a row. Pure. The order of the events and repeated events do not change the result. */

/** This many messages in a row with a soft bounce suppress the address. */
const SOFT_LIMIT = 5;

export interface BouncedOrDelivered {
  id: string;
  messageId: string;
  kind: 'bounced' | 'delivered';
  bounce: string | null;
  /** The time of the event by the vendor’s clock. */
  occurredAt: Date;
}

/**
 * Returns the soft bounce of the fifth message in a row. Only the last event of a message counts. A delivered message
 * starts a new row. A bounce with another cause changes nothing. Undefined if fewer than five messages in a row bounced
 * softly.
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

/** Sorts a bounce after a simultaneous delivery, as in the state of a message. */
function inOrder(a: BouncedOrDelivered, b: BouncedOrDelivered): number {
  return (
    a.occurredAt.getTime() - b.occurredAt.getTime() ||
    Number(a.kind === 'bounced') - Number(b.kind === 'bounced') ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
