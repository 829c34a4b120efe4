/** A raw statement: PostgreSQL builds the JSON of a page, because lists of runs (spec 4.8) are a hot path. */
import type { Ctx } from '#lib/api/context.ts';
import { sharedColumn } from '#lib/engine/load/payloads.ts';
import { idBounds } from '#lib/id.ts';
import { senderJson } from '#lib/integrations/sender-json.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { answeredDetail, answeredReason, seenReason } from '#lib/notifications/status/answered-reason.ts';
import { withheldRun, withheldRuns } from '#lib/notifications/withheld.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { jsonObject, jsonPlain, jsonStored, jsonTime, jsonValue, wireName } from '#lib/postgres/sql.ts';
import { serviceName } from '#lib/providers/service-name.ts';
import { readsMasks, shownTo } from '#lib/workflows/secrets.ts';

// $1 environment, $2 organization, $3 vendor prefix, $4 IDs, $5 the smallest ID that any row of the page can have.
const DETAIL = jsonObject({
  _id: jsonPlain('e.id'),
  createdAt: jsonTime('e.created_at'),
  status: jsonValue('e.status'),
  detail: jsonValue('e.detail'),
  source: jsonValue('e.source'),
  isTest: jsonValue('e.is_test'),
  isRetry: jsonValue('e.is_retry'),
  providerId: jsonValue(wireName('e.provider_id', '$3')),
  raw: jsonValue('e.raw'),
  _messageId: jsonValue('e.message_id'),
  reason: jsonStored(answeredDetail('e')),
});

const JOB_STEP = `json_build_object('_id', d.content -> 'id', '_templateId', d.content -> 'id', 'active', true, 'name', d.content -> 'name',
  'filters', d.content -> 'filters', 'controlVariables', d.content -> 'controls')::text`;

const SEEN_REASON = seenReason(
  'j.reason',
  'm.environment_id = $1 AND m.notification_id = n.id AND m.job_id = j.id AND m.id >= $5',
);

const JOB = jsonObject({
  _id: jsonPlain('j.id'),
  type: jsonValue('j.type'),
  // `running` is never stored: a job runs while a worker holds it.
  status: jsonValue(`CASE WHEN j.status IN ('queued', 'delayed') AND EXISTS (
    SELECT 1 FROM work w WHERE w.environment_id = $1 AND w.notification_id = n.id AND w.job_id = j.id AND w.worker_id IS NOT NULL) THEN 'running' ELSE j.status END`),
  providerId: jsonValue(wireName('j.provider_id', '$3')),
  integration: senderJson('j.integration_id'),
  step: `(SELECT ${JOB_STEP} FROM job_steps d WHERE d.environment_id = $1 AND d.id = j.step_key)`,
  digest: jsonStored('j.digest'),
  scheduleExtensionsCount: jsonValue('j.schedule_extensions_count'),
  updatedAt: jsonTime('j.updated_at'),
  reason: jsonStored(
    answeredReason(
      SEEN_REASON,
      `e.environment_id = $1 AND e.notification_id = n.id AND e.job_id = j.id AND e.id >= $5`,
    ),
  ),
  executionDetails: `'[' || coalesce((
    SELECT string_agg(${DETAIL}, ',' ORDER BY e.id) FROM execution_details e
    WHERE e.environment_id = $1 AND e.notification_id = n.id AND e.job_id = j.id AND e.id >= $5), '') || ']'`,
});

const SUBSCRIBER = (row: string) => ({
  _id: jsonPlain(`${row}.id`),
  subscriberId: jsonValue(`${row}.subscriber_id`),
  firstName: jsonValue(`${row}.first_name`),
  lastName: jsonValue(`${row}.last_name`),
  email: jsonValue(`${row}.email`),
  phone: jsonValue(`${row}.phone`),
});

const TEMPLATE = jsonObject({
  _id: jsonValue('w.workflow_id'),
  name: jsonStored(`(w.template -> 'name')`),
  origin: jsonValue(wireName(`(w.template ->> 'origin')`, '$3')),
  triggers: jsonStored(`(w.template -> 'triggers')`),
  deletedAt: jsonTime('(SELECT f.deleted_at FROM workflows f WHERE f.environment_id = $1 AND f.id = w.workflow_id)'),
  resendWithinHours: jsonValue(
    '(SELECT f.resend_within_hours FROM workflows f WHERE f.environment_id = $1 AND f.id = w.workflow_id)',
  ),
});

const NOTIFICATION = jsonObject({
  _id: jsonPlain('n.id'),
  _environmentId: jsonPlain('n.environment_id'),
  _organizationId: jsonPlain('$2::text'),
  _subscriberId: jsonPlain('n.subscriber_id'),
  transactionId: jsonValue('n.transaction_id'),
  _templateId: jsonValue('w.workflow_id'),
  _digestedNotificationId: jsonValue('n.digested_notification_id'),
  createdAt: jsonTime('n.created_at'),
  updatedAt: jsonTime('n.updated_at'),
  channels: jsonValue('w.channels'),
  // The current subscriber, or the last state of a deleted one.
  subscriber: `coalesce(
    (SELECT ${jsonObject(SUBSCRIBER('s'))} FROM subscribers s WHERE s.environment_id = $1 AND s.id = n.subscriber_id),
    (SELECT ${jsonObject({ ...SUBSCRIBER('d'), deletedAt: jsonTime('d.deleted_at') })} FROM deleted_subscribers d WHERE d.environment_id = $1 AND d.id = n.subscriber_id))`,
  template: TEMPLATE,
  jobs: `'[' || coalesce((
    SELECT string_agg(${JOB}, ',' ORDER BY j.position, j.id) FROM jobs j
    WHERE j.environment_id = $1 AND j.notification_id = n.id AND j.id >= $5), '') || ']'`,
  payload: jsonStored(sharedColumn('n', 'payload')),
  tags: jsonValue('w.tags'),
  to: jsonStored('n."to"'),
  topics: jsonStored('n.topics'),
  severity: jsonValue('w.severity'),
  critical: jsonValue('w.critical'),
  contextKeys: jsonValue('n.context_keys'),
  ended: jsonStored('n.ended'),
  resendOf: jsonStored('n.resend_of'),
});

const PAGE = `SELECT n.id, ${NOTIFICATION} AS json, w.workflow_id
  FROM unnest($4::text[]) WITH ORDINALITY AS wanted (id, position)
  JOIN notifications n ON n.environment_id = $1 AND n.id = wanted.id
  JOIN workflow_snapshots w ON w.environment_id = $1 AND w.id = n.snapshot_id
  ORDER BY wanted.position`;

/**
 * Reads notifications as wire JSON (spec 2.11) with their jobs and execution details, in the order of `ids`, in one
 * statement. IDs of other environments are omitted. Sensitive content is withheld from callers who may not see it.
 */
export async function notificationJson(ctx: Ctx, ids: string[]): Promise<string[]> {
  const rows = await notificationRows(ctx, ids);
  const isWithheld = await withheldRuns(
    ctx,
    rows.map((row) => row.workflow_id),
  );
  return rows.map(({ id, json, workflow_id }) => {
    const shown = withoutStepSecrets(ctx, json);
    return isWithheld(workflow_id, id) ? JSON.stringify(withheldRun(JSON.parse(shown))) : shown;
  });
}

/** Masks plain-text secrets in the step controls of a run if the caller may not see credentials. */
export function withoutStepSecrets(ctx: Pick<Ctx, 'actor'>, json: string): string {
  if (!readsMasks(ctx)) return json;
  const { jobs, ...run } = JSON.parse(json) as Notification;
  const shown = jobs?.map((job) => {
    const { step, type = '' } = job;
    if (!step?.controlVariables) return job;
    return { ...job, step: { ...step, controlVariables: shownTo(ctx, type, step.controlVariables) } };
  });
  return JSON.stringify({ ...run, ...(shown && { jobs: shown }) });
}

interface Row {
  id: string;
  json: string;
  workflow_id: string | null;
}

/** Reads the JSON of `notificationJson` with the workflow IDs, without withholding or masking anything. */
export async function notificationRows({ environmentId, organizationId }: Ctx, ids: string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const [floor] = idBounds(ids);
  return hotQuery<Row & Record<string, unknown>>('notifications-page', PAGE, [
    environmentId,
    organizationId,
    serviceName(),
    ids,
    floor,
  ]);
}
