/** Raw statements: they lock a row, and read the ranks of its events within the lock. */
import { hotQuery } from '#lib/postgres/db.ts';
import type { VendorEvent } from '#lib/providers/events/event-source.ts';
import type { AddressOwner } from './address.ts';
import { EVENT_KINDS, type EventKind } from './kinds.ts';
import { matchStored } from './match.ts';
import { storeNewEvents } from './store.ts';

/**
 * Stores the events that were fetched for a message as if the vendor had pushed them, and records them. Must run in a
 * transaction. Events that are already recorded are omitted. A state that ranks no higher than the recorded events is
 * omitted too.
 *
 * @returns whether an event was new. False for a message that was deleted in the meantime.
 */
export async function recordFetched(
  owner: AddressOwner,
  messageId: string,
  events: readonly VendorEvent[],
  now: Date,
): Promise<boolean> {
  const { environmentId } = owner;
  const [locked] = await hotQuery('delivery-events-message', LOCK, [environmentId, messageId]);
  if (!locked) return false;
  const known = await hotQuery<{ kind: EventKind }>('delivery-events-kinds', KINDS_OF, [environmentId, messageId]);
  const reached = Math.max(-1, ...known.map(({ kind }) => EVENT_KINDS[kind].rank));
  const later = events.filter(({ isState, kind }) => !isState || EVENT_KINDS[kind].rank > reached);
  const claimed = later.map((event) => ({ ...event, messageId }));
  const ids = await storeNewEvents(owner, claimed, now);
  return ids.length > 0 && (await matchStored(environmentId, ids, now)) > 0;
}

const LOCK = 'SELECT m.id FROM messages m WHERE m.environment_id = $1 AND m.id = $2 FOR NO KEY UPDATE';

/**
 * Omits open and click events, because Belfry records these itself, and a mail program may load an image before the
 * email bounces.
 */
const KINDS_OF = `SELECT DISTINCT e.kind FROM delivery_events e
  WHERE e.environment_id = $1 AND e.message_id = $2 AND NOT e.of_copy AND e.kind NOT IN ('opened', 'clicked')`;
