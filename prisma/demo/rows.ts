import type { WorkflowDefinition } from '#lib/workflows/version-schema.ts';
import type { Random } from './random.ts';

/**
 * Rows of the company as the tables store them, with secrets in plain text. Every key is a column. A missing column is
 * null or has its default.
 */
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
  is_sensitive: boolean;
  validate_payload: boolean;
  payload_schema: JsonObject | null;
  is_translation_enabled: boolean;
  origin: string;
  severity: Severity;
  default_preferences: JsonObject;
  user_preferences: JsonObject | null;
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
  filters: Json[];
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
  /** Time and author of each channel's value. */
  changes: JsonObject;
  condition: JsonObject | null;
  schedule: JsonObject | null;
}

export interface SuppressionRow {
  environment_id: string;
  channel: Channel;
  address: string;
  event: 'bounced' | 'soft_bounced' | 'complained' | 'added';
  words: string | null;
  note: string | null;
  created_at: Date;
}

type Channel = 'in_app' | 'email' | 'sms' | 'chat' | 'push';
export type Severity = 'high' | 'medium' | 'low' | 'none';
/** The values that every part of the demo company needs. */
export interface Base {
  organizationId: string;
  environmentId: string;
  /** The user who built everything. */
  userId: string;
  userEmail: string;
  now: Date;
  random: Random;
}
