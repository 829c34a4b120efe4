/** Raw statements: one statement writes a trigger’s rows into all their tables, because this is the hottest path. */
import { SHARED_COLUMNS } from '#lib/engine/load/payloads.ts';

/** Writes the values that several runs share. */
const PAYLOADS_WRITTEN = `, payloads_written AS (
  INSERT INTO payloads (environment_id, id, transaction_id, ${SHARED_COLUMNS}, created_at)
  SELECT $1, e.payload_id, e.transaction_id, e.payload, e.overrides, e.actor, e.tenant, e.context, $2
  FROM event e JOIN entered USING (transaction_id) WHERE e.payload_id IS NOT NULL
)`;

const ownColumn = (column: string) => `CASE WHEN e.payload_id IS NULL THEN e.${column} END`;

/** Claims transaction IDs in sorted order, so that parallel triggers cannot deadlock. */
const INSERT_TRIGGERS = `INSERT INTO triggers (environment_id, transaction_id, workflow_id, traceparent, created_at)
  SELECT $1, e.transaction_id, e.workflow_id, e.traceparent, $2 FROM event e ORDER BY e.transaction_id
  ON CONFLICT (environment_id, transaction_id) DO NOTHING RETURNING transaction_id`;

/** Parameters: $1 environment, $2 time, $3 events. */
export const CLAIM = `
WITH event AS (SELECT * FROM json_to_recordset($3::json) AS e (transaction_id text, workflow_id text, traceparent text))
${INSERT_TRIGGERS}`;

/**
 * @param isShared whether any event has several runs. If not, the statement omits the part for shared payloads, because
 * each part has a cost.
 * @param isClaimed whether the transaction IDs are already claimed.
 */
const enterStatement = (isShared: boolean, isClaimed: boolean) => `
WITH event AS MATERIALIZED (
  SELECT * FROM json_to_recordset($3::json) AS e (transaction_id text, workflow_id text, snapshot_id bigint, workflow_version int,
    context_keys text[], payload_id text, payload jsonb, overrides jsonb, actor jsonb, tenant jsonb, context jsonb, lane smallint,
    ready_at timestamptz, reason jsonb, traceparent text)
), entered AS (
  ${isClaimed ? 'SELECT transaction_id FROM event' : INSERT_TRIGGERS}
)${isShared ? PAYLOADS_WRITTEN : ''}, job AS MATERIALIZED (
  SELECT j.*, e.lane, e.ready_at, e.reason FROM json_to_recordset($5::json)
    AS j (id text, notification_id text, transaction_id text, subscriber_id text, type text, status text, step_key bigint,
      position smallint)
  JOIN event e USING (transaction_id) JOIN entered USING (transaction_id)
), runs_written AS (
  INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, payload_id, payload, "to", overrides,
    workflow_version, actor, tenant, context, created_at, updated_at)
  SELECT $1, r.id, e.snapshot_id, r.subscriber_id, e.transaction_id, e.context_keys, e.payload_id, ${ownColumn('payload')}, r."to",
    ${ownColumn('overrides')}, e.workflow_version, ${ownColumn('actor')}, ${ownColumn('tenant')}, ${ownColumn('context')}, $2, $2
  FROM json_to_recordset($4::json) AS r (id text, transaction_id text, subscriber_id text, "to" jsonb)
  JOIN event e USING (transaction_id) JOIN entered USING (transaction_id)
), jobs_written AS (
  INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, position, type, status, provider_id, step_key, due_at, reason, created_at, updated_at)
  SELECT $1, id, notification_id, subscriber_id, position, type, status, 'svc', step_key,
    CASE WHEN status = 'queued' THEN ready_at END, CASE WHEN status = 'queued' THEN reason END, $2, $2 FROM job
), queued AS (
  INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
  SELECT $1, id, notification_id, lane, coalesce(ready_at, $2) FROM job WHERE status = 'queued'
)
SELECT transaction_id FROM entered`;

/**
 * Parameters: $1 environment, $2 time, $3 events, $4 runs, $5 jobs. Each statement returns the transaction IDs that it
 * stored.
 */
export const ENTER = {
  'events-enter': enterStatement(false, false),
  'events-enter-shared': enterStatement(true, false),
  'events-enter-claimed': enterStatement(false, true),
  'events-enter-shared-claimed': enterStatement(true, true),
} as const;
