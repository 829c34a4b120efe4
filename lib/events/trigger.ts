/** Raw statement: one statement writes a trigger's rows into all their tables, because this is the hottest path. */
import type { Ctx } from '#lib/api/context.ts';
import { ApiError, fieldError } from '#lib/api/errors.ts';
import type { JsonObject } from '#lib/api/text.ts';
import { query, transaction } from '#lib/db.ts';
import { announceWork } from '#lib/engine/announce.ts';
import { LANES } from '#lib/engine/queue.ts';
import { newId } from '#lib/id.ts';
import { saveContexts } from '#lib/preferences/query.ts';
import { contextWrites } from '#lib/preferences/service.ts';
import { type Reason, reasonFor, summaryOf } from '#lib/reasons/registry.ts';
import type { CreateSubscriberBody } from '#lib/subscribers/schema.ts';
import { writeSubscriber } from '#lib/subscribers/service.ts';
import { checkedPayload } from './payload.ts';
import { keepRefusal } from './refusals.ts';
import type { Recipient, TriggerBody, TriggerResult } from './schema.ts';
import { readTarget, type TriggeredWorkflow } from './triggered-workflow.ts';

/**
 * Triggers a workflow: one run per recipient, all in one transaction. A worker picks the runs up after the commit.
 *
 * @throws ApiError 422 `workflow_not_found`, 400 for a payload that does not match the schema, 422 for topics, which
 * have no fan-out yet.
 */
export async function triggerEvent(ctx: Ctx, body: TriggerBody): Promise<TriggerResult> {
  const recipients = recipientsOf(body.to);
  const transactionId = body.transactionId ?? newId();
  const { workflow, subscribers } = await readTarget(ctx.environmentId, body.name, [...recipients.keys()]);
  const refuse = (reason: Reason) =>
    keepRefusal({
      environmentId: ctx.environmentId,
      workflow: body.name,
      transactionId: body.transactionId,
      reason,
      recipients: [...recipients.values()].flatMap(keysOf),
    });
  if (!workflow) {
    refuse(reasonFor('workflow_unknown', { workflow: body.name }));
    throw new ApiError('unprocessable', 'workflow_not_found', {
      errors: { name: { messages: ['workflow_not_found'] } },
    });
  }
  const idle = idleStatus(workflow);
  if (idle) {
    refuse(idle.reason);
    return { acknowledged: true, status: idle.status, transactionId };
  }
  const payload = payloadOf(workflow, body, refuse);
  const trigger: Trigger = { ctx, body, payload, workflow, transactionId, recipients, subscribers, at: new Date() };
  const taken = await enter(trigger);
  if (taken) return { acknowledged: true, status: 'processed', transactionId };
  const reason = reasonFor('duplicate_transaction', { transaction: transactionId });
  refuse(reason);
  return { acknowledged: true, status: 'processed', transactionId, error: [summaryOf(reason)] };
}

interface Trigger {
  ctx: Ctx;
  body: TriggerBody;
  payload: JsonObject;
  workflow: TriggeredWorkflow;
  transactionId: string;
  /** By `subscriberId`. */
  recipients: ReadonlyMap<string, SubscriberRecipient>;
  /** The existing subscribers: Subscriber.id by `subscriberId`. */
  subscribers: ReadonlyMap<string, string>;
  at: Date;
}

type SubscriberRecipient = string | CreateSubscriberBody;

/** Each subscriber once. When a trigger names one twice, the last entry counts. */
function recipientsOf(to: TriggerBody['to']): Map<string, SubscriberRecipient> {
  const recipients = new Map<string, SubscriberRecipient>();
  for (const recipient of Array.isArray(to) ? to : [to]) {
    const subscriber = withoutTopic(recipient);
    recipients.set(typeof subscriber === 'string' ? subscriber : subscriber.subscriberId, subscriber);
  }
  return recipients;
}

function withoutTopic(recipient: Recipient): SubscriberRecipient {
  if (typeof recipient !== 'string' && 'topicKey' in recipient)
    throw fieldError('to', 'Topics cannot be triggered yet: name the subscribers');
  return recipient;
}

function keysOf(recipient: SubscriberRecipient): string[] {
  if (typeof recipient === 'string') return [recipient];
  const { subscriberId, email, phone } = recipient;
  return [subscriberId, email, phone].filter((key) => typeof key === 'string');
}

/** Why nothing runs although the workflow exists. */
function idleStatus(workflow: TriggeredWorkflow): { status: TriggerResult['status']; reason: Reason } | undefined {
  const { active, hasSteps, jobs, updatedAt, name } = workflow;
  if (!active)
    return {
      status: 'trigger_not_active',
      reason: reasonFor('workflow_inactive', { workflow: name, since: updatedAt.toISOString() }),
    };
  if (!hasSteps) return { status: 'no_workflow_steps_defined', reason: reasonFor('no_step', {}) };
  if (jobs.length === 0) return { status: 'no_workflow_active_steps_defined', reason: reasonFor('no_step', {}) };
  return undefined;
}

function payloadOf(workflow: TriggeredWorkflow, body: TriggerBody, refuse: (reason: Reason) => void): JsonObject {
  try {
    return checkedPayload(workflow, body.payload ?? {});
  } catch (error) {
    const [first] =
      (error instanceof ApiError ? (error.extra?.errors as { field: string; message: string }[]) : []) ?? [];
    if (first) refuse(reasonFor('payload_invalid', { field: first.field, problem: first.message }));
    throw error;
  }
}

/** Writes subscribers and runs. @returns false when the transaction id was used before; then nothing is written. */
function enter(trigger: Trigger): Promise<boolean> {
  const { ctx, body, recipients, subscribers } = trigger;
  const changed = [...recipients].filter(([id, recipient]) => !subscribers.has(id) || typeof recipient !== 'string');
  const contexts = contextWrites(body.context ?? {});
  if (changed.length === 0 && contexts.length === 0 && body.actor === undefined) return enterRuns(trigger, subscribers);
  return transaction(async () => {
    const known = new Map(subscribers);
    for (const [subscriberId, recipient] of changed.sort(([a], [b]) => (a < b ? -1 : 1))) {
      const fields = typeof recipient === 'string' ? { subscriberId } : recipient;
      known.set(subscriberId, (JSON.parse(await writeSubscriber(ctx, fields, false)) as { _id: string })._id);
    }
    if (typeof body.actor === 'object') await writeSubscriber(ctx, body.actor, false);
    if (contexts.length > 0) await saveContexts(ctx.environmentId, contexts, trigger.at);
    return enterRuns(trigger, known);
  });
}

const ENTER = `
WITH entered AS (
  INSERT INTO triggers (environment_id, transaction_id, workflow_id, created_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (environment_id, transaction_id) DO NOTHING RETURNING 1
), run AS (
  INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, payload, "to", overrides,
    workflow_version, actor, tenant, context, created_at, updated_at)
  SELECT $1, r.id, $5::bigint, r.subscriber_id, $2, $6::text[], $7::jsonb, r."to", $8::jsonb, $9, $10::jsonb, $11::jsonb, $12::jsonb, $4, $4
  FROM json_to_recordset($13::json) AS r (id text, subscriber_id text, "to" jsonb), entered
), job AS (
  INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, type, status, provider_id, step_key, created_at, updated_at)
  SELECT $1, r.id, r.notification_id, r.subscriber_id, r.type, r.status, 'svc', r.step_key, $4, $4
  FROM json_to_recordset($14::json) AS r (id text, notification_id text, subscriber_id text, type text, status text, step_key bigint), entered
), queued AS (
  INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
  SELECT $1, r.id, r.notification_id, $15, $4
  FROM json_to_recordset($14::json) AS r (id text, notification_id text, status text), entered
  WHERE r.status = 'queued'
)
SELECT 1 FROM entered`;

async function enterRuns(trigger: Trigger, subscribers: ReadonlyMap<string, string>): Promise<boolean> {
  const { ctx, body, workflow, payload, transactionId, recipients, at } = trigger;
  const runs = [...recipients].map(([subscriberId, recipient]) => ({
    id: newId(at),
    subscriber_id: subscribers.get(subscriberId),
    to: typeof recipient === 'string' ? { subscriberId } : recipient,
  }));
  const jobs = runs.flatMap((run) =>
    workflow.jobs.map(({ stepKey, type }, position) => ({
      id: newId(at),
      notification_id: run.id,
      subscriber_id: run.subscriber_id,
      type,
      status: position === 0 ? 'queued' : 'pending',
      step_key: stepKey,
    })),
  );
  const contexts = contextWrites(body.context ?? {});
  const rows = await query('events-enter', ENTER, [
    ctx.environmentId,
    transactionId,
    workflow.id,
    at,
    workflow.snapshotId,
    contexts.map(({ type, key }) => `${type}:${key}`),
    JSON.stringify(payload),
    json(body.overrides),
    workflow.version,
    json(actorOf(body.actor)),
    json(tenantOf(body.tenant)),
    json(
      contexts.length === 0
        ? undefined
        : Object.fromEntries(contexts.map(({ type, key, data }) => [type, { id: key, data }])),
    ),
    JSON.stringify(runs),
    JSON.stringify(jobs),
    laneOf(workflow, body),
  ]);
  if (rows.length > 0) announceWork();
  return rows.length > 0;
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function actorOf(actor: TriggerBody['actor']): JsonObject | undefined {
  return typeof actor === 'string' ? { subscriberId: actor } : actor;
}

function tenantOf(tenant: TriggerBody['tenant']): JsonObject | undefined {
  return typeof tenant === 'string' ? { identifier: tenant } : tenant;
}

function laneOf({ severity, critical }: TriggeredWorkflow, { overrides }: TriggerBody): number {
  const wanted = typeof overrides?.severity === 'string' ? overrides.severity : severity;
  return critical || wanted === 'high' ? LANES.urgent : LANES.normal;
}
