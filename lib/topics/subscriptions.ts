import type { Ctx } from '#lib/api/context.ts';
import { cursorPage } from '#lib/api/cursor-page.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { contextKeysOf, contextWrites, saveContexts } from '#lib/contexts/save.ts';
import { newId } from '#lib/id.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import { findSubscriberId, findSubscriberIds, requireSubscriberId } from '#lib/subscribers/find.ts';
import { Prisma, type Topic, type TopicSubscription } from '#prisma/generated/client.ts';
import { preferencesWire, readConditions, readWorkflowSummaries, type SubscriptionCondition } from './conditions.ts';
import { failure, resultOf, takenIdentifier, unknownSubscriber, type Wanted } from './results.ts';
import type {
  CreateSubscriptionsBody,
  DeleteSubscriptionsBody,
  ListSubscriberSubscriptionsQuery,
  ListSubscriptionsQuery,
  Subscription,
  SubscriptionDetails,
  SubscriptionFailure,
  SubscriptionPage,
  SubscriptionResults,
  TopicSubscriber,
  UpdateSubscriptionBody,
} from './schema.ts';
import { ensureTopic, requireTopic } from './service.ts';
import { triedSubscriptions } from './tried-subscriptions.ts';
import { conditionsOf, SUBSCRIPTION_PARTS, type SubscriptionRow, subscriptionsWire } from './wire.ts';

const { skip } = Prisma;

/**
 * Returns a page of a topic's subscriptions.
 * @throws ApiError `not_found`.
 */
export async function listSubscriptions(
  ctx: Ctx,
  key: string,
  { subscriberId, contextKeys, ...input }: ListSubscriptionsQuery,
): Promise<SubscriptionPage> {
  const { id: topicId } = await requireTopic(ctx, key);
  // For an unknown subscriber, an empty ID is used, which matches no subscription.
  const named = subscriberId === undefined ? skip : ((await findSubscriberId(ctx.environmentId, subscriberId)) ?? '');
  return pageWhere(ctx, { topicId, subscriberId: named, contextKeys: withContexts(contextKeys) }, input);
}

/**
 * Returns a page of a subscriber's subscriptions.
 * @throws ApiError `not_found`.
 */
export async function listSubscriberSubscriptions(
  ctx: Ctx,
  subscriberId: string,
  { key, contextKeys, ...input }: ListSubscriberSubscriptionsQuery,
): Promise<SubscriptionPage> {
  const { environmentId } = ctx;
  const subscriber = await requireSubscriberId(environmentId, subscriberId);
  const topic = key === undefined ? undefined : await prisma().topic.findFirst({ where: { environmentId, key } });
  const topicId = key === undefined ? skip : (topic?.id ?? '');
  return pageWhere(ctx, { subscriberId: subscriber, topicId, contextKeys: withContexts(contextKeys) }, input);
}

function withContexts(contextKeys: string[] | undefined) {
  return contextKeys === undefined ? skip : { equals: contextKeys };
}

async function pageWhere(
  { environmentId }: Ctx,
  filter: Prisma.TopicSubscriptionWhereInput,
  input: Parameters<typeof cursorPage>[0],
): Promise<SubscriptionPage> {
  const where = { environmentId, ...filter };
  const page = await cursorPage(
    input,
    ({ id, ...slice }) =>
      prisma().topicSubscription.findMany({ where: { ...where, id }, include: SUBSCRIPTION_PARTS, ...slice }),
    (take) => prisma().topicSubscription.count({ where, take }),
  );
  return { ...page, data: await subscriptionsWire(environmentId, page.data) };
}

/** @throws ApiError `not_found`. */
export async function getSubscription(ctx: Ctx, key: string, identifier: string): Promise<SubscriptionDetails> {
  const row = await requireSubscription(ctx, key, identifier);
  const conditions = conditionsOf(row);
  const workflows = await readWorkflowSummaries(ctx.environmentId, conditions);
  return {
    id: row.id,
    identifier: row.identifier,
    ...(row.name !== null && { name: row.name }),
    preferences: preferencesWire(row.id, conditions, workflows),
    contextKeys: row.contextKeys,
  };
}

/**
 * Returns a subscriber of a topic.
 * @throws ApiError `not_found` if the topic does not exist or the subscriber is not subscribed to it.
 */
export async function getTopicSubscriber(ctx: Ctx, key: string, subscriberId: string): Promise<TopicSubscriber> {
  const { environmentId } = ctx;
  const topic = await requireTopic(ctx, key);
  const id = await findSubscriberId(environmentId, subscriberId);
  const row =
    id !== undefined &&
    (await prisma().topicSubscription.findFirst({ where: { environmentId, topicId: topic.id, subscriberId: id } }));
  if (!row) throw new ApiError('not_found', `Subscriber ${subscriberId} does not follow the topic ${key}`);
  return {
    _organizationId: ctx.organizationId,
    _environmentId: environmentId,
    _subscriberId: id,
    _topicId: topic.id,
    topicKey: topic.key,
    externalSubscriberId: subscriberId,
  };
}

/**
 * Subscribes up to 100 subscribers to a topic, which is created if it does not exist. Existing subscriptions get the
 * given names and preferences. Unknown subscribers are errors in the result, and all other subscribers are subscribed.
 *
 * @param dryRun saves nothing. `data` of the result contains the existing subscriptions.
 * @throws ApiError 422 if no subscriber is named, and as `readConditions`.
 */
export function createSubscriptions(
  ctx: Ctx,
  key: string,
  body: CreateSubscriptionsBody,
  dryRun = false,
): Promise<SubscriptionResults> {
  return transaction(async () => {
    const context = contextWrites(body.context ?? {});
    const contextKeys = contextKeysOf(body.context ?? {});
    const wanted = wantedOf(key, body, contextKeys);
    if (dryRun) return triedSubscriptions(ctx, key, wanted, contextKeys);
    const conditions = body.preferences && (await readConditions(ctx.environmentId, body.preferences));
    const { row: topic } = await ensureTopic(ctx, key, { name: body.name });
    if (context.length > 0) await saveContexts(ctx.environmentId, context, new Date());
    const errors: SubscriptionFailure[] = [];
    const rows = await saveSubscriptions(ctx, topic, { wanted, conditions, contextKeys, errors });
    const data = await subscriptionsWire(ctx.environmentId, rows);
    await auditSubscriptions(ctx, 'topics.subscribe', topic, { after: data });
    return resultOf(wanted.length, data, errors);
  });
}

/** Returns the requested subscriptions. If several have the same identifier, the last subscription counts. */
function wantedOf(
  key: string,
  { subscriptions = [], subscriberIds = [] }: CreateSubscriptionsBody,
  contexts: string[],
) {
  const wanted = new Map<string, Wanted>();
  for (const each of [...subscriberIds, ...subscriptions]) {
    const one = typeof each === 'string' ? { subscriberId: each, identifier: identifierOf(key, each, contexts) } : each;
    wanted.set(one.identifier, one);
  }
  if (wanted.size === 0) throw fieldError('subscriptions', 'must name at least one subscriber');
  return [...wanted.values()];
}

/** Returns the default identifier of a subscription. */
function identifierOf(topicKey: string, subscriberId: string, contextKeys: readonly string[]): string {
  const contexts = contextKeys.length > 0 ? `:ctx=${contextKeys.join(',')}` : '';
  return `tk=${topicKey}:si=${subscriberId}${contexts}`;
}

interface Saving {
  wanted: readonly Wanted[];
  conditions: SubscriptionCondition[] | undefined;
  contextKeys: string[];
  errors: SubscriptionFailure[];
}

/** @returns the subscriptions in the order of `wanted`. Adds failures to `errors`. */
async function saveSubscriptions(
  { environmentId }: Ctx,
  topic: Topic,
  { wanted, conditions, contextKeys, errors }: Saving,
): Promise<SubscriptionRow[]> {
  const subscribers = await findSubscriberIds(
    environmentId,
    wanted.map((each) => each.subscriberId),
  );
  const at = new Date();
  const existing = wanted.filter((each) => subscribers.has(each.subscriberId));
  const made = existing.map(({ identifier, subscriberId, name }) => ({
    environmentId,
    id: newId(at),
    topicId: topic.id,
    subscriberId: subscribers.get(subscriberId) ?? '',
    identifier,
    name: name ?? null,
    contextKeys,
    conditions: conditions ? json(conditions) : Prisma.DbNull,
    createdAt: at,
    updatedAt: at,
  }));
  // All requests insert in the same order, because concurrent requests may create the same subscriptions and would
  // otherwise deadlock.
  await prisma().topicSubscription.createMany({
    data: made.sort((a, b) => (a.identifier < b.identifier ? -1 : 1)),
    skipDuplicates: true,
  });
  await updateExisting(made, conditions);
  const identifiers = existing.map((each) => each.identifier);
  const rows = await prisma().topicSubscription.findMany({
    where: { environmentId, topicId: topic.id, identifier: { in: identifiers }, contextKeys: { equals: contextKeys } },
    include: SUBSCRIPTION_PARTS,
  });
  const saved = new Map(rows.map((row) => [row.identifier, row]));
  return wanted.flatMap(({ identifier, subscriberId }) => {
    const row = saved.get(identifier);
    if (row && row.subscriber.subscriberId === subscriberId) return [row];
    errors.push(
      subscribers.has(subscriberId) ? takenIdentifier(subscriberId, identifier) : unknownSubscriber(subscriberId),
    );
    return [];
  });
}

type MadeSubscription = Pick<
  TopicSubscription,
  'environmentId' | 'id' | 'topicId' | 'subscriberId' | 'identifier' | 'name' | 'contextKeys' | 'updatedAt'
>;

/**
 * Gives names and conditions to subscriptions that existed before. A subscription of another subscriber or context with
 * the same identifier stays unchanged.
 */
async function updateExisting(
  made: readonly MadeSubscription[],
  conditions: SubscriptionCondition[] | undefined,
): Promise<void> {
  const changed = conditions ? made : made.filter(({ name }) => name !== null);
  for (const [name, named] of Map.groupBy(changed, (each) => each.name)) {
    await prisma().topicSubscription.updateMany({
      where: {
        environmentId: named[0]?.environmentId ?? '',
        OR: named.map(({ id, topicId, subscriberId, identifier, contextKeys }) => ({
          ...{ id: { not: id }, topicId, subscriberId, identifier, contextKeys: { equals: contextKeys } },
        })),
      },
      data: {
        name: name ?? skip,
        conditions: conditions ? json(conditions) : skip,
        updatedAt: named[0]?.updatedAt ?? skip,
      },
    });
  }
}

/**
 * Changes name and preferences of a subscription.
 * @throws ApiError `not_found`, and as `readConditions`.
 */
export function updateSubscription(
  ctx: Ctx,
  key: string,
  identifier: string,
  { name, preferences }: UpdateSubscriptionBody,
): Promise<Subscription> {
  return transaction(async () => {
    const { environmentId } = ctx;
    const before = await requireSubscription(ctx, key, identifier);
    const conditions = preferences && (await readConditions(environmentId, preferences));
    const after = await prisma().topicSubscription.update({
      where: { environmentId_id: { environmentId, id: before.id } },
      data: {
        name: name ?? skip,
        conditions: conditions ? json(conditions) : skip,
        updatedAt: new Date(),
      },
      include: SUBSCRIPTION_PARTS,
    });
    const [old, wire] = await subscriptionsWire(environmentId, [before, after]);
    await auditSubscriptions(ctx, 'topics.updateSubscription', before.topic, { before: old, after: wire });
    return wire as Subscription;
  });
}

/**
 * Deletes subscriptions of a topic. Unknown subscriptions are errors in the result, and all other subscriptions are
 * deleted.
 * @throws ApiError `not_found` for the topic; 422 if no subscription is named.
 */
export function deleteSubscriptions(
  ctx: Ctx,
  key: string,
  { subscriptions = [], subscriberIds = [] }: DeleteSubscriptionsBody,
): Promise<SubscriptionResults> {
  return transaction(async () => {
    const named = [...subscriberIds, ...subscriptions].map((each) =>
      typeof each === 'string' ? { subscriberId: each } : each,
    );
    const topic = await requireTopic(ctx, key);
    if (named.length === 0) throw fieldError('subscriptions', 'must name at least one subscription');
    const { environmentId } = ctx;
    const rows = await prisma().topicSubscription.findMany({
      where: { environmentId, topicId: topic.id, OR: await namedRows(ctx, named) },
      include: SUBSCRIPTION_PARTS,
      orderBy: { id: 'asc' },
    });
    await prisma().topicSubscription.deleteMany({ where: { environmentId, id: { in: rows.map(({ id }) => id) } } });
    const errors = named.filter((each) => !rows.some((row) => isNamed(row, each))).map(notSubscribed);
    const data = await subscriptionsWire(environmentId, rows);
    await auditSubscriptions(ctx, 'topics.unsubscribe', topic, { before: data });
    return resultOf(named.length, data, errors);
  });
}

interface NamedSubscription {
  identifier?: string | undefined;
  subscriberId?: string | undefined;
}

async function namedRows(
  { environmentId }: Ctx,
  named: readonly NamedSubscription[],
): Promise<Prisma.TopicSubscriptionWhereInput[]> {
  const ids = await findSubscriberIds(
    environmentId,
    named.flatMap(({ subscriberId }) => subscriberId ?? []),
  );
  return named.map(({ identifier, subscriberId }) => ({
    identifier: identifier ?? skip,
    subscriberId: subscriberId === undefined ? skip : (ids.get(subscriberId) ?? ''),
  }));
}

function isNamed({ identifier, subscriber }: SubscriptionRow, named: NamedSubscription): boolean {
  const { identifier: wanted = identifier, subscriberId = subscriber.subscriberId } = named;
  return wanted === identifier && subscriberId === subscriber.subscriberId;
}

function notSubscribed({ identifier, subscriberId }: NamedSubscription): SubscriptionFailure {
  const shown = identifier ?? subscriberId ?? '';
  return failure(subscriberId ?? shown, 'SUBSCRIPTION_NOT_FOUND', `There is no subscription of ${shown} to this topic`);
}

async function requireSubscription(ctx: Ctx, key: string, identifier: string): Promise<SubscriptionRow> {
  const topic = await requireTopic(ctx, key);
  const row = await prisma().topicSubscription.findFirst({
    where: { environmentId: ctx.environmentId, topicId: topic.id, identifier },
    include: SUBSCRIPTION_PARTS,
  });
  if (row) return row;
  throw new ApiError('not_found', `Subscription ${identifier} of topic ${key} was not found`);
}

async function auditSubscriptions(
  ctx: Ctx,
  action: string,
  topic: Topic,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  await audit(ctx, { action, resourceType: 'topics', resourceId: topic.id, resourceLabel: topic.key, ...change });
}
