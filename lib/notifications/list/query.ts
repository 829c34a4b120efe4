/** Raw statements: searches over all runs, a hot path (spec 4.8). */
import { execute, hotQuery, prisma } from '#lib/postgres/db.ts';
import { type Slice, SMALL_RESULT } from '#lib/postgres/id-list.ts';
import { containing, Values } from '#lib/postgres/sql.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { NotificationFilter, SubscriberMatch } from './filter.ts';
import { needsOtherIndex, notificationList, planOf } from './list-plan.ts';

/** Newest rows that a search reads first. Beyond `LAST_PROBE` it uses the trigram index, unless the term is common. */
const FIRST_PROBE = 500;
const LAST_PROBE = 8_000;
const MAX_GROWTH = 8;

/** Returns the IDs that match any of the filters, newest first. */
export async function findAnyIds(filters: readonly NotificationFilter[], slice: Slice): Promise<string[]> {
  const [only, ...more] = filters;
  if (only && more.length === 0) return findNotificationIds(only, slice);
  const end = slice.offset + slice.limit;
  const found = await Promise.all(filters.map((filter) => findNotificationIds(filter, { offset: 0, limit: end })));
  return [...new Set(found.flat())].sort().reverse().slice(slice.offset, end);
}

/** Returns the IDs of the matching notifications, newest first. Each branch is an ordered index scan. */
async function findNotificationIds(filter: NotificationFilter, slice: Slice): Promise<string[]> {
  const { subscriberMatch: match, ...others } = filter;
  if (match?.search !== undefined) return searchIds(others, match, slice);
  if (match) return withSubscribers(others, match, slice);
  if (filter.transactionIds && needsOtherIndex(filter)) return transactionIds(filter, slice);
  return (await fewEnded(filter, slice)) ?? notificationList.page(filter, slice);
}

/**
 * Reads the runs with the wanted duration, outcomes or reasons and filters them, because no index combines these with a
 * subscriber, topic or context. Undefined if there are more than `SMALL_RESULT`, or if the filter has no such
 * combination.
 */
async function fewEnded(filter: NotificationFilter, slice: Slice): Promise<string[] | undefined> {
  const { environmentId, floor, ceiling, snapshotIds, outcomes, reasons, slowerThan } = filter;
  const { contextKeys, ...others } = filter;
  const needsOther = needsOtherIndex(slowerThan ? others : filter);
  if (!(outcomes || reasons || slowerThan) || !needsOther) return undefined;
  const ended = {
    environmentId,
    floor,
    ceiling,
    snapshotIds,
    ...(slowerThan ? { slowerThan } : { outcomes, reasons }),
  };
  const ids = await notificationList.read(ended, { offset: 0, limit: SMALL_RESULT + 1 });
  return ids.length <= SMALL_RESULT ? notificationList.filtered(ids, filter, slice) : undefined;
}

/** The maximum number of runs that a filter without an index searches. */
export const MAX_SEARCHED = 20_000;

/**
 * Limits a filter without an index to the newest 20,000 runs that the rest of the filter finds. Four filters have no
 * index: integration, provider, channel together with status, and partly sent runs. Indexes for them would cost every
 * delivery more than searches are worth. Slow runs are limited in the same way if a filter other than the workflow
 * applies. Returns the filter unchanged if there are fewer runs.
 */
export async function withinSearch(filter: NotificationFilter): Promise<NotificationFilter> {
  const { integrationIds, providerIds, stepTypes, isPartial, subscriberMatch, ...rest } = filter;
  const others = planOf(rest) === 'slow' ? slowOnly(rest) : rest;
  if (!integrationIds && !providerIds && !stepTypes && !isPartial && others === rest) return filter;
  // No index lists runs in order for a search by a part of an address.
  const people = subscriberMatch?.search === undefined ? subscriberMatch : undefined;
  const slice = { offset: MAX_SEARCHED, limit: 1 };
  const [beyond] =
    people || others.transactionIds
      ? await findNotificationIds({ ...others, subscriberMatch: people }, slice)
      : await notificationList.read(others, slice);
  return beyond === undefined ? filter : { ...filter, floor: `${beyond}0` };
}

/**
 * Returns the part of a filter that the index of slow runs serves, or the filter itself if the index serves all of it.
 */
function slowOnly(filter: NotificationFilter): NotificationFilter {
  const { environmentId, floor, ceiling, snapshotIds, slowerThan, ...others } = filter;
  if (Object.values(others).every((value) => value === undefined)) return filter;
  return { environmentId, floor, ceiling, ...(snapshotIds && { snapshotIds }), ...(slowerThan && { slowerThan }) };
}

/** Returns the IDs of unfinished notifications, newest first: one ordered scan of the index of `work` by notification. */
export async function findWaitingIds(
  environmentId: string,
  floor: string,
  { offset, limit }: Slice,
): Promise<string[]> {
  const rows = await hotQuery<{ id: string }>('notifications-waiting', WAITING, [environmentId, floor, limit, offset]);
  return rows.map((row) => row.id);
}

export const WAITING = `SELECT DISTINCT w.notification_id AS id FROM work w
  WHERE w.environment_id = $1 AND w.notification_id >= $2 ORDER BY w.notification_id DESC LIMIT $3 OFFSET $4`;

/** Returns the snapshots of an environment by workflow `_id`, severity and step type. An absent filter matches all. */
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
 * Reads the newest rows first, and continues while the number of hits suggests that the rest is near. For a rare or
 * absent term, it looks up the subscribers instead. For a term that many subscribers match, it continues through the
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
    rows *= Math.min(MAX_GROWTH, Math.ceil((2 * wanted) / found.length));
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

/** Returns the subscribers that match at least one of the three conditions, including deleted ones. */
async function matchingSubscribers(environmentId: string, match: SubscriberMatch): Promise<string[]> {
  const { emails, subscriberIds, search } = match;
  if (search === undefined) {
    const rows = await hotQuery<{ id: string }>('notifications-subscribers', SUBSCRIBERS, [
      environmentId,
      emails,
      subscriberIds,
    ]);
    return rows.map((row) => row.id);
  }
  const searches = SEARCHED.map((table) => `SELECT id FROM ${table} WHERE environment_id = $1 AND email LIKE $4`);
  const values = [environmentId, emails, [...subscriberIds, search], containing(search)];
  // Planned for this term, because the plan depends on how frequent the term is.
  const rows = await execute<{ id: string }>([SUBSCRIBERS, ...searches].join(' UNION '), values);
  return rows.map((row) => row.id);
}

/** The tables with a trigram index on emails. */
const SEARCHED = ['subscriber_search', 'deleted_subscribers'];
/** `COLLATE "C"` matches the collation of the index. */
const SUBSCRIBERS = `SELECT id FROM subscribers WHERE environment_id = $1 AND email COLLATE "C" = ANY ($2::text[])
  UNION SELECT id FROM subscribers WHERE environment_id = $1 AND subscriber_id = ANY ($3::text[])
  UNION SELECT id FROM deleted_subscribers WHERE environment_id = $1 AND email = ANY ($2::text[])
  UNION SELECT id FROM deleted_subscribers WHERE environment_id = $1 AND subscriber_id = ANY ($3::text[])`;

/**
 * Returns the IDs of the runs of transactions. Most transactions have few runs, which are all read and then filtered.
 * The runs of a large transaction (a broadcast) are close in time, so another filter chooses the index and this range
 * limits the scan.
 */
async function transactionIds(filter: NotificationFilter, slice: Slice): Promise<string[]> {
  const { contextKeys, subscriberIds, topicKey, subscriptionId, recoveryId, ...transactionOnly } = filter;
  const found = await notificationList.fewOrRange(transactionOnly);
  if (Array.isArray(found)) return notificationList.filtered(found, filter, slice);
  return notificationList.page({ ...filter, ...found }, slice);
}

/** Counts the runs that match any filter, by second (`at`, in milliseconds). A run that matches two filters counts twice. */
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
  // Planned for these values, because the statement reads all matching rows.
  const rows = await execute<{ second: string; count: number }>(text, values.list);
  return rows.map(({ second, count }) => ({ at: Number.parseInt(second, 16) * 1000, count }));
}
