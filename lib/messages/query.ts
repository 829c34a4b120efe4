import { LRUCache } from 'lru-cache';
import type { Slice } from '#lib/postgres/id-list.ts';
import type { MessageFilter } from './filter.ts';
import { filterIds, indexedPart, messageList, needsOtherIndex, type Search } from './list-plan.ts';

/** The largest number that spec 4.6 counts. */
export const COUNT_CAP = 50_000;

/** Returns the IDs of the matching messages, newest first. */
export async function findMessageIds(filter: MessageFilter, slice: Slice): Promise<string[]> {
  const narrowed = await narrow(filter);
  if (Array.isArray(narrowed)) return narrowed.slice(slice.offset, slice.offset + slice.limit);
  return messageList.page(narrowed, slice);
}

/** The largest number of messages that a search reads, in total and in one statement. */
const MAX_READ = 20_000;
const READ_AT_ONCE = 2_000;

export interface Found {
  /** Newest first. */
  ids: string[];
  /**
   * The last ID that the search has read. Older messages were not searched. Undefined if the search has read all
   * messages.
   */
  searchedTo: string | undefined;
}

/**
 * Searches the newest 20,000 messages that the indexed part of the filter finds, and returns how far it searched. Texts,
 * providers and workflows have no index, because it would cost every delivery more than searches are worth.
 */
export async function searchMessages(filter: MessageFilter, search: Search, wanted: number): Promise<Found> {
  const indexed = indexedPart(filter);
  const ids: string[] = [];
  let { ceiling } = filter;
  for (let read = 0; read < MAX_READ; read += READ_AT_ONCE) {
    const next = await findMessageIds({ ...indexed, ceiling }, { offset: 0, limit: READ_AT_ONCE });
    ids.push(...(await filterIds(next, filter, search)));
    if (next.length < READ_AT_ONCE) return { ids, searchedTo: undefined };
    ceiling = next.at(-1) as string;
    if (ids.length >= wanted) break;
  }
  return { ids, searchedTo: ceiling };
}

const beyondCap = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });

/** Counts the matching messages. Undefined if there are more than COUNT_CAP. That result is cached for ten seconds. */
export async function countMessages(filter: MessageFilter): Promise<number | undefined> {
  const { floor, ceiling, ...lasting } = filter;
  const key = JSON.stringify(lasting);
  if (beyondCap.has(key)) return undefined;
  const narrowed = await narrow(filter);
  const count = Array.isArray(narrowed) ? narrowed.length : await messageList.count(narrowed, COUNT_CAP + 1);
  if (count <= COUNT_CAP) return count;
  beyondCap.set(key, true);
  return undefined;
}

/**
 * Narrows a filter by transactions. Most transactions have few messages, which are all read and then filtered. The
 * messages of a large transaction (a broadcast) are close in time, so another filter chooses the index and their range
 * limits the scan.
 */
async function narrow(filter: MessageFilter): Promise<MessageFilter | string[]> {
  if (filter.notificationId !== undefined || !filter.transactionIds || !needsOtherIndex(filter)) return filter;
  const { subscriberIds, contextKeys, ...transactionOnly } = filter;
  const found = await messageList.fewOrRange(transactionOnly);
  return Array.isArray(found) ? filterIds(found, filter) : { ...filter, ...found };
}
