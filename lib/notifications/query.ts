/** Raw statements: the searches of a hot path (4.8) over history. */
import { execute, prisma, query } from '#lib/postgres/db.ts';
import { FEW, type Slice } from '#lib/postgres/id-list.ts';
import { containing, Values } from '#lib/postgres/sql.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { NotificationFilter, SubscriberMatch } from './filter.ts';
import { needsOtherIndex, notificationList } from './list-plan.ts';

/** How many of the newest rows a search reads before it uses the trigram index. */
const FIRST_PROBE = 500;
const LAST_PROBE = 8_000;
const MOST_GROWTH = 8;

/** The ids that match any of the filters, newest first. */
export async function findAnyIds(filters: readonly NotificationFilter[], slice: Slice): Promise<string[]> {
  const [only, ...more] = filters;
  if (only && more.length === 0) return findNotificationIds(only, slice);
  const end = slice.offset + slice.limit;
  const found = await Promise.all(filters.map((filter) => findNotificationIds(filter, { offset: 0, limit: end })));
  return [...new Set(found.flat())].sort().reverse().slice(slice.offset, end);
}

/** The ids of the matching notifications, newest first. Every way to find them is an ordered index scan. */
async function findNotificationIds(filter: NotificationFilter, slice: Slice): Promise<string[]> {
  const { subscriberMatch: match, ...others } = filter;
  if (match?.search !== undefined) return searchIds(others, match, slice);
  if (match) return withSubscribers(others, match, slice);
  if (filter.transactionIds && needsOtherIndex(filter)) return transactionIds(filter, slice);
  return (await fewEnded(filter, slice)) ?? notificationList.page(filter, slice);
}

/**
 * Few runs fail. Where they are few, they are read and filtered, because no index has both how a run ended and whom or
 * what it was for. Undefined where that does not apply.
 */
async function fewEnded(filter: NotificationFilter, slice: Slice): Promise<string[] | undefined> {
  const { environmentId, floor, ceiling, snapshotIds, outcomes, reasons } = filter;
  if (!(outcomes || reasons) || !needsOtherIndex(filter)) return undefined;
  const ended = { environmentId, floor, ceiling, snapshotIds, outcomes, reasons };
  const ids = await notificationList.read(ended, { offset: 0, limit: FEW + 1 });
  return ids.length <= FEW ? notificationList.filtered(ids, filter, slice) : undefined;
}

/**
 * The ids of notifications with unfinished work, newest first: one ordered scan of the index of `work` by notification.
 */
export async function findWaitingIds(
  environmentId: string,
  floor: string,
  { offset, limit }: Slice,
): Promise<string[]> {
  const rows = await query<{ id: string }>('notifications-waiting', WAITING, [environmentId, floor, limit, offset]);
  return rows.map((row) => row.id);
}

export const WAITING = `SELECT DISTINCT w.notification_id AS id FROM work w
  WHERE w.environment_id = $1 AND w.notification_id >= $2 ORDER BY w.notification_id DESC LIMIT $3 OFFSET $4`;

/** The snapshots of an environment by workflow `_id`, severity and step type. An absent filter does not narrow. */
export async function findSnapshotIds(
  environmentId: string,
  { workflowIds, severities, channels }: { workflowIds?: string[]; severities?: string[]; channels?: string[] },
): Promise<string[]> {
  const rows = await prisma().workflowSnapshot.findMany({
    where: {
      environmentId,
      workflowId: workflowIds ? { in: workflowIds } : Prisma.skip,
      severity: severities ? { in: severities } : Prisma.skip,
      channels: channels ? { hasSome: channels } : Prisma.skip,
    },
    select: { id: true },
  });
  return rows.map(({ id }) => String(id));
}

/**
 * A search reads the newest rows first, and continues while its hits suggest that the rest is near. For a rare or
 * absent term it looks the subscribers up instead. For a term that many subscribers match it continues through the
 * rows.
 */
async function searchIds(others: NotificationFilter, match: SubscriberMatch, slice: Slice): Promise<string[]> {
  const wanted = slice.offset + slice.limit;
  let common: boolean | undefined;
  for (let rows = FIRST_PROBE; rows <= LAST_PROBE || common; ) {
    const probed = await findNotificationIds(others, { offset: 0, limit: rows });
    const found = await notificationList.filtered(
      probed,
      { ...others, subscriberMatch: match },
      { offset: 0, limit: wanted },
    );
    if (found.length === wanted || probed.length < rows) return found.slice(slice.offset);
    if (found.length === 0) common ??= await isCommon(others.environmentId, match);
    if (found.length === 0 && !common) break;
    rows *= Math.min(MOST_GROWTH, Math.ceil((2 * wanted) / found.length));
  }
  return withSubscribers(others, match, slice);
}

/** Whether at least one in a hundred of the newest subscribers matches the search. */
async function isCommon(environmentId: string, { search = '' }: SubscriberMatch): Promise<boolean> {
  const sample = await prisma().subscriber.findMany({
    where: { environmentId },
    orderBy: { id: 'desc' },
    take: 500,
    select: { email: true },
  });
  return sample.filter(({ email }) => email?.includes(search)).length >= 5;
}

async function withSubscribers(others: NotificationFilter, match: SubscriberMatch, slice: Slice): Promise<string[]> {
  const subscriberIds = await matchingSubscribers(others.environmentId, match);
  return subscriberIds.length === 0 ? [] : findNotificationIds({ ...others, subscriberIds }, slice);
}

/** The subscribers that match at least one of the three conditions, deleted ones too. */
async function matchingSubscribers(environmentId: string, match: SubscriberMatch): Promise<string[]> {
  const { emails, subscriberIds, search } = match;
  if (search === undefined) {
    const rows = await query<{ id: string }>('notifications-subscribers', SUBSCRIBERS, [
      environmentId,
      emails,
      subscriberIds,
    ]);
    return rows.map((row) => row.id);
  }
  const searches = SEARCHED.map((table) => `SELECT id FROM ${table} WHERE environment_id = $1 AND email LIKE $4`);
  const values = [environmentId, emails, [...subscriberIds, search], containing(search)];
  // Planned for its own term, because the term's frequency decides the plan.
  const rows = await execute<{ id: string }>([SUBSCRIBERS, ...searches].join(' UNION '), values);
  return rows.map((row) => row.id);
}

/** Where the trigrams of emails are indexed. */
const SEARCHED = ['subscriber_search', 'deleted_subscribers'];
/** The collation is the index's. */
const SUBSCRIBERS = `SELECT id FROM subscribers WHERE environment_id = $1 AND email COLLATE "C" = ANY ($2::text[])
  UNION SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = ANY ($3::text[])
  UNION SELECT id FROM deleted_subscribers WHERE environment_id = $1 AND email = ANY ($2::text[])
  UNION SELECT id FROM deleted_subscribers WHERE environment_id = $1 AND subscriber_id = ANY ($3::text[])`;

/**
 * A transaction usually has few notifications: these are read and filtered at once. A large transaction (a broadcast)
 * lies in a short range of time, and within that range another filter chooses the index.
 */
async function transactionIds(filter: NotificationFilter, slice: Slice): Promise<string[]> {
  const { contextKeys, subscriberIds, topicKey, subscriptionId, ...transactionOnly } = filter;
  const found = await notificationList.fewOrRange(transactionOnly);
  if (Array.isArray(found)) return notificationList.filtered(found, filter, slice);
  return notificationList.page({ ...filter, ...found }, slice);
}

/** How many match any of the filters, by second (`at`, in milliseconds). One that matches two filters counts twice. */
export async function countAnyByTime(filters: readonly NotificationFilter[]): Promise<{ at: number; count: number }[]> {
  const counted = await Promise.all(filters.map(countByTime));
  return counted.flat();
}

async function countByTime(filter: NotificationFilter): Promise<{ at: number; count: number }[]> {
  const { subscriberMatch, ...others } = filter;
  const ids = subscriberMatch && (await matchingSubscribers(filter.environmentId, subscriberMatch));
  const values = new Values();
  const statement = notificationList.statement(ids ? { ...others, subscriberIds: ids } : others, values);
  const text = `SELECT left(id, 8) AS second, count(*)::int AS count FROM (${statement}) matching GROUP BY 1`;
  // Planned for its own values, because it reads all that match.
  const rows = await execute<{ second: string; count: number }>(text, values.list);
  return rows.map(({ second, count }) => ({ at: Number.parseInt(second, 16) * 1000, count }));
}
