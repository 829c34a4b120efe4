/** The subscriptions of the calling subscriber, with exactly the context of the inbox session. */
import type { InboxCtx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import { conditionProblems } from '#lib/conditions/check.ts';
import { contextOf } from '#lib/contexts/save.ts';
import { json, prisma, transaction } from '#lib/postgres/db.ts';
import { updateOwnWorkflows } from '#lib/preferences/own.ts';
import type { OwnPreferenceList, UpdateOwnPreferencesBody } from '#lib/preferences/schema.ts';
import { lockSubscriber } from '#lib/subscribers/find.ts';
import { findReferenced } from '#lib/workflows/reference.ts';
import type { Prisma } from '#prisma/generated/client.ts';
import {
  conditionFor,
  findNamedWorkflows,
  preferencesWire,
  readWorkflowSummaries,
  type SubscriptionCondition,
} from './conditions.ts';
import { takenIdentifier } from './results.ts';
import type {
  CreateOwnSubscriptionBody,
  DeletedOwnSubscription,
  OwnRuleAnswer,
  OwnRuleBody,
  OwnRuleParams,
  OwnSubscription,
  OwnSubscriptionAnswer,
  OwnSubscriptionList,
  OwnSubscriptionParams,
  OwnSubscriptionQuery,
  Subscription,
  SubscriptionPreference,
  UpdateSubscriptionBody,
} from './schema.ts';
import { createSubscriptions, deleteSubscriptions, updateSubscription } from './subscriptions.ts';
import { conditionsOf, SUBSCRIPTION_PARTS, type SubscriptionRow, subscriptionsWire } from './wire.ts';

/** Returns the caller’s subscriptions to a topic, newest first. Empty if the topic does not exist. */
export async function listOwnSubscriptions(ctx: InboxCtx, topicKey: string): Promise<OwnSubscriptionList> {
  const rows = await findOwn(ctx, await topicFilter(ctx, topicKey));
  const wires = await subscriptionsWire(ctx.environmentId, rows);
  return { data: wires.map(ownWire) };
}

/**
 * Returns a subscription of the caller with its preferences for the named workflows. Undefined if the caller has no
 * such subscription.
 */
export async function getOwnSubscription(
  ctx: InboxCtx,
  { topicKey, identifier }: OwnSubscriptionParams,
  { workflowIds = [], tags = [] }: OwnSubscriptionQuery,
): Promise<OwnSubscriptionAnswer | undefined> {
  const { environmentId } = ctx;
  const [row] = await findOwn(ctx, { identifier, ...(await topicFilter(ctx, topicKey)) });
  if (!row) return undefined;
  const stored = conditionsOf(row);
  const isFiltered = workflowIds.length + tags.length > 0;
  const named = isFiltered ? await findNamedWorkflows(environmentId, [{ workflowIds, tags }]) : [];
  const conditions = isFiltered ? named.map(({ id }) => conditionOf(stored, id)) : stored;
  const workflows = await readWorkflowSummaries(environmentId, conditions);
  const preferences = ofWorkflows(preferencesWire(row.id, conditions, workflows));
  return { data: { id: row.id, identifier, ...(row.name !== null && { name: row.name }), preferences } };
}

/**
 * Subscribes the caller to a topic, which is created if it does not exist. An existing subscription gets the given name and
 * preferences.
 *
 * @throws ApiError `bad_request` if the identifier belongs to another subscription; 422 as `readConditions`.
 */
export async function createOwnSubscription(
  ctx: InboxCtx,
  topicKey: string,
  { identifier: given, name, topic, preferences }: CreateOwnSubscriptionBody,
): Promise<OwnSubscriptionAnswer> {
  const { externalSubscriberId: subscriberId, contextKeys } = ctx.actor;
  const identifier = given || identifierOf(topicKey, subscriberId, contextKeys);
  const taken = new ApiError('bad_request', takenIdentifier(subscriberId, identifier).message);
  if (namesOther(identifier, subscriberId)) throw taken;
  const { data } = await createSubscriptions(ctx, topicKey, {
    subscriptions: [{ identifier, subscriberId, name }],
    name: topic?.name,
    context: contextOf(contextKeys),
    preferences,
  });
  if (!data[0]) throw taken;
  return { data: ownWire(data[0]) };
}

/** Returns the default identifier, in the form that the official client uses too. */
function identifierOf(topicKey: string, subscriberId: string, contextKeys: readonly string[]): string {
  const contexts = contextKeys.length > 0 ? `:ctx_${contextKeys.join(',')}` : '';
  return `tk_${topicKey}:si_${subscriberId}${contexts}`;
}

/**
 * Whether an identifier has the default form for another subscriber. Such an identifier is rejected even if the
 * subscription does not exist, so that the response does not reveal the subscriptions of other people.
 */
function namesOther(identifier: string, subscriberId: string): boolean {
  const own = [`:si_${subscriberId}`, `:si=${subscriberId}`];
  const isOwn = own.some((mark) => identifier.endsWith(mark) || identifier.includes(`${mark}:ctx`));
  return /:si[_=]/.test(identifier) && !isOwn;
}

/** @throws ApiError `not_found`, and as `updateSubscription`. */
export async function updateOwnSubscription(
  ctx: InboxCtx,
  params: OwnSubscriptionParams,
  body: UpdateSubscriptionBody,
): Promise<OwnSubscriptionAnswer> {
  await requireOwn(ctx, params);
  return { data: ownWire(await updateSubscription(ctx, params.topicKey, params.identifier, body)) };
}

/** @throws ApiError `not_found`. */
export async function deleteOwnSubscription(
  ctx: InboxCtx,
  params: OwnSubscriptionParams,
): Promise<DeletedOwnSubscription> {
  await requireOwn(ctx, params);
  const { identifier, topicKey } = params;
  const subscriberId = ctx.actor.externalSubscriberId;
  await deleteSubscriptions(ctx, topicKey, { subscriptions: [{ identifier, subscriberId }] });
  return { data: { success: true } };
}

/**
 * Sets the preference of a subscription for one workflow.
 * @throws ApiError `not_found`; 422 for a condition that cannot be evaluated.
 */
export function updateOwnRule(
  ctx: InboxCtx,
  { identifier, workflowId }: OwnRuleParams,
  { enabled, condition }: OwnRuleBody,
): Promise<OwnRuleAnswer> {
  const [problem] = condition ? conditionProblems(condition, () => undefined) : [];
  if (problem) throw fieldError('condition', problem.message);
  return transaction(async () => {
    const { environmentId, actor } = ctx;
    // The lock keeps both of two concurrent changes for different workflows.
    await lockSubscriber(environmentId, actor.externalSubscriberId);
    const row = await requireOwn(ctx, { identifier });
    const named = await findNamedWorkflows(environmentId, [{ workflowIds: [workflowId], tags: [] }]);
    const workflow = findReferenced(workflowId, named);
    if (!workflow) throw new ApiError('not_found', `Workflow with id ${workflowId} not found`);
    const before = conditionOf(conditionsOf(row), workflow.id);
    const rule = { ...before, ...(enabled !== undefined && { enabled }), ...(condition && { condition }) };
    const others = conditionsOf(row).filter((each) => each.workflowId !== workflow.id);
    await prisma().topicSubscription.update({
      where: { environmentId_id: { environmentId, id: row.id } },
      data: { conditions: json([...others, rule]), updatedAt: new Date() },
    });
    const [data] = preferencesWire(row.id, [rule], await readWorkflowSummaries(environmentId, [rule]));
    return { data: data as SubscriptionPreference };
  });
}

/**
 * Changes the subscriber's preferences for workflows, and the preferences of single subscriptions for workflows: all of
 * them, or none if one fails.
 */
export function updateOwnPreferences(
  ctx: InboxCtx,
  { preferences }: UpdateOwnPreferencesBody,
): Promise<OwnPreferenceList> {
  return transaction(async () => {
    const ofSubscriptions = preferences.filter(({ subscriptionIdentifier }) => subscriptionIdentifier !== undefined);
    const ofChannels = preferences.filter(({ subscriptionIdentifier }) => subscriptionIdentifier === undefined);
    const changes = ofChannels.map(({ workflowId, email, sms, in_app, chat, push }) => ({
      workflowId,
      channels: { email, sms, in_app, chat, push },
    }));
    const isEmpty = preferences.length === 0;
    const data: OwnPreferenceList['data'] = changes.length > 0 || isEmpty ? await updateOwnWorkflows(ctx, changes) : [];
    for (const { subscriptionIdentifier: identifier = '', workflowId, enabled, condition } of ofSubscriptions) {
      const { data: rule } = await updateOwnRule(ctx, { identifier, workflowId }, { enabled, condition });
      data.push({ level: 'template', channels: {}, ...rule });
    }
    return { data };
  });
}

function conditionOf(stored: readonly SubscriptionCondition[], workflowId: string): SubscriptionCondition {
  return { enabled: true, ...conditionFor(stored, workflowId), workflowId };
}

function ownWire({ _id, identifier, name, preferences = [] }: Subscription): OwnSubscription {
  return { id: _id, identifier, ...(name !== undefined && { name }), preferences: ofWorkflows(preferences) };
}

function ofWorkflows(preferences: readonly SubscriptionPreference[]): SubscriptionPreference[] {
  return preferences.filter(({ workflow }) => workflow !== undefined);
}

/** @throws ApiError `not_found` for a subscription that is not the caller’s. */
async function requireOwn(
  ctx: InboxCtx,
  { topicKey, identifier }: { topicKey?: string; identifier: string },
): Promise<SubscriptionRow> {
  const ofTopic = topicKey === undefined ? {} : await topicFilter(ctx, topicKey);
  const [row] = await findOwn(ctx, { identifier, ...ofTopic });
  if (row) return row;
  throw new ApiError('not_found', `Subscription ${identifier} was not found`);
}

/** Returns the filter for subscriptions to a topic. The filter of an unknown topic matches no subscription. */
async function topicFilter({ environmentId }: InboxCtx, key: string): Promise<{ topicId: string }> {
  const topic = await prisma().topic.findFirst({ where: { environmentId, key }, select: { id: true } });
  return { topicId: topic?.id ?? '' };
}

/** The number of subscriptions that one response contains. */
const MAX_LISTED = 100;

function findOwn(
  { environmentId, actor }: InboxCtx,
  filter: Prisma.TopicSubscriptionWhereInput,
): Promise<SubscriptionRow[]> {
  const { subscriberId, contextKeys } = actor;
  return prisma().topicSubscription.findMany({
    where: { environmentId, subscriberId, contextKeys: { equals: contextKeys }, ...filter },
    include: SUBSCRIPTION_PARTS,
    orderBy: { id: 'desc' },
    take: MAX_LISTED,
  });
}
