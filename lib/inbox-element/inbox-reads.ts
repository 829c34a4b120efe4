/** Reads the list of a view and a tab, and the counts, from the API. */
import type { InboxPage } from '#lib/inbox/schema.ts';
import type { InboxClient } from './inbox-client.ts';
import { VIEW_FILTERS, type View } from './states.ts';
import { filterQuery, type Tab } from './tab-filter.ts';

/** The shown view and tab. */
interface Shown {
  readonly client: InboxClient;
  readonly view: View;
  readonly tabs: readonly Tab[];
  readonly tab: number;
}

/** Reads a page of the shown tab. @throws InboxFailure */
export function readPage(
  { client, tabs, tab, ...shown }: Shown,
  query: { limit: number; after?: string },
  view = shown.view,
): Promise<InboxPage> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, ...VIEW_FILTERS[view] })) search.set(name, String(value));
  for (const [name, value] of filterQuery(tabs[tab]?.filter)) search.append(name, value);
  return client.call('GET', `/notifications?${search}`);
}

/** Counts all unread messages, then the unread messages of each tab, up to 100. @throws InboxFailure */
export async function countUnread({ client, tabs }: Pick<Shown, 'client' | 'tabs'>): Promise<number[]> {
  const open = VIEW_FILTERS.unread;
  const filters = [open, ...tabs.map(({ filter }) => ({ ...filter, ...open }))];
  const query = encodeURIComponent(JSON.stringify(filters));
  const { data } = await client.call<{ data: { count: number }[] }>('GET', `/notifications/count?filters=${query}`);
  return data.map(({ count }) => count);
}
