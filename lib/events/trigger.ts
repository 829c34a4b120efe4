/** Raw statement: one statement writes a trigger's rows into all their tables, because this is the hottest path. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { isAudited } from '#lib/audit-log/service.ts';
import { type ContextWrite, contextKeysOf, contextWrites, saveContexts } from '#lib/contexts/save.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { newId } from '#lib/id.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { afterCommit, hotQuery, hotTransaction } from '#lib/postgres/db.ts';
import { type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import { saveSubscriber } from '#lib/subscribers/save.ts';
import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { sendSpan } from '#lib/tracing/queue-spans.ts';
import { inSpan, traceparent } from '#lib/tracing/tracing.ts';
import { noteTrigger } from '#lib/workflows/trigger-times.ts';
import { auditTriggers } from './audit-trigger.ts';
import { checkEvent, type Event, noSuchTopics } from './check.ts';
import { type FanoutTrigger, insertFanouts, readTopics } from './fanouts.ts';
import { checkOf, restartForChecks } from './payload-checks.ts';
import { ALL_SUBSCRIBERS, audienceOf, keysOf } from './recipients.ts';
import { keepRefusal } from './refusals.ts';
import type { BroadcastBody, TriggerBody, TriggerResult } from './schema.ts';
import { CLAIM, ENTER } from './trigger-statements.ts';
import { readTargets, type TriggeredWorkflow, withSeverity } from './triggered-workflow.ts';

/**
 * Triggers a workflow: one run per recipient, all in one transaction. A worker picks the runs up after the commit.
 * Topics become a fan-out in the same transaction, and a worker creates its runs.
 *
 * @throws ApiError 422 `workflow_not_found` or if `scheduledAt` is too far in the future, 400 for a payload that does
 * not match the schema.
 */
export async function triggerEvent(ctx: Ctx, body: TriggerBody): Promise<TriggerResult> {
  return resultOf(await triggerEvents(ctx, [body]));
}

/**
 * Triggers a workflow for every subscriber of the environment, by a fan-out.
 * @throws ApiError like `triggerEvent`.
 */
export async function broadcastEvent(ctx: Ctx, body: BroadcastBody): Promise<TriggerResult> {
  return resultOf(await enterEvents(ctx, [{ body, audience: ALL_SUBSCRIBERS }]));
}

function resultOf([result]: (TriggerResult | ApiError)[]): TriggerResult {
  if (result instanceof ApiError) throw result;
  return result as TriggerResult;
}

/**
 * Triggers several events in one transaction, each like `triggerEvent`.
 *
 * @returns for each event, in order, its result or the error that `triggerEvent` would throw.
 */
export function triggerEvents(ctx: Ctx, bodies: readonly TriggerBody[]): Promise<(TriggerResult | ApiError)[]> {
  return enterEvents(
    ctx,
    bodies.map((body) => ({ body, audience: audienceOf(body.to) })),
  );
}

async function enterEvents(
  ctx: Ctx,
  events: readonly Pick<Event, 'body' | 'audience'>[],
): Promise<(TriggerResult | ApiError)[]> {
  const identifiers = [...new Set(events.map(({ body }) => body.name))];
  const subscriberIds = [...new Set(events.flatMap(({ audience }) => [...audience.subscribers.keys()]))];
  const { workflows, subscribers } = await readTargets(ctx.environmentId, identifiers, subscriberIds);
  const topics = await readTopics(
    ctx.environmentId,
    events.flatMap(({ audience }) => [...audience.topics.keys()]),
  );
  restartForChecks(
    ctx,
    events.map(({ body }) => ({ body, workflow: workflows.get(body.name) })),
  );
  const at = new Date();
  const shared = { ctx, environmentId: ctx.environmentId, at, topics, check: checkOf(ctx) };
  const checked = await Promise.all(
    events.map((event) => attempt(() => check({ ...event, ...shared }, workflows.get(event.body.name)))),
  );
  const triggers = checked.filter((each) => 'audience' in each);
  for (const trigger of triggers) {
    const { severity } = trigger.body.overrides ?? {};
    if (severity !== undefined) trigger.workflow = await withSeverity(ctx.environmentId, trigger.workflow, severity);
  }
  const first = new Map<string, Trigger>();
  for (const trigger of triggers) if (!first.has(trigger.transactionId)) first.set(trigger.transactionId, trigger);
  const triggered = [...first.values()];
  const entered = await inSpan(
    () => sendSpan(triggered.length),
    () => enter(ctx, triggered, subscribers, at),
  );
  return checked.map((each) => {
    if (!('audience' in each)) return each;
    const isEntered = entered.has(each.transactionId) && first.get(each.transactionId) === each;
    return isEntered ? processed(each) : alreadyProcessed(each);
  });
}

async function attempt<Result>(work: () => Promise<Result>): Promise<Result | ApiError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

interface TriggeredEvent extends Event {
  ctx: Ctx;
}

/** An event that becomes runs, unless its transaction ID was used before. */
interface Trigger extends TriggeredEvent {
  payload: JsonObject;
  workflow: TriggeredWorkflow;
  transactionId: string;
  /** Payload.id if the runs share a payload. */
  payloadId: string | undefined;
  /** The start of the runs, if later than now. */
  scheduledAt: Date | undefined;
}

/**
 * @returns the trigger, or the result of an event that starts no run.
 * @throws ApiError like `triggerEvent`.
 */
async function check(event: TriggeredEvent, workflow: TriggeredWorkflow | undefined): Promise<Trigger | TriggerResult> {
  const transactionId = event.body.transactionId ?? newId(event.at);
  const checked = await checkEvent(event, workflow);
  if (!('refusal' in checked)) return { ...event, ...checked, transactionId, payloadId: sharedPayload(event) };
  const { refusal, answer } = checked;
  refuse(event, refusal);
  if (answer instanceof ApiError) throw answer;
  return { acknowledged: true, ...answer, transactionId };
}

/**
 * Returns the ID of the payload that the runs share. Undefined for a single run, which stores its own payload, and for
 * a trigger with only a fan-out, which stores the payload with its first runs.
 */
function sharedPayload(event: TriggeredEvent): string | undefined {
  const { size } = event.audience.subscribers;
  return size > 1 || (size === 1 && isFanout(event)) ? newId(event.at) : undefined;
}

/** Returns the result of a trigger. It names unknown topics; the other topics are triggered. */
function processed({ transactionId, audience, topics }: Trigger): TriggerResult {
  const unknown = [...audience.topics.keys()].filter((key) => !topics.has(key));
  const error = unknown.length > 0 ? [summaryOf(noSuchTopics(unknown))] : undefined;
  return { acknowledged: true, status: 'processed', transactionId, ...(error && { error }) };
}

function alreadyProcessed(trigger: Trigger): TriggerResult {
  const reason = reasonFor('duplicate_transaction', { transaction: trigger.transactionId });
  refuse(trigger, reason);
  return { ...processed(trigger), error: [summaryOf(reason)] };
}

/** Records the reason why an event started no run, for support staff. */
function refuse({ environmentId, body, audience }: TriggeredEvent, reason: Reason): void {
  keepRefusal({
    environmentId,
    workflow: body.name,
    transactionId: body.transactionId,
    reason,
    recipients: [...audience.subscribers.values()].flatMap(keysOf),
  });
}

type SubscriberIds = ReadonlyMap<string, string>;

/**
 * Writes subscribers and runs. @returns the transaction IDs that were not used before. Triggers with a used ID start no
 * run.
 */
async function enter(
  ctx: Ctx,
  triggers: readonly Trigger[],
  subscribers: SubscriberIds,
  at: Date,
): Promise<ReadonlySet<string>> {
  if (triggers.length === 0) return new Set();
  const saves = subscriberWrites(triggers, subscribers).length + contextsOf(triggers).length > 0;
  if (!saves && !triggers.some(isFanout) && !isAudited(ctx, 'events')) return enterRuns(ctx, triggers, subscribers, at);
  return hotTransaction(async () => {
    // Claim before anything is saved, because a repeated event may contain outdated subscriber data.
    const isClaimed = saves && triggers.some(({ body }) => body.transactionId !== undefined);
    const claimed = isClaimed ? await claim(ctx, triggers, at) : triggers;
    if (claimed.length === 0) return new Set();
    const known = await saveNamed(ctx, claimed, subscribers, at);
    const entered = await enterRuns(ctx, claimed, known, at, isClaimed);
    const begun = claimed.filter(({ transactionId }) => entered.has(transactionId));
    const fanouts = begun.filter(isFanout);
    await insertFanouts(ctx.environmentId, fanouts.map(fanoutOf), fanouts[0]?.topics ?? new Map(), at);
    await auditTriggers(ctx, begun);
    return entered;
  });
}

/** Claims transaction IDs. @returns the triggers whose IDs were not used before. */
async function claim({ environmentId }: Ctx, triggers: readonly Trigger[], at: Date): Promise<Trigger[]> {
  const rows = triggers.map(({ transactionId, workflow }) => ({
    transaction_id: transactionId,
    workflow_id: workflow.id,
    traceparent: traceparent(),
  }));
  const claimed = await hotQuery<{ transaction_id: string }>('events-claim', CLAIM, [
    environmentId,
    at,
    JSON.stringify(rows),
  ]);
  const transactionIds = new Set(claimed.map(({ transaction_id }) => transaction_id));
  return triggers.filter(({ transactionId }) => transactionIds.has(transactionId));
}

/** Saves the subscribers and contexts that events name. @returns subscriber.id by subscriberId. */
async function saveNamed(
  ctx: Ctx,
  triggers: readonly Trigger[],
  subscribers: SubscriberIds,
  at: Date,
): Promise<SubscriberIds> {
  const known = new Map(subscribers);
  for (const fields of subscriberWrites(triggers, subscribers))
    known.set(fields.subscriberId, (await saveSubscriber(ctx, fields)).id);
  const contexts = contextsOf(triggers);
  if (contexts.length > 0) await saveContexts(ctx.environmentId, contexts, at);
  return known;
}

function isFanout({ audience, topics }: TriggeredEvent): boolean {
  return audience.isBroadcast || [...audience.topics.keys()].some((key) => topics.has(key));
}

function fanoutOf(trigger: Trigger): FanoutTrigger {
  const { body, workflow, transactionId, audience, payload, payloadId, scheduledAt, at } = trigger;
  const { context_keys, overrides, actor, tenant, context } = eventRow(trigger);
  const { snapshotId, version, critical, jobs } = workflow;
  const shared = { contextKeys: context_keys, payload, overrides, actor, tenant, context };
  return {
    transactionId,
    workflowId: workflow.id,
    audience,
    actor: typeof body.actor === 'string' ? body.actor : body.actor?.subscriberId,
    event: { snapshotId, workflowVersion: version, critical, jobs, ...shared },
    payloadId,
    readyAt: scheduledAt ?? at,
  };
}

/**
 * Returns the subscribers to write, in the same order for all triggers: subscribers with fields, and named subscribers
 * that do not exist yet.
 */
function subscriberWrites(triggers: readonly Trigger[], subscribers: SubscriberIds): CreateSubscriberBody[] {
  const named = triggers.flatMap(({ body, audience }) => [
    ...audience.subscribers.values(),
    ...(typeof body.actor === 'object' ? [body.actor] : []),
  ]);
  const written = named.filter((recipient) => typeof recipient !== 'string');
  const known = new Set([...subscribers.keys(), ...written.map(({ subscriberId }) => subscriberId)]);
  const missing = new Set(named.filter((recipient) => typeof recipient === 'string' && !known.has(recipient)));
  return [...[...missing].map((subscriberId) => ({ subscriberId: String(subscriberId) })), ...written].sort((a, b) =>
    a.subscriberId < b.subscriberId ? -1 : Number(a.subscriberId > b.subscriberId),
  );
}

/** Returns each context once. If several events have data for it, the last data counts. */
function contextsOf(triggers: readonly Trigger[]): ContextWrite[] {
  const contexts = new Map<string, ContextWrite>();
  for (const { body } of triggers) {
    for (const write of contextWrites(body.context ?? {})) {
      const id = `${write.type}:${write.key}`;
      if (write.data !== undefined || !contexts.has(id)) contexts.set(id, write);
    }
  }
  return [...contexts.values()];
}

async function enterRuns(
  { environmentId }: Ctx,
  triggers: readonly Trigger[],
  subscribers: SubscriberIds,
  at: Date,
  isClaimed = false,
): Promise<ReadonlySet<string>> {
  const rows = triggers.map((trigger) => runRows(trigger, subscribers));
  const isShared = triggers.some(({ payloadId }) => payloadId !== undefined);
  const name = `events-enter${isShared ? '-shared' : ''}${isClaimed ? '-claimed' : ''}` as const;
  const entered = await hotQuery<{ transaction_id: string }>(name, ENTER[name], [
    environmentId,
    at,
    JSON.stringify(triggers.map(eventRow)),
    JSON.stringify(rows.flatMap(({ runs }) => runs)),
    JSON.stringify(rows.flatMap(({ jobs }) => jobs)),
  ]);
  const transactionIds = new Set(entered.map(({ transaction_id }) => transaction_id));
  if (entered.length > 0) {
    const begun = triggers.filter(({ transactionId }) => transactionIds.has(transactionId));
    afterCommit(() => {
      for (const { workflow } of begun) noteTrigger({ environmentId, workflowId: workflow.id, at });
    });
    announceWork();
    announceRuns(environmentId, 'created', () =>
      rows.flatMap(({ runs }) => runs).flatMap((run) => (transactionIds.has(run.transaction_id) ? [run.id] : [])),
    );
  }
  return transactionIds;
}

function eventRow({ body, workflow, payload, payloadId, transactionId, scheduledAt }: Trigger) {
  const { contextKeys, ...named } = namedIn(body);
  return {
    transaction_id: transactionId,
    workflow_id: workflow.id,
    snapshot_id: workflow.snapshotId,
    workflow_version: workflow.version,
    context_keys: contextKeys,
    payload_id: payloadId,
    payload,
    overrides: body.overrides,
    ...named,
    traceparent: traceparent(),
    lane: laneOf(workflow),
    ...(scheduledAt && { ready_at: scheduledAt, reason: reasonFor('delayed', { until: scheduledAt.toISOString() }) }),
  };
}

/** Returns the actor, tenant and contexts of an event in the form that runs store. */
export function namedIn({ actor, tenant, context = {} }: Pick<BroadcastBody, 'actor' | 'tenant' | 'context'>) {
  const contexts = contextWrites(context);
  return {
    contextKeys: contextKeysOf(context),
    actor: typeof actor === 'string' ? { subscriberId: actor } : actor,
    tenant: typeof tenant === 'string' ? { identifier: tenant } : tenant,
    context:
      contexts.length === 0
        ? undefined
        : Object.fromEntries(contexts.map(({ type, key, data }) => [type, { id: key, data }])),
  };
}

function runRows({ workflow, transactionId, audience, at }: Trigger, subscribers: SubscriberIds) {
  const runs = [...audience.subscribers].map(([subscriberId, recipient]) => ({
    id: newId(at),
    transaction_id: transactionId,
    subscriber_id: subscribers.get(subscriberId),
    to: typeof recipient === 'string' ? { subscriberId } : recipient,
  }));
  const jobs = runs.flatMap((run) =>
    workflow.jobs.map(({ stepKey, type }, position) => ({
      id: newId(at),
      notification_id: run.id,
      transaction_id: transactionId,
      subscriber_id: run.subscriber_id,
      type,
      status: position === 0 ? 'queued' : 'pending',
      step_key: stepKey,
      position,
    })),
  );
  return { runs, jobs };
}

function laneOf({ severity, critical }: TriggeredWorkflow): number {
  return critical || severity === 'high' ? LANES.urgent : LANES.normal;
}
