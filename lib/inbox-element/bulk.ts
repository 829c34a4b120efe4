/** Changes of all messages of a tab, and how they are undone. */
import { asFailure, type InboxClient } from './inbox-client.ts';
import type { InboxModel } from './inbox-model.ts';
import { readPage } from './inbox-reads.ts';
import { changed, type Item, isShownIn, type View } from './states.ts';
import type { Tab } from './tab-filter.ts';

export type BulkVerb = 'read' | 'archive' | 'read-archive';

/** The number of messages whose marking as read can be undone: a page of the list. */
const MAX_KNOWN = 100;

/**
 * Changes all messages of the shown tab.
 *
 * @param done receives the function that undoes the change, if the change can be undone (`takenBackBy`).
 */
export async function changeAll(
  model: InboxModel,
  verb: BulkVerb,
  done: (undo?: (undone: () => void) => void) => void,
): Promise<void> {
  const { items: before, view, client, hasMore } = model;
  const canTakeBack = takenBackBy(verb, model);
  model.setItems(before.map((item) => changedByAll(item, verb)).filter((item) => isShownIn(view, item)));
  try {
    // To undo the change, the messages that are not shown yet must be known before the change.
    const others = canTakeBack && hasMore ? await readPage(model, { limit: MAX_KNOWN }, 'unread') : undefined;
    await client.call('POST', `/notifications/${verb}`, bulkBody(model.tabs[model.tab]));
    const undo = (undone: () => void) => void takeBackAll(model, before, others?.data ?? before, verb, undone);
    done(canTakeBack && !others?.hasMore ? undo : undefined);
  } catch (error) {
    model.setItems(before);
    model.listener.onError(asFailure(error), () => void changeAll(model, verb, done));
  }
  model.outdated();
}

async function takeBackAll(
  model: InboxModel,
  before: readonly Item[],
  changed: readonly Item[],
  verb: BulkVerb,
  undone: () => void,
): Promise<void> {
  model.setItems(before);
  await takeBack(model.client, changed, verb).then(undone, (error) =>
    model.listener.onError(asFailure(error), () => void takeBackAll(model, before, changed, verb, undone)),
  );
  model.outdated();
}

/** Whether a change can be limited to the shown tab: the API accepts no severity for changes of all messages. */
export function canChangeAll({ tabs, tab, view }: Pick<InboxModel, 'tabs' | 'tab' | 'view'>): boolean {
  return tabs[tab]?.filter?.severity === undefined && (view === 'inbox' || view === 'unread');
}

/** Returns the request body that changes all messages of a tab. */
export function bulkBody({ filter: { tags, data } = {} }: Partial<Tab> = {}): object {
  return { ...(tags !== undefined && { tags }), ...(data !== undefined && { data: JSON.stringify(data) }) };
}

/** Returns the message after a change of all messages. */
function changedByAll(item: Item, verb: BulkVerb): Item {
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
