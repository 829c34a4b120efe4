/** Raw statements: PostgreSQL copies the data of a run without transferring it to this process. */

import { SHARED, SHARED_COLUMNS, sharedColumn } from '#lib/engine/load/payloads.ts';
import type { ResentStep } from '#lib/engine/run-context.ts';
import { newId } from '#lib/id.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import type { Job } from '#prisma/generated/client.ts';
import type { RunRow, StepOfRun } from './locked-run.ts';

/** $1 environment, $2 the earlier run, $3 the new run, $4 the earlier run and step, $5 time. The new run stores its own payload. */
const COPY_RUN = `
INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, "to", topics, workflow_version,
  ${SHARED_COLUMNS}, resend_of, created_at, updated_at)
SELECT n.environment_id, $3, n.snapshot_id, n.subscriber_id, n.transaction_id, n.context_keys, n."to", n.topics, n.workflow_version,
  ${SHARED.map((column) => sharedColumn('n', column)).join(', ')}, $4::jsonb, $5, $5
FROM notifications n WHERE n.environment_id = $1 AND n.id = $2`;

/** $1 environment, $2 the earlier run, $3 the new run. */
const COPY_TOPICS = `
INSERT INTO notification_topics (environment_id, notification_id, topic_key, subscriber_id, snapshot_id, context_keys, subscription_id)
SELECT t.environment_id, $3, t.topic_key, t.subscriber_id, t.snapshot_id, t.context_keys, t.subscription_id
FROM notification_topics t WHERE t.environment_id = $1 AND t.notification_id = $2`;

/** $1 environment, $2 the earlier run, $3 the new run, $4 its jobs to copy, $5 the IDs of the copies. */
const COPY_JOBS = `
INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, position, type, status, provider_id, step_key, digest, reason, result,
  payload_ids, created_at, updated_at)
SELECT j.environment_id, copy.id, $3, j.subscriber_id, j.position, j.type, j.status, j.provider_id, j.step_key, j.digest, j.reason, j.result,
  j.payload_ids, j.created_at, j.updated_at
FROM unnest($4::text[], $5::text[]) AS copy (of, id)
JOIN jobs j ON j.environment_id = $1 AND j.notification_id = $2 AND j.id = copy.of`;

/**
 * Creates a run with one step of an earlier run, and with the earlier steps whose results that step can read.
 *
 * @param jobs the jobs of the earlier run up to the step.
 * @returns the new run and its step.
 */
export async function createResentRun(row: RunRow, jobs: readonly Job[], at: Date): Promise<StepOfRun> {
  const { environmentId, id, subscriberId } = row;
  const job = jobs.at(-1);
  if (!job) throw new TypeError('A run without steps cannot be sent again.');
  const [notificationId, jobId] = [newId(at), newId(at)];
  const resendOf: ResentStep = { notificationId: id, jobId: job.id };
  await query('resend-run', COPY_RUN, [environmentId, id, notificationId, JSON.stringify(resendOf), at]);
  await query('resend-topics', COPY_TOPICS, [environmentId, id, notificationId]);
  const before = jobs.slice(0, -1).filter(({ result }) => result !== null);
  await query('resend-results', COPY_JOBS, [
    ...[environmentId, id, notificationId],
    before.map((each) => each.id),
    before.map(() => newId(at)),
  ]);
  const { position, type, stepKey } = job;
  await prisma().job.create({
    data: {
      ...{ id: jobId, environmentId, notificationId, subscriberId, position, type, stepKey },
      ...{ status: 'queued', providerId: 'svc', payloadIds: [], createdAt: at, updatedAt: at },
    },
  });
  await markUsed(row, [...before, job], at);
  return { notificationId, jobId };
}

/** Keeps the recorded workflow and steps for as long as the new run: see dictionary-use.ts. */
async function markUsed({ environmentId, snapshotId }: RunRow, jobs: readonly Job[], usedAt: Date): Promise<void> {
  const data = { usedAt };
  await prisma().workflowSnapshot.updateMany({ where: { environmentId, id: snapshotId }, data });
  const steps = jobs.flatMap(({ stepKey }) => stepKey ?? []).sort();
  await prisma().jobStep.updateMany({ where: { environmentId, id: { in: steps } }, data });
}
