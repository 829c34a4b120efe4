/** Changes of all messages of a tab, and how they are taken back. */
import type { InboxClient } from './inbox-client.ts';
import { changed, type Item, type View } from './states.ts';
import type { Tab } from './tab-filter.ts';

export type BulkVerb = 'read' | 'archive' | 'read-archive';

/** Returns the body of a change of all messages of a tab. */
export function bulkBody({ filter: { tags, data } = {} }: Partial<Tab> = {}): object {
  return { ...(tags !== undefined && { tags }), ...(data !== undefined && { data: JSON.stringify(data) }) };
}

/** Returns the message after a change of all. */
export function changedByAll(item: Item, verb: BulkVerb): Item {
  const isMeant = (verb !== 'read-archive' || item.isRead) && !item.isArchived;
  return isMeant ? changed(item, verb === 'read' ? 'read' : 'archive') : item;
}

/** The most messages that a change of all is taken back for. */
const MAX_TAKEN_BACK = 30;
/** The most unread messages of which the number is exact. */
const MAX_UNREAD = 99;

/** Browsers limit the requests that may outlive a page. */
const AT_ONCE = 6;

/** Whether the messages that a change of all concerns are known, and few enough for a request each. */
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

/** Brings messages back into the inbox, and marks as unread those that were. @throws InboxFailure */
export async function takeBack(client: InboxClient, before: readonly Item[], verb: BulkVerb): Promise<void> {
  const verbOf = ({ isRead }: Item) => (isRead ? verb !== 'read' && 'unarchive' : verb !== 'read-archive' && 'unread');
  const changed = before.filter(verbOf);
  const send = async () => {
    for (let item = changed.pop(); item; item = changed.pop())
      await client.call('PATCH', `/notifications/${item.id}/${verbOf(item)}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
}
