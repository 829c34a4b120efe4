/**
 * The data set of the benchmarks: four environments, one of which has 70% of the rows, a year of history, and a realistic
 * skew of recipients, workflows, contexts and topics. Deterministic except for its times, which end now.
 *
 *   node bench/dataset.ts [--size=small|default|full]     (DATABASE_URL: a migrated database without history)
 */
import { createHash } from 'node:crypto';
import pg from 'pg';

export interface DatasetSize {
  subscribers: number;
  notifications: number;
  messages: number;
  /** The number of newest notifications that have jobs and execution details. */
  withJobs: number;
}

export const DATASET_SIZES = {
  small: { subscribers: 10_000, notifications: 50_000, messages: 100_000, withJobs: 50_000 },
  default: { subscribers: 100_000, notifications: 500_000, messages: 1_000_000, withJobs: 200_000 },
  medium: { subscribers: 200_000, notifications: 1_000_000, messages: 2_000_000, withJobs: 200_000 },
  subscribers: { subscribers: 1_000_000, notifications: 1_000, messages: 2_000, withJobs: 1_000 },
  full: { subscribers: 1_000_000, notifications: 5_000_000, messages: 10_000_000, withJobs: 500_000 },
} satisfies Record<string, DatasetSize>;

/** The organization and the environments. The first environment is the large environment. */
const DATASET_ORGANIZATION_ID = '0b0000000000000000000000';
export const DATASET_ENVIRONMENT_IDS = [0, 1, 2, 3].map((n) => `0e000000000000000000000${n}`);

const DAYS = 365;
const BATCH = 200_000;
const INDEXED_LATE = [
  'subscribers',
  'subscriber_search',
  'notifications',
  'notification_topics',
  'notification_outcomes',
  'jobs',
  'execution_details',
  'messages',
  'topic_subscriptions',
  'trigger_refusals',
];

/** Fills the database. `apiKey` belongs to the large environment. Indexes are built after the rows are inserted. */
export async function createDataset(
  connectionString: string,
  size: DatasetSize,
  { apiKey, log = () => {} }: { apiKey?: string; log?: (line: string) => void } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '128MB'`);
    await client.query(`SELECT create_history_partitions(1, ${Math.ceil(DAYS / 28)})`);
    await client.query(SUPPORT);
    await client.query(tenants(apiKey));
    const rebuild = await dropIndexes(client);
    await fill(client, 'subscribers', size.subscribers, subscribers(size), log);
    await fill(client, 'notifications', size.notifications, notifications(size), log);
    await fill(client, 'notification topics', size.notifications, notificationTopics(size), log);
    await fill(client, 'outcomes', size.notifications, outcomes(size), log);
    await fill(client, 'jobs', size.notifications, jobs(size), log, size.notifications - size.withJobs);
    await fill(
      client,
      'execution details',
      size.notifications,
      executionDetails(size),
      log,
      size.notifications - size.withJobs,
    );
    await fill(client, 'messages', size.messages, messages(size), log);
    await fill(client, 'topic subscriptions', size.subscribers, TOPIC_SUBSCRIPTIONS, log);
    await fill(client, 'refused triggers', size.notifications / 25, rejectedTriggers(size.notifications / 25), log);
    await client.query(OUTCOME_COUNTS);
    for (const definition of rebuild) {
      const started = Date.now();
      await client.query(definition);
      log(`${/INDEX (\S+)/.exec(definition)?.[1]}: ${Date.now() - started} ms`);
    }
    await client.query(`DROP SCHEMA dataset CASCADE`);
    await client.query('VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}

/** SQL functions: pseudo-random numbers from a row number and a salt, IDs from a time, and facts that rows share. */
const SUPPORT = `
DROP SCHEMA IF EXISTS dataset CASCADE;
CREATE SCHEMA dataset;
CREATE FUNCTION dataset.r(i bigint, salt bigint) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT (hashint8extended(i, salt) & 2147483647) / 2147483648.0::float8 $$;
CREATE FUNCTION dataset.id(at timestamptz, i bigint, salt bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT lpad(to_hex(floor(extract(epoch FROM at))::bigint), 8, '0')
    || lpad(to_hex(floor((extract(epoch FROM at) - floor(extract(epoch FROM at))) * 65536)::bigint), 4, '0')
    || lpad(to_hex(i & 65535), 4, '0') || right(to_hex(hashint8extended(i, salt) | 4294967296), 8) $$;
CREATE FUNCTION dataset.at(i bigint, total bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT date_trunc('milliseconds', date_trunc('day', timestamptz 'NOW_AT') - interval '${DAYS} days' * (1 - i / (total + 1.0::float8))) $$;
CREATE FUNCTION dataset.subscriber(n bigint) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ SELECT '5b000000' || lpad(to_hex(n), 16, '0') $$;
`.replace('NOW_AT', new Date().toISOString());

/** Returns the facts of each row. The large environment has ten broadcasts, each half of one hundredth of the history. */
const FACTS = (total: number) => `
  SELECT i, at, broadcast, environment_id, environment_no, snapshot_no,
    CASE WHEN broadcast IS NOT NULL THEN 'broadcast-' || broadcast
         WHEN environment_no = 0 AND i % 10 = 7 THEN 'txn_batch_' || (i / 200) ELSE 'txn_' || md5(i::text) END AS transaction_id,
    dataset.subscriber(environment_no * 100000000
      + floor(share * CASE WHEN broadcast IS NOT NULL THEN dataset.r(i, 5) ELSE dataset.r(i, 5) ^ 3 END)::bigint) AS subscriber_id,
    CASE WHEN snapshot_no % 7 = 3 OR dataset.r(i, 6) < 0.08
      THEN ARRAY['tenant:acme-' || floor(500 * dataset.r(i, 7) ^ 3)]
      WHEN dataset.r(i, 6) < 0.12 THEN ARRAY['region:eu', 'tenant:acme-' || floor(20 * dataset.r(i, 7) ^ 2)]
      ELSE '{}'::text[] END AS context_keys,
    CASE WHEN broadcast IS NOT NULL THEN 'all-users'
      WHEN dataset.r(i, 8) < 0.1 THEN 'topic-' || floor(200 * dataset.r(i, 9) ^ 3) END AS topic_key
  FROM (
    SELECT *, '0e000000000000000000000' || environment_no AS environment_id,
      CASE WHEN broadcast IS NOT NULL THEN 5 ELSE floor(60 * dataset.r(i, 4) ^ 3)::int END AS snapshot_no
    FROM (
      SELECT *, CASE WHEN broadcast IS NOT NULL OR dataset.r(i, 3) < 0.7 THEN 0
        ELSE 1 + floor(dataset.r(i, 33) * 3)::int END AS environment_no
      FROM (
        SELECT i, dataset.at(i, ${total}) AS at,
          CASE WHEN i % 2 = 0 AND i % ${Math.ceil(total / 10)} < ${Math.ceil(total / 100)} THEN i / ${Math.ceil(total / 10)} END AS broadcast
        FROM generate_series($1::bigint, $2::bigint) i
      ) numbered
    ) placed
  ) snapshots`;

const snapshotId = '(environment_no * 1000 + snapshot_no + 1)';

function tenants(apiKey?: string): string {
  const key = apiKey
    ? `INSERT INTO api_keys (id, environment_id, name, hash, hint) VALUES ('0a0000000000000000000000', '${DATASET_ENVIRONMENT_IDS[0]}', 'Bench',
       '${createHash('sha256').update(apiKey).digest('hex')}', 'bench');`
    : '';
  return `
INSERT INTO organizations (id, name) VALUES ('${DATASET_ORGANIZATION_ID}', 'Bench');
INSERT INTO environments (id, organization_id, name, slug, type, position)
  SELECT '0e000000000000000000000' || n, '${DATASET_ORGANIZATION_ID}', 'Environment ' || n, 'environment-' || n, 'production', n
  FROM generate_series(0, 3) n;
${key}
INSERT INTO notification_groups (id, environment_id, name)
  SELECT '0c000000000000000000000' || n, '0e000000000000000000000' || n, 'General' FROM generate_series(0, 3) n;
INSERT INTO workflows (id, environment_id, identifier, name, active, default_preferences, notification_group_id, created_at, updated_at)
  SELECT '0f0000000000000000000' || n || lpad(w::text, 2, '0'), '0e000000000000000000000' || n, 'workflow-' || w, 'Workflow ' || w, true,
    '{"all": {"enabled": true, "readOnly": false}, "channels": {}}', '0c000000000000000000000' || n, now(), now()
  FROM generate_series(0, 3) n, generate_series(0, 29) w;
INSERT INTO workflow_snapshots (id, environment_id, workflow_id, severity, critical, channels, tags, template)
  SELECT n * 1000 + k + 1, '0e000000000000000000000' || n, '0f0000000000000000000' || n || lpad((k / 2)::text, 2, '0'),
    (ARRAY['none', 'none', 'low', 'medium', 'high'])[1 + k % 5], k % 20 = 0,
    CASE k % 4 WHEN 0 THEN ARRAY['email'] WHEN 1 THEN ARRAY['in_app', 'digest', 'email'] WHEN 2 THEN ARRAY['sms', 'push'] ELSE ARRAY['chat', 'in_app'] END,
    ARRAY['tag-' || k % 3],
    jsonb_build_object('name', 'Workflow ' || k / 2, 'origin', 'svc-cloud', 'triggers',
      jsonb_build_array(jsonb_build_object('type', 'event', 'identifier', 'workflow-' || k / 2, 'variables', '[]'::jsonb)))
  FROM generate_series(0, 3) n, generate_series(0, 59) k;
INSERT INTO job_steps (environment_id, id, content)
  SELECT '0e000000000000000000000' || n, j, jsonb_build_object('id', left(md5('step' || j), 24), 'stepId', 'step-' || j, 'name', 'Step ' || j,
    'type', CASE j WHEN 0 THEN 'in_app' ELSE 'email' END, 'controls', '{}'::jsonb, 'filters', '[]'::jsonb, 'shouldStopOnFail', false)
  FROM generate_series(0, 3) n, generate_series(0, 1) j;
INSERT INTO topics (id, environment_id, key, created_at, updated_at)
  SELECT left(md5(key), 24), '0e000000000000000000000' || n, key, now() - interval '400 days', now()
  FROM generate_series(0, 3) n, (SELECT 'topic-' || t AS key FROM generate_series(0, 199) t UNION ALL SELECT 'all-users') keys;`;
}

/** Inserts subscribers. The environments share them 70 : 10 : 10 : 10. */
function subscribers(size: DatasetSize): string {
  return `
INSERT INTO subscribers (id, environment_id, subscriber_id, first_name, last_name, email, phone, data, created_at, updated_at)
SELECT dataset.subscriber(environment_no * 100000000 + n), '0e000000000000000000000' || environment_no, 'user-' || n,
  (ARRAY['Ada','Grace','Alan','Edsger','Barbara','Donald','Margaret','Ken','Radia','Leslie'])[1 + floor(dataset.r(i, 21) * 10)::int],
  'L' || substr(md5(i::text), 1, 7), substr(md5(i || 'mail'), 1, 10) || '@' || (ARRAY['example.com','mail.test','corp' || i % 50 || '.example'])[1 + i % 3],
  '+1555' || lpad((i % 10000000)::text, 7, '0'), '{"plan": "pro"}', now() - interval '400 days', now() - interval '400 days'
FROM (
  SELECT i, CASE WHEN i <= ${size.subscribers * 0.7} THEN 0 ELSE 1 + (i % 3) END AS environment_no,
    CASE WHEN i <= ${size.subscribers * 0.7} THEN i - 1 ELSE (i - ${Math.floor(size.subscribers * 0.7)} - 1) / 3 END AS n
  FROM generate_series($1::bigint, $2::bigint) i
) numbered
ON CONFLICT DO NOTHING`;
}

function withShare(size: DatasetSize, total: number): string {
  return FACTS(total).replace(
    'floor(share *',
    `floor(CASE WHEN environment_no = 0 THEN ${Math.floor(size.subscribers * 0.7)} ELSE ${Math.floor(size.subscribers * 0.1) - 2} END *`,
  );
}

function notifications(size: DatasetSize): string {
  return `
INSERT INTO notifications (id, environment_id, snapshot_id, subscriber_id, transaction_id, context_keys, payload, "to", overrides, topics, created_at, updated_at)
SELECT dataset.id(at, i, 1), environment_id, ${snapshotId}, subscriber_id, transaction_id, context_keys,
  jsonb_build_object('orderId', md5(i::text), 'amount', i % 1000, 'items', jsonb_build_array('one', 'two')),
  jsonb_build_object('subscriberId', subscriber_id), '{}',
  CASE WHEN topic_key IS NOT NULL THEN jsonb_build_array(jsonb_build_object('_topicId', left(md5(topic_key), 24), 'topicKey', topic_key)) END,
  at, at + interval '2 seconds'
FROM (${withShare(size, size.notifications)}) facts`;
}

function notificationTopics(size: DatasetSize): string {
  return `
INSERT INTO notification_topics (notification_id, environment_id, topic_key, subscriber_id, snapshot_id, context_keys, subscription_id)
SELECT dataset.id(at, i, 1), environment_id, topic_key, subscriber_id, ${snapshotId}, context_keys, topic_key || ':' || right(subscriber_id, 8)
FROM (${withShare(size, size.notifications)}) facts WHERE topic_key IS NOT NULL`;
}

/** The outcome of a run: one in twenty failed; of the others, one in ten was skipped. */
const ENDED =
  "CASE WHEN dataset.r(i, 11) < 0.05 THEN 'failed' WHEN dataset.r(i, 16) < 0.1 THEN 'skipped' ELSE 'sent' END";

function outcomes(size: DatasetSize): string {
  return `
INSERT INTO notification_outcomes (environment_id, notification_id, outcome, reason, snapshot_id, subscriber_id, created_at)
SELECT environment_id, dataset.id(at, i, 1), ${ENDED},
  CASE ${ENDED} WHEN 'failed' THEN 'provider_rejected' WHEN 'skipped' THEN 'no_address' ELSE 'sent' END, ${snapshotId}, subscriber_id,
  at + interval '2 seconds'
FROM (${withShare(size, size.notifications)}) facts`;
}

/** The counts for the chart of runs. */
const OUTCOME_COUNTS = `
INSERT INTO outcome_counts (environment_id, hour, workflow_id, outcome, count)
SELECT o.environment_id, date_trunc('hour', to_timestamp(('x' || left(o.notification_id, 8))::bit(32)::bigint), 'UTC'), s.workflow_id, o.outcome, count(*)
FROM notification_outcomes o JOIN workflow_snapshots s ON s.environment_id = o.environment_id AND s.id = o.snapshot_id
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;

/** Inserts two jobs per notification. */
function jobs(size: DatasetSize): string {
  return `
INSERT INTO jobs (id, environment_id, notification_id, subscriber_id, position, type, status, provider_id, step_key, created_at, updated_at)
SELECT dataset.id(at, i * 2 + j, 2), environment_id, dataset.id(at, i, 1), subscriber_id, j, CASE j WHEN 0 THEN 'in_app' ELSE 'email' END,
  CASE ${ENDED} WHEN 'sent' THEN 'completed' ELSE ${ENDED} END, CASE j WHEN 0 THEN 'svc' ELSE 'sendgrid' END,
  j, at, at + interval '1 second'
FROM (${withShare(size, size.notifications)}) facts, generate_series(0, 1) j`;
}

/** Inserts three execution details per job. */
function executionDetails(size: DatasetSize): string {
  return `
INSERT INTO execution_details (id, environment_id, notification_id, job_id, provider_id, status, source, detail, raw, created_at)
SELECT dataset.id(at + interval '10 milliseconds' * d, i * 8 + j * 4 + d, 3), environment_id, dataset.id(at, i, 1), dataset.id(at, i * 2 + j, 2),
  CASE d WHEN 2 THEN 'sendgrid' END, (ARRAY['Pending','Pending','Success'])[d + 1], 'Internal', (ARRAY['Step queued','Message created','Message sent'])[d + 1],
  CASE d WHEN 2 THEN '{"id": "' || md5(i::text) || '", "accepted": true}' END, at + interval '10 milliseconds' * d
FROM (${withShare(size, size.notifications)}) facts, generate_series(0, 1) j, generate_series(0, 2) d`;
}

/** Inserts messages in the order of the notifications, an equal number for each. */
function messages(size: DatasetSize): string {
  const each = size.messages / size.notifications;
  const facts = withShare(size, size.notifications).replace(
    'generate_series($1::bigint, $2::bigint)',
    `generate_series(($1::bigint + ${each - 1}) / ${each}, $2::bigint / ${each})`,
  );
  return `
INSERT INTO messages (id, environment_id, notification_id, subscriber_id, workflow_id, message_template_id, template_identifier, transaction_id, channel,
  provider_id, subject, content, email, phone, status, error_id, error_text, context_keys, seen, read, delivered_at, created_at, updated_at)
SELECT dataset.id(at + interval '1 second', i * ${each} + m, 4), environment_id, dataset.id(at, i, 1), subscriber_id,
  '0f0000000000000000000' || environment_no || lpad((snapshot_no / 2)::text, 2, '0'), left(md5('template' || snapshot_no), 24), 'workflow-' || snapshot_no / 2, transaction_id,
  channel, CASE channel WHEN 'in_app' THEN 'svc' WHEN 'email' THEN 'sendgrid' WHEN 'sms' THEN 'twilio' WHEN 'push' THEN 'fcm' ELSE 'slack' END,
  'Order ' || i || ' has shipped', to_jsonb('<p>Hello, your order ' || md5(i::text) || ' ' || repeat('is on its way. ', 14) || '</p>'),
  CASE channel WHEN 'email' THEN md5(i::text) || '@example.com' END, CASE channel WHEN 'sms' THEN '+15550100' END,
  CASE WHEN failed THEN 'error' ELSE 'sent' END, CASE WHEN failed THEN 'mail_unexpected_error' END, CASE WHEN failed THEN 'The provider refused the address' END,
  context_keys, channel = 'in_app' AND i % 3 > 0, channel = 'in_app' AND i % 3 = 1,
  ARRAY[at + interval '1 second'], at + interval '1 second', at + interval '2 seconds'
FROM (
  SELECT *, CASE WHEN m = 0 THEN 'in_app' WHEN snapshot_no % 9 = 4 THEN 'sms' WHEN snapshot_no % 9 = 7 THEN 'push' WHEN snapshot_no = 47 THEN 'chat' ELSE 'email' END AS channel,
    dataset.r(i, 11) < 0.05 AND m > 0 AS failed
  FROM (${facts}) facts, generate_series(0, ${each - 1}) m
) sent`;
}

/** Subscribes every subscriber of the large environment to one topic. */
const TOPIC_SUBSCRIPTIONS = `
INSERT INTO topic_subscriptions (id, environment_id, topic_id, subscriber_id, identifier, context_keys, created_at, updated_at)
SELECT dataset.id(s.created_at, i, 12), s.environment_id, left(md5('topic-' || i % 200), 24), s.id, 'follows-' || i, '{}', s.created_at, s.created_at
FROM generate_series($1::bigint, $2::bigint) i JOIN subscribers s ON s.environment_id = '0e0000000000000000000000' AND s.id = dataset.subscriber(i - 1)`;

/** Inserts rejected triggers of the last 30 days. One in ten names the subscriber user-0, one in a hundred only a topic. */
function rejectedTriggers(total: number): string {
  return `
INSERT INTO trigger_refusals (environment_id, id, workflow, transaction_id, code, reason, recipients, created_at)
SELECT '0e0000000000000000000000', dataset.id(at, i, 13), 'workflow-' || floor(30 * dataset.r(i, 14) ^ 3), 'txn_refused_' || i, 'workflow_inactive',
  '{"code": "workflow_inactive", "evidence": {"workflow": "Workflow"}}',
  CASE WHEN i % 100 = 1 THEN '{}' WHEN i % 10 = 0 THEN ARRAY['user-0']
    ELSE ARRAY['user-' || floor(${Math.round(total / 2)} * dataset.r(i, 15))::int, md5(i::text) || '@example.com'] END, at
FROM (SELECT i, date_trunc('milliseconds', now() - interval '30 days' * (1 - i / (${total} + 1.0::float8))) AS at
  FROM generate_series($1::bigint, $2::bigint) i) numbered`;
}

async function fill(
  client: pg.Client,
  label: string,
  total: number,
  statement: string,
  log: (line: string) => void,
  skip = 0,
) {
  const started = Date.now();
  for (let from = skip + 1; from <= total; from += BATCH) {
    await client.query(statement, [from, Math.min(from + BATCH - 1, total)]);
  }
  log(`${label}: ${Math.round((Date.now() - started) / 100) / 10} s`);
}

/** Drops all indexes except keys, and returns the statements that recreate them. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_class t ON t.oid = i.indrelid WHERE t.relname = ANY($1) AND NOT i.indisunique`,
    [INDEXED_LATE],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

if (import.meta.main) {
  const wanted = process.argv.find((argument) => argument.startsWith('--size='))?.slice('--size='.length) ?? 'default';
  const size = Object.entries(DATASET_SIZES).find(([name]) => name === wanted)?.[1];
  if (!size || !process.env.DATABASE_URL)
    throw new Error('Usage: DATABASE_URL=… node bench/dataset.ts [--size=small|default|medium|full]');
  await createDataset(process.env.DATABASE_URL, size, {
    apiKey: process.env.BOOTSTRAP_API_KEY,
    log: (line) => console.log(line),
  });
}
