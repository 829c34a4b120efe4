import type { Ctx } from '#lib/api/context.ts';
import { type CursorQuery, cursorPage, type Page } from '#lib/api/cursor-page.ts';
import { ApiError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { newId } from '#lib/id.ts';
import { jsonOrNull, prisma, transaction } from '#lib/postgres/db.ts';
import { literal } from '#lib/postgres/sql.ts';
import { Prisma, type Topic as TopicRow } from '#prisma/generated/client.ts';
import { countSubscriptions } from './query.ts';
import type { CreateTopicBody, ListTopicsQuery, Topic, TopicPage, UpdateTopicBody } from './schema.ts';
import { topicWire } from './wire.ts';

const { skip } = Prisma;

/** Returns a page of the environment's topics. */
export async function listTopics({ environmentId }: Ctx, input: ListTopicsQuery): Promise<TopicPage> {
  const { q, orderBy, includeSubscriptionCount = false, ...query } = input;
  const either = q === undefined ? skip : [{ key: containing(q) }, { name: containing(q) }];
  const where = { environmentId, key: optional(input.key), name: optional(input.name), OR: either };
  const count = (take: number) => prisma().topic.count({ where, take });
  const page =
    orderBy === 'key'
      ? await pageByKey(where, query, count)
      : await cursorPage(
          { ...query, orderBy },
          ({ id, ...slice }) => prisma().topic.findMany({ where: { ...where, id }, ...slice }),
          count,
        );
  const counts = includeSubscriptionCount
    ? await countSubscriptions(
        environmentId,
        page.data.map(({ id }) => id),
      )
    : undefined;
  return { ...page, data: page.data.map((row) => ({ ...topicWire(row), ...counts?.get(row.id) })) };
}

/** Reads a page sorted by key. Its cursors are positions in that order. */
async function pageByKey(
  where: Prisma.TopicWhereInput,
  query: Omit<CursorQuery, 'orderBy'>,
  count: (take: number) => Promise<number>,
): Promise<Page<TopicRow>> {
  const page = await cursorPage(
    { ...query, orderBy: '_id' },
    async ({ id, orderBy, take }) => {
      const [[operator, position] = []] = Object.entries(id);
      const after = operator === undefined ? skip : [{ key: { [operator]: keyAt(position ?? '') } }];
      const rows = await prisma().topic.findMany({
        where: { ...where, AND: after },
        orderBy: { key: orderBy.id },
        take,
      });
      return rows.map((row) => ({ row, id: positionOf(row.key) }));
    },
    count,
    (cursor) => (keyAt(cursor).includes('\0') ? undefined : cursor),
  );
  return { ...page, data: page.data.map(({ row }) => row) };
}

const positionOf = (key: string) => Buffer.from(key).toString('base64url');
const keyAt = (position: string) => Buffer.from(position, 'base64url').toString();

function optional(term: string | undefined) {
  return term === undefined ? skip : containing(term);
}

function containing(term: string) {
  return { contains: literal(term), mode: 'insensitive' as const };
}

/** @throws ApiError `not_found`. */
export async function getTopic(ctx: Ctx, key: string): Promise<Topic> {
  return topicWire(await requireTopic(ctx, key));
}

/**
 * Creates a topic, or changes the given fields of the topic with this key.
 *
 * @throws ApiError `conflict` if the topic exists and `failIfExists` is set. The error contains the topic's fields, because
 * the official client reads the body of that 409 as a Topic.
 */
export function createTopic(ctx: Ctx, body: CreateTopicBody, failIfExists = false): Promise<Topic> {
  return transaction(async () => {
    const { row, isNew } = await ensureTopic(ctx, body.key, body);
    if (isNew) {
      await auditTopic(ctx, 'topics.create', undefined, row);
      return topicWire(row);
    }
    if (failIfExists)
      throw new ApiError('conflict', `Topic with key "${body.key}" already exists`, { extra: topicWire(row) });
    return topicWire(await change(ctx, row, body));
  });
}

/** @throws ApiError `not_found`. */
export function updateTopic(ctx: Ctx, key: string, body: UpdateTopicBody): Promise<Topic> {
  return transaction(async () => topicWire(await change(ctx, await requireTopic(ctx, key), body)));
}

/**
 * Deletes a topic with its subscriptions.
 * @throws ApiError `not_found`.
 */
export function deleteTopic(ctx: Ctx, key: string): Promise<{ acknowledged: boolean }> {
  return transaction(async () => {
    const topic = await requireTopic(ctx, key);
    const { environmentId } = ctx;
    const { count } = await prisma().topic.deleteMany({ where: { environmentId, id: topic.id } });
    if (count > 0) await auditTopic(ctx, 'topics.delete', topic, undefined);
    return { acknowledged: true };
  });
}

/** @throws ApiError `not_found`. */
export async function requireTopic({ environmentId }: Ctx, key: string): Promise<TopicRow> {
  const row = await prisma().topic.findFirst({ where: { environmentId, key } });
  if (row) return row;
  throw new ApiError('not_found', `Topic with key ${key} was not found`);
}

/** Returns the topic with this key. If it does not exist, creates it with the given fields. */
export async function ensureTopic(
  { environmentId }: Ctx,
  key: string,
  { name, data }: UpdateTopicBody,
): Promise<{ row: TopicRow; isNew: boolean }> {
  const at = new Date();
  const id = newId(at);
  const found = await prisma().topic.findFirst({ where: { environmentId, key } });
  if (found) return { row: found, isNew: false };
  const made = { environmentId, id, key, name: name ?? null, data: jsonOrNull(data), createdAt: at, updatedAt: at };
  // Another request may create the topic at the same moment.
  await prisma().topic.createMany({ data: [made], skipDuplicates: true });
  const row = await prisma().topic.findFirstOrThrow({ where: { environmentId, key } });
  return { row, isNew: row.id === id };
}

async function change(ctx: Ctx, topic: TopicRow, { name, data }: UpdateTopicBody): Promise<TopicRow> {
  if (name === undefined && data === undefined) return topic;
  const { environmentId } = ctx;
  const changed = await prisma().topic.update({
    where: { environmentId_id: { environmentId, id: topic.id } },
    data: { name: name ?? skip, data: data === undefined ? skip : jsonOrNull(data), updatedAt: new Date() },
  });
  await auditTopic(ctx, 'topics.update', topic, changed);
  return changed;
}

async function auditTopic(ctx: Ctx, action: string, before?: TopicRow, after?: TopicRow): Promise<void> {
  const { id, key } = (after ?? before) as TopicRow;
  await audit(ctx, {
    action,
    resourceType: 'topics',
    resourceId: id,
    resourceLabel: key,
    before: before && topicWire(before),
    after: after && topicWire(after),
  });
}
