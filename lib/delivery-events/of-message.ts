import { prisma } from '#lib/postgres/db.ts';
import { WITHHELD } from '#lib/reasons/withheld.ts';
import type { Bounce } from './kinds.ts';
import type { DeliveryEvent } from './schema.ts';

const MAX_EVENTS = 200;

/** Returns the events of a message, the oldest first, at most 200. The provider’s words may quote sensitive content. */
export async function eventsOfMessage(
  environmentId: string,
  messageId: string,
  { isWithheld }: { isWithheld: boolean },
): Promise<DeliveryEvent[]> {
  const rows = await prisma().deliveryEvent.findMany({
    where: { environmentId, messageId },
    orderBy: { id: 'asc' },
    take: MAX_EVENTS,
  });
  return rows.map(({ id, kind, bounce, occurredAt, receivedAt, words, code, ofCopy }) => ({
    _id: id,
    kind: kind as DeliveryEvent['kind'],
    ...(bounce && { bounce: bounce as Bounce }),
    at: occurredAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    ...(words && { words: isWithheld ? WITHHELD : words }),
    ...(code && { code }),
    ...(ofCopy && { ofCopy: true as const }),
  }));
}
