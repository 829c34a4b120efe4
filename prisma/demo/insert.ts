import { execute } from '#lib/db.ts';
import type { HistoryBatch } from './history.ts';

/** The columns of each table that the demo fills, with the types to read their JSON as. */
const TABLES = {
  subscribers: `id text, environment_id text, subscriber_id text, first_name text, last_name text, email text, phone text,
    avatar text, locale text, timezone text, data jsonb, is_online boolean, last_online_at timestamptz, version int,
    created_at timestamptz, updated_at timestamptz`,
  deleted_subscribers: `id text, environment_id text, subscriber_id text, first_name text, last_name text, email text,
    phone text, avatar text, created_at timestamptz, deleted_at timestamptz`,
  subscriber_channels: `id text, environment_id text, subscriber_id text, integration_id text, provider_id text,
    integration_identifier text, credentials jsonb, device_tokens text[], has_device_tokens boolean,
    created_at timestamptz, updated_at timestamptz`,
  topics: 'id text, environment_id text, key text, name text, created_at timestamptz, updated_at timestamptz',
  topic_subscriptions: `id text, environment_id text, topic_id text, subscriber_id text, identifier text, name text,
    context_keys text[], conditions jsonb, created_at timestamptz, updated_at timestamptz`,
  contexts: 'environment_id text, type text, key text, data jsonb, created_at timestamptz, updated_at timestamptz',
  integrations: `id text, environment_id text, name text, identifier text, provider_id text, channel text, kind text,
    credentials jsonb, configurations jsonb, active boolean, "primary" boolean, priority int, conditions jsonb,
    sandbox boolean, connected boolean, created_at timestamptz, updated_at timestamptz`,
  notification_groups: 'id text, environment_id text, name text',
  workflows: `id text, environment_id text, identifier text, name text, description text, tags text[], active boolean,
    draft boolean, validate_payload boolean, is_sensitive boolean, payload_schema jsonb, is_translation_enabled boolean, origin text,
    severity text, default_preferences jsonb, user_preferences jsonb, data jsonb, issues jsonb,
    notification_group_id text, created_by_id text, updated_by_id text, last_published_at timestamptz,
    last_published_by_id text, last_triggered_at timestamptz, version int, created_at timestamptz,
    updated_at timestamptz`,
  workflow_steps: `id text, environment_id text, workflow_id text, step_id text, name text, type text, position int,
    active boolean, should_stop_on_fail boolean, control_values jsonb, control_issues jsonb, step_resolver_hash text,
    filters jsonb, variants jsonb, reply_callback jsonb, metadata jsonb, created_at timestamptz,
    updated_at timestamptz`,
  workflow_versions: `id text, environment_id text, workflow_id text, version int, cause text, actor_label text, user_id text,
    definition jsonb, created_at timestamptz`,
  layouts: `id text, environment_id text, identifier text, name text, editor_type text, body text, is_default boolean,
    created_by_id text, updated_by_id text, version int, created_at timestamptz, updated_at timestamptz`,
  preferences: `id text, environment_id text, subscriber_id text, workflow_id text, context_keys text[], enabled boolean,
    channels jsonb, condition jsonb, schedule jsonb, created_at timestamptz, updated_at timestamptz`,
  triggers: 'environment_id text, transaction_id text, workflow_id text, created_at timestamptz',
  notifications: `id text, environment_id text, snapshot_id bigint, subscriber_id text, transaction_id text, context_keys text[],
    payload jsonb, "to" jsonb, controls jsonb, overrides jsonb, topics jsonb, digested_notification_id text,
    created_at timestamptz, updated_at timestamptz`,
  notification_topics: `notification_id text, environment_id text, topic_key text, subscriber_id text, snapshot_id bigint,
    context_keys text[], subscription_id text`,
  jobs: `id text, environment_id text, notification_id text, subscriber_id text, type text, status text,
    provider_id text, integration_id text, step jsonb, digest jsonb, overrides jsonb, payload jsonb, parent_id text,
    schedule_extensions_count int, attempts int, due_at timestamptz, reason jsonb, created_at timestamptz, updated_at timestamptz`,
  execution_details: `id text, environment_id text, notification_id text, job_id text, message_id text, provider_id text,
    status text, source text, detail text, is_test boolean, is_retry boolean, raw text, reason jsonb, created_at timestamptz`,
  messages: `id text, environment_id text, notification_id text, job_id text, subscriber_id text, workflow_id text,
    message_template_id text, feed_id text, template_identifier text, transaction_id text, channel text,
    provider_id text, integration_id text, subject text, title text, content jsonb, email text, phone text,
    direct_webhook_url text, device_tokens text[], cta jsonb, status text, error_id text, error_text text,
    payload jsonb, overrides jsonb, context_keys text[], seen boolean, read boolean, delivered_at timestamptz[],
    last_seen_at timestamptz, last_read_at timestamptz, snoozed_until timestamptz, reason jsonb, created_at timestamptz,
    updated_at timestamptz`,
} as const;

type Table = keyof typeof TABLES;

/** Inserts rows with one statement in the current transaction. Keys without a column are ignored. */
export async function insertRows(table: Table, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await execute(insertion(table, '$1'), [JSON.stringify(rows)]);
}

/**
 * Inserts one part of the history with one statement for all tables, so that the database works while the next part is
 * computed. Each step record is sent once, not with every job.
 */
export async function insertHistory(batch: HistoryBatch, snapshotIds: readonly string[]): Promise<void> {
  const withSnapshot = <Row extends { snapshot_id: number }>(row: Row) => ({
    ...row,
    snapshot_id: snapshotIds[row.snapshot_id],
  });
  const steps = Object.fromEntries(batch.jobs.map(({ step }) => [String(step._id), step]));
  const rows = [
    batch.triggers,
    batch.notifications.map(withSnapshot),
    batch.notificationTopics.map(withSnapshot),
    batch.jobs.map((job) => ({ ...job, step: job.step._id })),
    batch.details,
    batch.messages,
    steps,
  ];
  await execute(
    HISTORY_INSERTION,
    rows.map((value) => JSON.stringify(value)),
  );
}

const HISTORY_INSERTION = `WITH triggered AS (${insertion('triggers', '$1')}),
  notified AS (${insertion('notifications', '$2')}),
  by_topic AS (${insertion('notification_topics', '$3')}),
  worked AS (${insertion('jobs', '$4', { step: "$7::jsonb -> (r.step #>> '{}')" })}),
  told AS (${insertion('execution_details', '$5')})
  ${insertion('messages', '$6')}`;

function insertion(table: Table, parameter: string, expressions: Record<string, string> = {}): string {
  const columns = TABLES[table].split(',').map((column) => column.trim().split(/\s/)[0] ?? '');
  const values = columns.map((column) => expressions[column] ?? `r.${column}`);
  return `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM json_to_recordset(${parameter}::json) AS r (${TABLES[table]})`;
}
