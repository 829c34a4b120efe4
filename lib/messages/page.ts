/** A raw statement: PostgreSQL builds the JSON of a page, because lists of messages (spec 4.6) are a hot path. */
import type { Ctx } from '#lib/api/context.ts';
import { decryptIfReadable } from '#lib/crypto.ts';
import { sharedColumn } from '#lib/engine/load/payloads.ts';
import { senderJson } from '#lib/integrations/sender-json.ts';
import { isSensitiveRun } from '#lib/notifications/sensitive-mark.ts';
import { answeredReason } from '#lib/notifications/status/answered-reason.ts';
import { withheldMessage, workflowsShown } from '#lib/notifications/withheld.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { jsonObject, jsonPlain, jsonStored, jsonTime, jsonValue, wireName } from '#lib/postgres/sql.ts';
import { serviceName } from '#lib/providers/service-name.ts';
import { CANNOT_BE_READ } from '#lib/unreadable.ts';
import { directWebhookUrlContext } from './webhook-url.ts';

// $1 environment, $2 organization, $3 vendor prefix, $4 IDs.
const SUBSCRIBER = (row: string, gone: string) =>
  jsonObject({
    _id: jsonPlain(`${row}.id`),
    _organizationId: jsonPlain('$2::text'),
    _environmentId: jsonPlain('$1::text'),
    subscriberId: jsonValue(`${row}.subscriber_id`),
    firstName: jsonValue(`${row}.first_name`),
    lastName: jsonValue(`${row}.last_name`),
    email: jsonValue(`${row}.email`),
    phone: jsonValue(`${row}.phone`),
    avatar: jsonValue(`${row}.avatar`),
    deleted: `'${gone}'`,
    createdAt: jsonTime(`${row}.created_at`),
    updatedAt: jsonTime(`${row}.${gone === 'true' ? 'deleted_at' : 'updated_at'}`),
  });

const notEmpty = (column: string) => `CASE WHEN cardinality(${column}) > 0 THEN ${jsonValue(column)} END`;

const MESSAGE = jsonObject({
  _id: jsonPlain('m.id'),
  _environmentId: jsonPlain('m.environment_id'),
  _organizationId: jsonPlain('$2::text'),
  _notificationId: jsonPlain('m.notification_id'),
  _subscriberId: jsonPlain('m.subscriber_id'),
  _templateId: jsonValue('m.workflow_id'),
  _messageTemplateId: jsonValue('m.message_template_id'),
  // The current subscriber, or a deleted one as it was at its deletion.
  subscriber: `coalesce(
    (SELECT ${SUBSCRIBER('s', 'false')} FROM subscribers s WHERE s.environment_id = $1 AND s.id = m.subscriber_id),
    (SELECT ${SUBSCRIBER('d', 'true')} FROM deleted_subscribers d WHERE d.environment_id = $1 AND d.id = m.subscriber_id))`,
  templateIdentifier: jsonValue('m.template_identifier'),
  createdAt: jsonTime('m.created_at'),
  deliveredAt: `(SELECT '[' || string_agg(${jsonTime('at')}, ',' ORDER BY position) || ']'
    FROM unnest(m.delivered_at) WITH ORDINALITY AS delivered (at, position))`,
  sentAt: jsonTime('m.sent_at'),
  sentFrom: jsonValue('m.sent_from'),
  lastSeenDate: jsonTime('m.last_seen_at'),
  lastReadDate: jsonTime('m.last_read_at'),
  firstSeenAt: jsonTime('m.first_seen_at'),
  snoozedUntil: jsonTime('m.snoozed_until'),
  archivedAt: jsonTime('m.archived_at'),
  content: `nullif(${jsonStored('m.content')}, 'null')`,
  transactionId: jsonValue('m.transaction_id'),
  subject: jsonValue('m.subject'),
  title: jsonValue('m.title'),
  channel: jsonValue('m.channel'),
  read: jsonValue('m.read'),
  seen: jsonValue('m.seen'),
  email: jsonValue('m.email'),
  phone: jsonValue('m.phone'),
  providerId: jsonValue(wireName('m.provider_id', '$3')),
  integration: senderJson('m.integration_id'),
  deviceTokens: notEmpty('m.device_tokens'),
  cta: jsonStored('m.cta'),
  status: jsonValue('m.status'),
  errorId: jsonValue('m.error_id'),
  errorText: jsonValue('m.error_text'),
  payload: jsonStored('run.payload'),
  overrides: jsonStored('run.overrides'),
  contextKeys: jsonValue('m.context_keys'),
  reason: jsonStored(
    answeredReason(
      'm.reason',
      'e.environment_id = $1 AND e.notification_id = m.notification_id AND e.message_id = m.id AND e.id >= m.notification_id',
    ),
  ),
});

const PAGE = `SELECT m.id, m.workflow_id, m.notification_id, m.job_id, m.direct_webhook_url, ${MESSAGE} AS json
  FROM unnest($4::text[]) WITH ORDINALITY AS wanted (id, position)
  JOIN messages m ON m.environment_id = $1 AND m.id = wanted.id
  LEFT JOIN LATERAL (
    SELECT ${sharedColumn('n', 'payload')} AS payload, ${sharedColumn('n', 'overrides')} AS overrides
    FROM notifications n WHERE n.environment_id = $1 AND n.id = m.notification_id OFFSET 0) AS run ON true
  ORDER BY wanted.position`;

interface Row {
  id: string;
  workflow_id: string | null;
  notification_id: string;
  job_id: string | null;
  direct_webhook_url: string | null;
  json: string;
}

export interface MessageText {
  id: string;
  workflowId: string | null;
  notificationId: string;
  jobId: string | null;
  /** Whether the content is withheld from the caller, unless it was revealed. */
  isSensitive: boolean;
  /** The Message (spec 2.10) without its template. */
  json: string;
}

/**
 * Reads messages as wire JSON in the order of `ids`, in one statement. IDs of other environments are omitted. Sensitive
 * content is withheld from callers who may not see it, unless `reveal` is set. The caller must then record each access.
 */
export async function messageTexts(ctx: Ctx, ids: string[], { reveal = false } = {}): Promise<MessageText[]> {
  if (ids.length === 0) return [];
  const { environmentId, organizationId } = ctx;
  const rows = await hotQuery<Row>('messages-page', PAGE, [environmentId, organizationId, serviceName(), ids]);
  const workflows = await workflowsShown(
    ctx,
    rows.map((row) => row.workflow_id),
  );
  return rows.map((row) => {
    const workflow = workflows.get(row.workflow_id);
    const json = withWebhookUrl(row, environmentId);
    const isSensitive = isSensitiveRun(workflow, row.notification_id);
    const shown = isSensitive && !reveal ? JSON.stringify(withheldMessage(JSON.parse(json))) : json;
    return {
      id: row.id,
      workflowId: row.workflow_id,
      notificationId: row.notification_id,
      jobId: row.job_id,
      isSensitive,
      json: workflow ? addField(shown, 'templateName', workflow.name) : shown,
    };
  });
}

function withWebhookUrl(row: Row, environmentId: string): string {
  if (row.direct_webhook_url === null) return row.json;
  const directWebhookUrl = decryptIfReadable(row.direct_webhook_url, directWebhookUrlContext(environmentId, row.id));
  return addField(row.json, 'directWebhookUrl', directWebhookUrl ?? CANNOT_BE_READ);
}

/** Adds one field at the end of the JSON text of a non-empty object. */
export function addField(json: string, key: string, value: unknown): string {
  return `${json.slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(value)}}`;
}
