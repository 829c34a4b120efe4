import type { Reason } from '#lib/reasons/registry.ts';
import type { WorkflowDefinition } from '#lib/workflows/schema.ts';
import type { Random } from './random.ts';

/** Rows as the tables store them. Every key is a column. A missing column is null or has its default. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

interface Row {
  id: string;
  environment_id: string;
  created_at: Date;
}

interface ChangingRow extends Row {
  updated_at: Date;
}

export interface SubscriberRow extends ChangingRow {
  subscriber_id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  avatar: string | null;
  locale: string | null;
  timezone: string | null;
  data: JsonObject | null;
  is_online: boolean | null;
  last_online_at: Date | null;
  version: number;
}

export interface SubscriberChannelRow extends ChangingRow {
  subscriber_id: string;
  integration_id: string;
  provider_id: string;
  integration_identifier: string | null;
  credentials: JsonObject;
  device_tokens: string[];
  has_device_tokens: boolean;
}

export interface TopicRow extends ChangingRow {
  key: string;
  name: string | null;
}

export interface TopicSubscriptionRow extends ChangingRow {
  topic_id: string;
  subscriber_id: string;
  identifier: string;
  name: string | null;
  context_keys: string[];
  conditions: JsonObject[] | null;
}

export interface ContextRow {
  environment_id: string;
  type: string;
  key: string;
  data: JsonObject;
  created_at: Date;
  updated_at: Date;
}

export interface IntegrationRow extends ChangingRow {
  name: string;
  identifier: string;
  provider_id: string;
  channel: string | null;
  kind: 'delivery' | 'agent';
  credentials: JsonObject;
  configurations: JsonObject | null;
  active: boolean;
  primary: boolean;
  priority: number;
  conditions: Json[];
  sandbox: boolean;
  connected: boolean;
}

export interface NotificationGroupRow {
  id: string;
  environment_id: string;
  name: string;
}

export interface WorkflowRow extends ChangingRow {
  identifier: string;
  name: string;
  description: string;
  tags: string[];
  active: boolean;
  draft: boolean;
  validate_payload: boolean;
  is_sensitive: boolean;
  payload_schema: JsonObject | null;
  is_translation_enabled: boolean;
  origin: string;
  severity: Severity;
  default_preferences: JsonObject;
  user_preferences: JsonObject | null;
  data: JsonObject | null;
  issues: JsonObject | null;
  notification_group_id: string;
  created_by_id: string | null;
  updated_by_id: string | null;
  last_published_at: Date | null;
  last_published_by_id: string | null;
  last_triggered_at: Date | null;
  version: number;
}

export interface WorkflowStepRow extends ChangingRow {
  workflow_id: string;
  step_id: string;
  name: string;
  type: string;
  position: number;
  active: boolean;
  should_stop_on_fail: boolean;
  control_values: JsonObject;
  control_issues: JsonObject | null;
  step_resolver_hash: string | null;
  filters: Json[];
  variants: Json[];
  reply_callback: JsonObject | null;
  metadata: JsonObject | null;
}

export interface WorkflowVersionRow extends Row {
  workflow_id: string;
  version: number;
  cause: string;
  actor_label: string;
  user_id: string | null;
  definition: WorkflowDefinition;
}

export interface PreferenceRow extends ChangingRow {
  subscriber_id: string;
  workflow_id: string | null;
  context_keys: string[];
  enabled: boolean;
  channels: Partial<Record<Channel, boolean>>;
  condition: JsonObject | null;
  schedule: JsonObject | null;
}

export interface TriggerRow {
  environment_id: string;
  transaction_id: string;
  workflow_id: string;
  created_at: Date;
}

export interface NotificationRow extends ChangingRow {
  /** An index into the workflows. The insert replaces it with the id of the snapshot. */
  snapshot_id: number;
  subscriber_id: string;
  transaction_id: string;
  context_keys: string[];
  payload: JsonObject;
  to: JsonObject;
  controls: JsonObject | null;
  overrides: JsonObject | null;
  topics: Json[] | null;
  digested_notification_id: string | null;
}

export interface NotificationTopicRow {
  notification_id: string;
  environment_id: string;
  topic_key: string;
  subscriber_id: string;
  snapshot_id: number;
  context_keys: string[];
  subscription_id: string | null;
}

export interface JobRow extends ChangingRow {
  notification_id: string;
  subscriber_id: string;
  type: string;
  status: JobStatus;
  provider_id: string;
  integration_id: string | null;
  step: JsonObject;
  digest: JsonObject | null;
  overrides: JsonObject | null;
  payload: JsonObject | null;
  parent_id: string | null;
  schedule_extensions_count: number | null;
  attempts: number;
  due_at: Date | null;
  reason: Reason | null;
}

export interface ExecutionDetailRow extends Row {
  notification_id: string;
  job_id: string;
  message_id: string | null;
  provider_id: string | null;
  status: DetailStatus;
  source: DetailSource;
  detail: string;
  is_test: boolean;
  is_retry: boolean;
  raw: string | null;
  reason: Reason | null;
}

export interface MessageRow extends ChangingRow {
  notification_id: string;
  job_id: string;
  subscriber_id: string;
  workflow_id: string;
  message_template_id: string;
  feed_id: string | null;
  template_identifier: string;
  transaction_id: string;
  channel: Channel;
  provider_id: string;
  integration_id: string | null;
  subject: string | null;
  title: string | null;
  content: Json;
  email: string | null;
  phone: string | null;
  direct_webhook_url: string | null;
  device_tokens: string[];
  cta: JsonObject;
  status: 'sent' | 'error' | 'warning';
  error_id: string | null;
  error_text: string | null;
  payload: JsonObject;
  overrides: JsonObject | null;
  context_keys: string[];
  seen: boolean;
  read: boolean;
  delivered_at: Date[];
  last_seen_at: Date | null;
  last_read_at: Date | null;
  snoozed_until: Date | null;
  reason: Reason | null;
}

export type Channel = 'in_app' | 'email' | 'sms' | 'chat' | 'push';
export type Severity = 'high' | 'medium' | 'low' | 'none';
export type JobStatus =
  | 'pending'
  | 'queued'
  | 'running'
  | 'completed'
  | 'failed'
  | 'delayed'
  | 'canceled'
  | 'merged'
  | 'skipped';
export type DetailStatus = 'Success' | 'Warning' | 'Failed' | 'Pending' | 'Queued' | 'ReadConfirmation';
export type DetailSource = 'Credentials' | 'Internal' | 'Payload' | 'Webhook';

/** What every part of the demo company needs. */
export interface Base {
  organizationId: string;
  environmentId: string;
  /** The user who built everything. */
  userId: string | null;
  userEmail: string | null;
  now: Date;
  random: Random;
  seal: Seal;
}

/** Encrypts secrets, each bound to its record. */
export interface Seal {
  credentials(integrationId: string, credentials: JsonObject): JsonObject;
  channelWebhook(channelId: string, url: string): string;
  messageWebhook(messageId: string, url: string): string;
}
