/** Converts the changes of an attempt into rows for the statement in `record.ts`. */
import { encrypt } from '#lib/crypto.ts';
import type { ClaimedWork } from '#lib/engine/queue/work.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { storedResult } from '#lib/engine/windows/stored-events.ts';
import { newId } from '#lib/id.ts';
import { directWebhookUrlContext } from '#lib/messages/webhook-url.ts';
import type { MessageRecord, Records } from './records.ts';

export interface Attempted {
  work: ClaimedWork;
  run: RunContext;
  records: Records;
}

export function requeueRow({ work, records }: Attempted) {
  if (records.work.type !== 'again') return [];
  const { readyAt, attempts } = records.work;
  const waits = records.job.status === 'delayed';
  return [{ job_id: work.jobId, claims: work.claims, ready_at: readyAt, attempts, waits }];
}

export function jobRow({ work, records: { job } }: Attempted) {
  const { id, status, reason, attempts, dueAt, waitedSince, scheduleExtensions, providerId, integrationId } = job;
  const { result, payload_ids } = storedResult(job, work.notificationId);
  return {
    notification_id: work.notificationId,
    id,
    status,
    reason,
    attempts,
    result,
    payload_ids: payload_ids?.join(','),
    due_at: dueAt,
    waited_since: waitedSince,
    extensions: scheduleExtensions,
    provider_id: providerId,
    integration_id: integrationId,
  };
}

export function otherJobRows({ work, records }: Attempted) {
  return records.others.map(({ id, status, reason, readyAt }) => ({
    of_job: work.jobId,
    notification_id: work.notificationId,
    lane: work.lane,
    id,
    status,
    reason,
    ready_at: readyAt,
  }));
}

export function detailRows({ work, records }: Attempted, now: Date) {
  return records.details.map((detail) => ({
    job_id: work.jobId,
    id: newId(now),
    message_id: detail.messageId,
    provider_id: detail.providerId,
    status: detail.status,
    source: detail.source,
    detail: detail.detail,
    is_test: detail.isTest,
    is_retry: detail.isRetry,
    raw: detail.raw,
    reason: detail.reason,
  }));
}

export function messageRows({ work, run, records }: Attempted, environmentId: string) {
  return records.messages.map((message) => ({
    job_id: work.jobId,
    subscriber_id: run.notification.subscriberId,
    workflow_id: run.workflow.id,
    message_template_id: run.job.step.id,
    template_identifier: run.workflow.identifier,
    transaction_id: run.notification.transactionId,
    context_keys: run.notification.contextKeys,
    created_at: run.attempt.firstClaimedAt,
    ...inboxColumns(message, run.workflow),
    ...ownColumns(message, environmentId),
  }));
}

/** Only inboxes filter by the workflow, so the messages of other channels do not repeat it. */
function inboxColumns({ channel }: MessageRecord, { severity, tags }: RunContext['workflow']) {
  return channel === 'in_app' ? { severity, tags } : { tags: [] };
}

function ownColumns(message: MessageRecord, environmentId: string) {
  const { id, channel, status, address, deliveredAt } = message;
  return {
    id,
    channel,
    status,
    subject: message.subject,
    title: message.title,
    content: message.content,
    cta: message.cta ?? {},
    inbox: message.inbox,
    email: address.email,
    phone: address.phone,
    direct_webhook_url:
      address.directWebhookUrl && encrypt(address.directWebhookUrl, directWebhookUrlContext(environmentId, id)),
    device_tokens: address.deviceTokens ?? [],
    provider_id: message.providerId,
    integration_id: message.integrationId,
    provider_message_id: message.providerMessageId,
    sent_from: message.sentFrom,
    owed: message.owed ?? [],
    error_id: message.errorId,
    error_text: message.errorText,
    reason: message.reason,
    delivered_at: deliveredAt ? [deliveredAt] : [],
  };
}

export function outcomeRow({ work, run, records: { outcome } }: Attempted) {
  if (!outcome) return [];
  const { snapshotId, subscriberId } = run.notification;
  return [
    {
      job_id: work.jobId,
      outcome: outcome.outcome,
      reason: outcome.reason.code,
      snapshot_id: snapshotId,
      subscriber_id: subscriberId,
    },
  ];
}

/** Returns the device tokens that no longer exist, according to their providers. */
export function deadTokenRows({ work, records }: Attempted) {
  return records.goneDevices.map(({ channelId, token }) => ({ of_job: work.jobId, channel_id: channelId, token }));
}
