/** Raw statements: a hot path (4.6) over history. Each is planned for the index that serves its filter. */
import { LRUCache } from 'lru-cache';
import { prisma, query } from '#lib/postgres/db.ts';
import { DEEP_OFFSET, seek } from '#lib/postgres/seek.ts';
import { Values } from '#lib/postgres/sql.ts';
import type { MessageFilter, Slice } from './filter.ts';
import { filterStatement, listStatement, needsOtherIndex, type Search, statementName } from './list-plan.ts';

/** The largest number that 4.6 counts. */
export const COUNT_CAP = 50_000;

/** A transaction with up to this many messages is read whole and then filtered. */
const SMALL = 1_000;

/** The ids of the matching messages, newest first. */
export async function findMessageIds(filter: MessageFilter, slice: Slice): Promise<string[]> {
  const narrowed = await narrow(filter);
  if (Array.isArray(narrowed)) return narrowed.slice(slice.offset, slice.offset + slice.limit);
  if (slice.offset <= DEEP_OFFSET) return readIds(narrowed, slice);
  const skipped = await seek(narrowed, slice.offset, (range, most) => countIds({ ...narrowed, ...range }, most));
  return readIds({ ...narrowed, ceiling: skipped.ceiling }, { ...slice, offset: skipped.offset });
}

/** How many messages a search reads at most, and in one statement. */
const MOST_READ = 20_000;
const READ_AT_ONCE = 2_000;

export interface Found {
  /** Newest first. */
  ids: string[];
  /** The search has not read messages from this id on down. Undefined when it has read all. */
  searchedTo: string | undefined;
}

/**
 * Searches the newest 20,000 messages that the indexed part of the filter finds, and says how far it came. No index
 * serves texts, providers and workflows, because it would cost every delivery more than searches are worth.
 */
export async function searchMessages(filter: MessageFilter, search: Search, wanted: number): Promise<Found> {
  const { providerIds: _providers, workflowIds: _workflows, integrationIds: _integrations, ...indexed } = filter;
  const ids: string[] = [];
  let { ceiling } = filter;
  for (let read = 0; read < MOST_READ; read += READ_AT_ONCE) {
    const next = await findMessageIds({ ...indexed, ceiling }, { offset: 0, limit: READ_AT_ONCE });
    const values = new Values();
    const text = filterStatement(next, filter, values, search);
    if (next.length > 0) ids.push(...(await idsOf(query(statementName.filter(filter, search), text, values.list))));
    if (next.length < READ_AT_ONCE) return { ids, searchedTo: undefined };
    ceiling = next.at(-1) as string;
    if (ids.length >= wanted) break;
  }
  return { ids, searchedTo: ceiling };
}

const beyondCap = new LRUCache<string, true>({ max: 10_000, ttl: 10_000 });

/** How many messages match. Undefined above COUNT_CAP. The answer is cached for ten seconds. */
export async function countMessages(filter: MessageFilter): Promise<number | undefined> {
  const { floor, ceiling, ...lasting } = filter;
  const key = JSON.stringify(lasting);
  if (beyondCap.has(key)) return undefined;
  const narrowed = await narrow(filter);
  const count = Array.isArray(narrowed) ? narrowed.length : await countIds(narrowed, COUNT_CAP + 1);
  if (count <= COUNT_CAP) return count;
  beyondCap.set(key, true);
  return undefined;
}

/** @returns whether the message existed. */
export async function removeMessage(environmentId: string, id: string): Promise<boolean> {
  const { count } = await prisma().message.deleteMany({ where: { environmentId, id } });
  return count > 0;
}

/**
 * A transaction usually has few messages: these are read and filtered at once. A large transaction (a broadcast) lies
 * in a short range of time, and within that range another filter chooses the index.
 */
async function narrow(filter: MessageFilter): Promise<MessageFilter | string[]> {
  if (filter.notificationId !== undefined || !filter.transactionIds || !needsOtherIndex(filter)) return filter;
  const { subscriberIds, contextKeys, ...transactionOnly } = filter;
  const ids = await readIds(transactionOnly, { offset: 0, limit: SMALL + 1 });
  if (ids.length === 0) return [];
  if (ids.length <= SMALL) {
    const values = new Values();
    const text = filterStatement(ids, filter, values);
    return idsOf(query(statementName.filter(filter), text, values.list));
  }
  const [oldest = filter.floor] = await readIds(transactionOnly, { offset: 0, limit: 1 }, 'ASC');
  return { ...filter, floor: oldest, ceiling: `${ids[0]}0` };
}

function readIds(filter: MessageFilter, slice: Slice, direction: 'ASC' | 'DESC' = 'DESC'): Promise<string[]> {
  const values = new Values();
  const text = listStatement(filter, values, { slice, direction });
  return idsOf(query(statementName.list(filter, direction), text, values.list));
}

/** How many match, counting up to `most`. */
async function countIds(filter: MessageFilter, most: number): Promise<number> {
  const values = new Values();
  const text = `SELECT count(*)::int AS count FROM (${listStatement(filter, values)} LIMIT ${values.add(most)}) counted`;
  const [row] = await query<{ count: number }>(statementName.count(filter), text, values.list);
  return row?.count ?? 0;
}

async function idsOf(rows: Promise<{ id: string }[]>): Promise<string[]> {
  return (await rows).map((row) => row.id);
}
