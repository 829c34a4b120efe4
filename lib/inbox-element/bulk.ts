/** Changes of all messages of a tab, and how they are taken back. */
import type { InboxClient } from './inbox-client.ts';
import { changed, type Item } from './states.ts';

export type BulkVerb = 'read' | 'archive' | 'read-archive';

/** Returns the message after a change of all. */
export function changedByAll(item: Item, verb: BulkVerb): Item {
  const isMeant = (verb !== 'read-archive' || item.isRead) && !item.isArchived;
  return isMeant ? changed(item, verb === 'read' ? 'read' : 'archive') : item;
}

/** Brings messages back into the inbox, and marks as unread those that were. @throws InboxFailure */
export async function takeBack(client: InboxClient, before: readonly Item[], verb: BulkVerb): Promise<void> {
  const verbOf = ({ isRead }: Item) => (isRead ? verb !== 'read' && 'unarchive' : verb !== 'read-archive' && 'unread');
  await Promise.all(
    before.map(async (item) => {
      const back = verbOf(item);
      if (back) await client.call('PATCH', `/notifications/${item.id}/${back}`);
    }),
  );
}
