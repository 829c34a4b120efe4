/** A raw statement, because it runs for every batch of the queue with retried jobs. */
import { decryptIfReadable } from '#lib/crypto.ts';
import type { OwedMessage, RunContext } from '#lib/engine/run-context.ts';
import { idFloor, idTime } from '#lib/id.ts';
import { directWebhookUrlContext } from '#lib/messages/webhook-url.ts';
import { isMarked } from '#lib/notifications/sensitive-mark.ts';
import { readTogether } from '#lib/postgres/db.ts';
import { parseReason } from '#lib/reasons/registry.ts';

interface EarlierMessage {
  id: string;
  job_id: string;
  status: string;
  owed: string[];
  reason: unknown;
  provider_message_id: string | null;
  email: string | null;
  phone: string | null;
  device_tokens: string[];
  direct_webhook_url: string | null;
  is_sensitive: boolean;
}

/** A job, and the time span of its message IDs, which begin with the time of the job's first claim. */
export interface EarlierStep {
  notificationId: string;
  jobId: string;
  from: Date;
  to: Date;
}

/** Returns the messages of these jobs, by job. */
export async function loadEarlierMessages(
  environmentId: string,
  steps: readonly EarlierStep[],
): Promise<Map<string, EarlierMessage[]>> {
  if (steps.length === 0) return new Map();
  const first = new Date(Math.min(...steps.map(({ from }) => from.getTime())));
  const last = new Date(Math.max(...steps.map(({ to }) => to.getTime())) + 1000);
  const rows = await readTogether<EarlierMessage>(
    'runs-earlier-messages',
    `SELECT earlier.id, earlier.job_id, earlier.status, earlier.owed, earlier.reason, earlier.provider_message_id, earlier.email, earlier.phone, earlier.device_tokens,
       CASE WHEN mark.is_sensitive THEN earlier.direct_webhook_url END AS direct_webhook_url,
       coalesce(mark.is_sensitive, false) AS is_sensitive
     FROM unnest($2::text[], $3::text[]) AS job (notification_id, id) CROSS JOIN LATERAL (
       SELECT id, job_id, workflow_id, status, owed, CASE WHEN owed <> '{}' THEN reason END AS reason, provider_message_id,
         email, phone, device_tokens, direct_webhook_url FROM messages
       WHERE environment_id = $1 AND notification_id = job.notification_id AND id >= $4 AND id < $5 AND job_id = job.id
       OFFSET 0) AS earlier
     LEFT JOIN LATERAL (SELECT ${isMarked('w', 'job.notification_id')} AS is_sensitive FROM workflows w
       WHERE w.environment_id = $1 AND w.id = earlier.workflow_id) AS mark ON true`,
    [
      environmentId,
      steps.map(({ notificationId }) => notificationId),
      steps.map(({ jobId }) => jobId),
      idFloor(first),
      idFloor(last),
    ],
  );
  const opened = rows.map((row) => ({ ...row, direct_webhook_url: webhookUrlOf(environmentId, row) }));
  return Map.groupBy(opened, ({ job_id }) => job_id);
}

/** Decrypts a webhook URL. Null if it cannot be decrypted, so that no later attempt uses it. */
function webhookUrlOf(environmentId: string, { id, direct_webhook_url: sealed }: EarlierMessage): string | null {
  return sealed === null ? null : (decryptIfReadable(sealed, directWebhookUrlContext(environmentId, id)) ?? null);
}

/**
 * Returns the data that an attempt needs from messages of earlier attempts, and from messages that its run sends again.
 */
export function earlierOf(
  messages: readonly EarlierMessage[] = [],
  resent: readonly EarlierMessage[] = [],
): Pick<RunContext, 'sentMessages' | 'earlierAddresses' | 'resentFrom' | 'owed'> {
  const sentMessages = new Set(messages.filter(({ status }) => status === 'sent').map(({ id }) => id));
  const owed = new Map(messages.flatMap(owedOf));
  const first = resent.length > 0 ? resent : messages;
  if (!first.some(({ is_sensitive }) => is_sensitive)) return { sentMessages, owed };
  const earlierAddresses = first.flatMap((message) =>
    [message.email, message.phone, message.direct_webhook_url, ...message.device_tokens].filter(
      (each) => each !== null,
    ),
  );
  const resentFrom = resent[0] && idTime(resent[0].id);
  return { sentMessages, owed, earlierAddresses: new Set(earlierAddresses), resentFrom };
}

function owedOf({ id, owed: recipients, reason, provider_message_id }: EarlierMessage): [string, OwedMessage][] {
  if (recipients.length === 0) return [];
  const before = { reason: parseReason(reason), providerMessageId: provider_message_id ?? undefined };
  return [[id, { recipients, ...before }]];
}
