import { newId } from '#lib/id.ts';
import type { Person } from './people.ts';
import type { Trigger } from './plan.ts';
import type {
  Channel,
  DetailSource,
  DetailStatus,
  ExecutionDetailRow,
  IntegrationRow,
  JobRow,
  JobStatus,
  Json,
  JsonObject,
  MessageRow,
  NotificationRow,
  NotificationTopicRow,
} from './rows.ts';
import type { Step, Workflow } from './workflows.ts';
import type { World } from './world.ts';

/** One run on its way through its workflow. */
export interface Run {
  trigger: Trigger;
  person: Person;
  workflow: Workflow;
  notification: NotificationRow;
  notificationTopics: NotificationTopicRow[];
  jobs: JobRow[];
  details: ExecutionDetailRow[];
  messages: MessageRow[];
  /** The variables of templates. */
  scope: JsonObject & { steps: JsonObject };
}

/** One step while it runs. `clock` (milliseconds) advances with everything that happens. */
export interface Scene {
  world: World;
  run: Run;
  step: Step;
  job: JobRow;
  clock: number;
  /** When the provider took the last message. The next step starts then, whatever is reported later. */
  handedAt?: number;
}

/** How a step ended. `stop`: later steps do not run. `waitUntil`: they run at that time. */
export interface Ending {
  status: JobStatus;
  stop?: 'canceled' | 'throttled' | 'merged';
  waitUntil?: Date;
}

interface Telling {
  status?: DetailStatus;
  source?: DetailSource;
  raw?: Json | string;
  retry?: boolean;
  message?: MessageRow;
  /** Milliseconds until it happened. Default: a few. */
  after?: number;
}

/** Adds an execution detail, unless it lies in the future. */
export function tell(scene: Scene, detail: string, telling: Telling = {}): void {
  const { run, job, world } = scene;
  scene.clock += telling.after ?? world.random.int(4, 60);
  if (scene.clock > world.now.getTime()) return;
  const at = new Date(scene.clock);
  run.details.push({
    id: newId(at),
    environment_id: world.environmentId,
    notification_id: run.notification.id,
    job_id: job.id,
    message_id: telling.message?.id ?? null,
    provider_id: job.provider_id === 'svc' && job.type !== 'in_app' ? null : job.provider_id,
    status: telling.status ?? 'Success',
    source: telling.source ?? 'Internal',
    detail,
    is_test: run.trigger.isTest,
    is_retry: telling.retry ?? false,
    raw: telling.raw === undefined ? null : typeof telling.raw === 'string' ? telling.raw : JSON.stringify(telling.raw),
    reason: null,
    created_at: at,
  });
}

/** Adds the message of a channel step, with its detail. */
export function createMessage(scene: Scene, channel: Channel, content: Partial<MessageRow>): MessageRow {
  const { run, job, world, step } = scene;
  const at = new Date(scene.clock + world.random.int(2, 30));
  const overrides = run.trigger.overrides?.[channel] as JsonObject | undefined;
  const message: MessageRow = {
    id: newId(at),
    environment_id: world.environmentId,
    notification_id: run.notification.id,
    job_id: job.id,
    subscriber_id: run.person.row.id,
    workflow_id: run.workflow.row.id,
    message_template_id: step.row.id,
    feed_id: null,
    template_identifier: run.workflow.row.identifier,
    transaction_id: run.trigger.transactionId,
    channel,
    provider_id: job.provider_id,
    integration_id: job.integration_id,
    subject: null,
    title: null,
    content: null,
    email: null,
    phone: null,
    direct_webhook_url: null,
    device_tokens: [],
    cta: {},
    status: 'sent',
    error_id: null,
    error_text: null,
    payload: run.trigger.payload,
    overrides: overrides ? { [channel]: overrides } : null,
    context_keys: run.trigger.contextKeys,
    seen: false,
    read: false,
    delivered_at: [],
    last_seen_at: null,
    last_read_at: null,
    snoozed_until: null,
    reason: null,
    created_at: at,
    updated_at: at,
    ...content,
  };
  scene.clock = at.getTime();
  run.messages.push(message);
  tell(scene, 'Message created', { status: 'Pending', message });
  return message;
}

/** Selects the integration that will deliver. */
export function selectIntegration(scene: Scene, integration: IntegrationRow): void {
  scene.job.integration_id = integration.id;
  scene.job.provider_id = integration.provider_id;
  tell(scene, 'Integration instance selected', {
    status: 'Pending',
    raw: { identifier: integration.identifier, primary: integration.primary },
  });
}

/** The provider took the message. */
export function sent(scene: Scene, message: MessageRow, answer: Json | string, retry = false): void {
  tell(scene, 'Message sent', { raw: answer, message, retry, after: scene.world.random.int(90, 900) });
  touch(message, scene.clock);
  scene.handedAt = scene.clock;
}

/** The message was not sent. */
export function failMessage(scene: Scene, message: MessageRow, errorId: string, text: string): void {
  message.status = 'error';
  message.error_id = errorId;
  message.error_text = text;
  touch(message, scene.clock);
}

export function touch(message: MessageRow, time: number): void {
  message.updated_at = new Date(Math.max(message.created_at.getTime(), time));
}

/** Whether something `after` milliseconds from the scene's clock has already happened. */
export function happened(scene: Scene, after: number): boolean {
  return scene.clock + after <= scene.world.now.getTime();
}

/** Ends a channel step that was skipped. */
export function skipped(scene: Scene, detail: string, telling: Telling = {}): Ending {
  tell(scene, detail, telling);
  return { status: 'skipped' };
}
