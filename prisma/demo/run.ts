import { newId } from '#lib/id.ts';
import type { Trigger } from './plan.ts';
import type { JobRow, JsonObject, NotificationRow, SubscriberRow } from './rows.ts';
import type { Run } from './scene.ts';
import type { Step, Workflow } from './workflows.ts';
import type { World } from './world.ts';

/** The run's rows right after the trigger: every job pending, the first one next. */
export function startRun(world: World, trigger: Trigger): Run {
  const workflow = world.workflows.byIdentifier.get(trigger.workflow);
  if (!workflow) throw new Error(`The demo has no workflow "${trigger.workflow}"`);
  const notification = notificationRow(world, trigger, workflow);
  const run: Run = {
    trigger,
    person: trigger.person,
    workflow,
    notification,
    notificationTopics: trigger.topicKeys.map((topicKey) => ({
      notification_id: notification.id,
      environment_id: world.environmentId,
      topic_key: topicKey,
      subscriber_id: notification.subscriber_id,
      snapshot_id: notification.snapshot_id,
      context_keys: trigger.contextKeys,
      subscription_id: trigger.person.topics.get(topicKey)?.identifier ?? null,
    })),
    jobs: [],
    details: [],
    messages: [],
    scope: {
      subscriber: templateSubscriber(trigger.person.row),
      payload: trigger.payload,
      workflow: { name: workflow.row.name, workflowId: workflow.row.identifier },
      steps: {},
    },
  };
  for (const step of workflow.steps) run.jobs.push(jobRow(world, run, step, run.jobs.at(-1)));
  return run;
}

function notificationRow(world: World, trigger: Trigger, workflow: Workflow): NotificationRow {
  const { row } = trigger.person;
  const inline = trigger.topicKeys.length === 0 && world.random.chance(0.2);
  return {
    id: newId(trigger.at),
    environment_id: world.environmentId,
    snapshot_id: world.workflows.all.indexOf(workflow),
    subscriber_id: row.id,
    transaction_id: trigger.transactionId,
    context_keys: trigger.contextKeys,
    payload: trigger.payload,
    to: {
      subscriberId: row.subscriber_id,
      ...(inline && row.email && { email: row.email }),
      ...(inline && row.phone && { phone: row.phone }),
    },
    controls: trigger.isTest
      ? Object.fromEntries(workflow.steps.map((step) => [step.row.step_id, step.row.control_values]))
      : null,
    overrides: trigger.overrides,
    topics: trigger.topicKeys.length
      ? trigger.topicKeys.map((topicKey) => ({
          _topicId: trigger.person.topics.get(topicKey)?.topicId ?? '',
          topicKey,
        }))
      : null,
    digested_notification_id: null,
    created_at: trigger.at,
    updated_at: trigger.at,
  };
}

function jobRow(world: World, { trigger, notification }: Run, step: Step, previous: JobRow | undefined): JobRow {
  const overrides = trigger.overrides?.[step.row.type];
  return {
    id: newId(trigger.at),
    environment_id: world.environmentId,
    notification_id: notification.id,
    subscriber_id: trigger.person.row.id,
    type: step.row.type,
    status: 'pending',
    provider_id: 'svc',
    integration_id: null,
    step: step.record,
    digest: null,
    overrides: overrides === undefined ? null : { [step.row.type]: overrides },
    payload: trigger.isTest ? trigger.payload : null,
    parent_id: previous?.id ?? null,
    schedule_extensions_count: null,
    attempts: 0,
    due_at: null,
    reason: null,
    created_at: trigger.at,
    updated_at: trigger.at,
  };
}

function templateSubscriber(row: SubscriberRow): JsonObject {
  return {
    subscriberId: row.subscriber_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    locale: row.locale,
    data: row.data ?? {},
  };
}
