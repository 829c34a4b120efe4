import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit, isAudited } from '#lib/audit-log/service.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { timestampText } from '#lib/postgres/sql.ts';
import { encodeCursor, readCursor } from './cursor.ts';
import { subscriberNotFound } from './find.ts';
import { findRecent, findSubscriber, insertSubscriber, type Recent } from './query.ts';
import { saveSubscriber, writeOf } from './save.ts';
import type { CreateSubscriberBody, SearchSubscribersQuery } from './schema.ts';
import { type Count, type Found, SubscriberSearch } from './search.ts';
import type { Position, Scan, SortColumn } from './search-conditions.ts';
import { foldWords } from './search-terms.ts';
import { type SubscriberRow, subscriberJson } from './wire.ts';

/**
 * Creates the subscriber, or updates the fields in `body` if it exists (spec 4.2).
 *
 * @returns the Subscriber as JSON text.
 * @throws ApiError `conflict` if the subscriber exists and `failIfExists` is set. The error contains the existing
 * subscriber's fields, because the official client reads the body of that 409 as a Subscriber.
 */
export async function createSubscriber(
  ctx: Ctx,
  body: CreateSubscriberBody,
  { failIfExists = false }: { failIfExists?: boolean } = {},
): Promise<string> {
  return auditSubscriber(ctx, body.subscriberId, 'subscribers.createOrUpdate', () =>
    failIfExists ? insertOnly(ctx, body) : saveSubscriber(ctx, body),
  );
}

async function insertOnly(ctx: Ctx, body: CreateSubscriberBody): Promise<SubscriberRow> {
  const inserted = await insertSubscriber(ctx.environmentId, writeOf(ctx, body));
  if (inserted) return inserted;
  const existing = await findSubscriber(ctx.environmentId, body.subscriberId);
  throw new ApiError('conflict', `Subscriber with id "${body.subscriberId}" already exists`, {
    extra: existing ? JSON.parse(subscriberJson(ctx, existing)) : {},
  });
}

/**
 * Returns one subscriber by `subscriberId`, as JSON text.
 * @throws ApiError `not_found`.
 */
export async function getSubscriber(ctx: Ctx, subscriberId: string): Promise<string> {
  return subscriberJson(ctx, await requireSubscriber(ctx, subscriberId));
}

/** Returns the row of one subscriber. @throws ApiError `not_found`. */
export async function requireSubscriber({ environmentId }: Ctx, subscriberId: string): Promise<SubscriberRow> {
  return (await findSubscriber(environmentId, subscriberId)) ?? subscriberNotFound(subscriberId);
}

/**
 * Runs `write`, and returns the written subscriber as JSON text. If the caller’s changes are audited, the audit log
 * records the subscriber before and after.
 */
export async function auditSubscriber(
  ctx: Ctx,
  subscriberId: string,
  action: string,
  write: () => Promise<SubscriberRow>,
): Promise<string> {
  if (!isAudited(ctx, 'subscribers')) return subscriberJson(ctx, await write());
  return transaction(async () => {
    const row = await findSubscriber(ctx.environmentId, subscriberId);
    const written = await write();
    const text = subscriberJson(ctx, written);
    await audit(ctx, {
      action,
      resourceType: 'subscribers',
      resourceId: written.id,
      resourceLabel: subscriberId,
      before: row && JSON.parse(subscriberJson(ctx, row)),
      after: JSON.parse(text),
    });
    return text;
  });
}

/**
 * Returns a page of subscribers (spec 4.3), as the JSON text of a SubscriberPage.
 *
 * A well-formed cursor is a position in the order, even if its row no longer exists. A malformed cursor returns an empty
 * page. A search for a term that no index can find reads at most WALK_ROWS subscribers. Its page may then be short, and
 * `next` continues.
 *
 * @throws ApiError `bad_request` if both cursors are given.
 */
export async function searchSubscribers(ctx: Ctx, input: SearchSubscribersQuery): Promise<string> {
  if (input.after !== undefined && input.before !== undefined) {
    throw new ApiError('bad_request', 'Cannot specify both "before" and "after" cursors at the same time.');
  }
  const { environmentId } = ctx;
  const { email, phone, name, subscriberId, limit } = input;
  const sort = sortOf(input);
  const cursor = input.after ?? input.before;
  const from = cursor === undefined ? undefined : await readCursor(environmentId, sort, cursor);
  if (cursor !== undefined && !from) return pageJson(ctx, NOTHING);

  const topicId = await topicIdOf(ctx, input);
  if (topicId === null) return pageJson(ctx, NOTHING);
  const words = input.q === undefined ? undefined : await foldWords(input.q);
  const { contextKey, language, missing } = input;
  const filters = { email, phone, name: name?.trim(), subscriberId, words, topicId, contextKey, language, missing };
  const search = new SubscriberSearch({ environmentId, sort, filters });
  const backwards = input.before !== undefined;
  const descending = (input.orderDirection === 'DESC') !== backwards;
  const scan = { descending, from, inclusive: input.includeCursor === true, limit: limit + 1 };
  const found = await search.read(scan);
  const rows = found.rows.slice(0, limit);
  const isFull = found.rows.length > limit;
  const { ahead, behind } = await edges(search, scan, { ...found, rows }, isFull);
  const isAll = !from && !isFull;
  const count = isAll ? { count: rows.length, capped: found.stoppedAt !== undefined } : await search.count();
  const [next, previous] = backwards ? [behind, ahead] : [ahead, behind];
  const encode = (place?: Position) => (place ? encodeCursor(sort, place) : null);
  const recent = input.includeLastMessage ? await findRecent(environmentId, rows) : undefined;
  return pageJson(ctx, {
    rows: backwards ? rows.reverse() : rows,
    next: encode(next),
    previous: encode(previous),
    count,
    recent,
  });
}

/** Returns Topic.id of the filter. Undefined without the filter, null if there is no such topic. */
async function topicIdOf(
  { environmentId }: Ctx,
  { topicKey }: SearchSubscribersQuery,
): Promise<string | null | undefined> {
  if (topicKey === undefined) return undefined;
  const topic = await prisma().topic.findFirst({ where: { environmentId, key: topicKey }, select: { id: true } });
  return topic?.id ?? null;
}

/** Returns the positions from which a reader can continue, forward and back. Undefined if no rows may follow. */
async function edges(
  search: SubscriberSearch,
  { from, descending }: Scan,
  { rows, stoppedAt, hasBefore, relevance }: Found,
  isFull: boolean,
): Promise<{ ahead?: Position | undefined; behind?: Position | undefined }> {
  const [first, last] = [rows[0], rows.at(-1)];
  const ahead = isFull && last ? position(last, relevance) : stoppedAt;
  if (!from || !first) return { ahead };
  const back = { descending: !descending, from: position(first, relevance) };
  return { ahead, behind: (hasBefore ?? (await search.findsAny(back))) ? back.from : undefined };
}

interface Page {
  rows: SubscriberRow[];
  next: string | null;
  previous: string | null;
  count: Count;
  /** Fields from each subscriber's newest messages, by Subscriber.id. */
  recent?: ReadonlyMap<string, Recent> | undefined;
}

const NOTHING: Page = { rows: [], next: null, previous: null, count: { count: 0, capped: false } };

function position({ id, updated_at: updatedAt }: SubscriberRow, relevance: Found['relevance']): Position {
  return { id, updatedAt: new Date(timestampText(updatedAt)), relevance: relevance?.get(id) };
}

/** Returns the sort column. `relevance` requires a search text. */
function sortOf({ orderBy, q }: SearchSubscribersQuery): SortColumn {
  if (orderBy === 'updatedAt') return 'updated_at';
  return orderBy === 'relevance' && q !== undefined ? 'relevance' : 'id';
}

function pageJson(ctx: Ctx, { rows, next, previous, count, recent }: Page): string {
  const data = rows.map((row) => {
    const text = subscriberJson(ctx, row);
    const more = recent?.get(row.id);
    return more ? `${text.slice(0, -1)},${JSON.stringify(more).slice(1)}` : text;
  });
  const rest = { next, previous, totalCount: count.count, totalCountCapped: count.capped };
  return `{"data":[${data.join(',')}],${JSON.stringify(rest).slice(1)}`;
}
