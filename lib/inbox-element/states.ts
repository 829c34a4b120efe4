/** The states of messages as the server changes them, so that the list can change before the server has responded. */
import type { InboxNotification } from '#lib/inbox/schema.ts';

export type Item = InboxNotification;
export type View = 'inbox' | 'unread' | 'archived' | 'snoozed';
export const VIEWS: readonly View[] = ['inbox', 'unread', 'archived', 'snoozed'];

/** The filter of each view, as the API accepts it. */
export const VIEW_FILTERS: Record<View, Readonly<Record<string, boolean>>> = {
  inbox: { archived: false, snoozed: false },
  unread: { read: false, archived: false, snoozed: false },
  archived: { archived: true },
  snoozed: { snoozed: true },
};

export type Verb = 'read' | 'unread' | 'archive' | 'unarchive' | 'snooze' | 'unsnooze' | 'complete';

export interface ChangeBody {
  snoozeUntil?: string;
  actionType?: string | undefined;
  /** Whether a snooze is undone. Without this, ending a snooze delivers the message again. */
  isUndo?: boolean | undefined;
}

/** Returns the message after a change. */
export function changed(item: Item, verb: Verb, body: ChangeBody = {}): Item {
  if (verb === 'complete') return completed(item, body.actionType);
  const seen = { ...item, isSeen: true };
  if (verb === 'read') return { ...seen, isRead: true };
  if (verb === 'unread') return { ...seen, isRead: false, isArchived: false };
  if (verb === 'archive') return { ...seen, isArchived: true, isRead: true };
  if (verb === 'unarchive') return { ...seen, isArchived: false, isRead: true };
  if (verb === 'snooze') return { ...seen, isSnoozed: true, isArchived: false, snoozedUntil: body.snoozeUntil };
  const back = { ...item, isSnoozed: false, snoozedUntil: null };
  return body.isUndo ? back : { ...back, isRead: false, deliveredAt: [...item.deliveredAt, new Date().toISOString()] };
}

function completed(item: Item, actionType: string | undefined): Item {
  const name = actionType === 'secondary' ? 'secondaryAction' : 'primaryAction';
  const action = item[name];
  return action ? { ...item, [name]: { ...action, isCompleted: true } } : item;
}

/** Whether a view shows a message. */
export function isShownIn(view: View, item: Item): boolean {
  if (view === 'archived') return item.isArchived;
  if (view === 'snoozed') return item.isSnoozed;
  return view === 'unread' ? isCounted(item) : !item.isArchived && !item.isSnoozed;
}

/** Whether the bell counts a message. */
export function isCounted({ isRead, isArchived, isSnoozed }: Item): boolean {
  return !isRead && !isArchived && !isSnoozed;
}

/**
 * Returns the list after its beginning was loaded again. `fresh` are the newest messages, `hasMore` whether more
 * follow; loaded messages behind them remain. Messages with a change in progress keep this change.
 */
export function merged(
  items: readonly Item[],
  fresh: readonly Item[],
  hasMore: boolean,
  isBusy: (id: string) => boolean,
) {
  const known = new Map(items.map((item) => [item.id, item]));
  const last = fresh.at(-1)?.id;
  const head = fresh.map((item) => (isBusy(item.id) ? (known.get(item.id) ?? item) : item));
  // IDs sort by time.
  const tail = hasMore && last !== undefined ? items.filter(({ id }) => id < last) : [];
  return { items: [...head, ...tail], hasTail: tail.length > 0 };
}

/**
 * Returns the list after a change of one message. `next` replaces the message. If the view does not show `next`, the
 * message is removed.
 */
export function replaced(items: readonly Item[], view: View, id: string, next: Item | undefined): readonly Item[] {
  if (next === undefined || !isShownIn(view, next)) return items.filter((item) => item.id !== id);
  return items.map((item) => (item.id === id ? next : item));
}

/** Returns the list with a message at its earlier place, because its change failed. */
export function restored(items: readonly Item[], view: View, item: Item, at: number): readonly Item[] {
  if (at < 0 || !isShownIn(view, item)) return items;
  return items.filter(({ id }) => id !== item.id).toSpliced(at, 0, item);
}

/** Returns the text of a badge. The server counts to 100. */
export function badgeText(count: number): string {
  return count > 99 ? '99+' : String(count);
}
