/** Changes of all messages of a tab, and how they are undone. */
import type { InboxClient } from './inbox-client.ts';
import { changed, type Item, type View } from './states.ts';
import type { Tab } from './tab-filter.ts';

export type BulkVerb = 'read' | 'archive' | 'read-archive';

/** Returns the request body that changes all messages of a tab. */
export function bulkBody({ filter: { tags, data } = {} }: Partial<Tab> = {}): object {
  return { ...(tags !== undefined && { tags }), ...(data !== undefined && { data: JSON.stringify(data) }) };
}

/** Returns the message after a change of all messages. */
export function changedByAll(item: Item, verb: BulkVerb): Item {
  const isMeant = (verb !== 'read-archive' || item.isRead) && !item.isArchived;
  return isMeant ? changed(item, verb === 'read' ? 'read' : 'archive') : item;
}

/** Archiving more messages than this cannot be undone. */
const MAX_TAKEN_BACK = 30;
/** Above this number, the count of unread messages is not exact. */
const MAX_UNREAD = 99;

/** The number of requests at the same time, because browsers limit the requests that may outlive a page. */
const AT_ONCE = 6;

/** Whether a change of all messages can be undone: the messages are known, and few enough for one request each. */
export function takenBackBy(
  verb: BulkVerb,
  {
    view,
    items,
    hasMore,
    tabUnread = 0,
  }: { view: View; items: readonly Item[]; hasMore: boolean; tabUnread?: number | undefined },
): boolean {
  if (verb === 'read') return tabUnread <= MAX_UNREAD;
  return !hasMore && items.length <= MAX_TAKEN_BACK && view === 'inbox';
}

/**
 * Moves archived messages back into the inbox, and marks messages as unread that were unread before. @throws
 * InboxFailure
 */
export async function takeBack(client: InboxClient, before: readonly Item[], verb: BulkVerb): Promise<void> {
  const verbOf = ({ isRead }: Item) => (isRead ? verb !== 'read' && 'unarchive' : verb !== 'read-archive' && 'unread');
  const changed = before.filter(verbOf);
  const send = async () => {
    for (let item = changed.pop(); item; item = changed.pop())
      await client.call('PATCH', `/notifications/${item.id}/${verbOf(item)}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}
