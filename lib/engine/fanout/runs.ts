/** Raw statement: writes the runs of a batch into all their tables together. */

import { payloadIdFor, SHARED_COLUMNS } from '#lib/engine/load/payloads.ts';
import { announceWork } from '#lib/engine/queue/wake.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { newId } from '#lib/id.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import type { Member } from './members.ts';
import type { Fanout } from './queue.ts';

export const ENTER = `
WITH run AS MATERIALIZED (
  SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) AS r (id, subscriber_id, "to", topics, ended)
), job AS MATERIALIZED (
  SELECT * FROM unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $21::smallint[])
    AS j (id, notification_id, subscriber_id, type, status, step_key, position)
), payload_written AS (
  INSERT INTO payloads (environment_id, id, transaction_id, ${SHARED_COLUMNS}, created_at)
  SELECT $1, $22, f.transaction_id, f.event -> 'payload', f.event -> 'overrides', f.event -> 'actor', f.event -> 'tenant', f.event -> 'context', $3
  FROM fanouts f WHERE f.environment_id = $1 AND f.id = $2
  ON CONFLICT DO NOTHING
), runs_written AS (
  INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, payload_id, "to", topics,
    workflow_version, ended, created_at, updated_at)
  SELECT $1, r.id, $19::bigint, r.subscriber_id, $23, $20::text[], $22, json_build_object('subscriberId', r."to"), r.topics::jsonb, $24::int,
    r.ended::jsonb, $3, $3
  FROM run r
), jobs_written AS (
  INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, position, type, status, provider_id, step_key, created_at, updated_at)
  SELECT $1, id, notification_id, subscriber_id, position, type, status, 'svc', step_key, $3, $3 FROM job
), queued AS (
  INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
  SELECT $1, id, notification_id, ${LANES.fanout}, $3 FROM job WHERE status = 'queued'
)
INSERT INTO notification_topics (environment_id, notification_id, topic_key, subscriber_id, snapshot_id, context_keys, subscription_id)
SELECT $1, t.notification_id, t.topic_key, t.subscriber_id, $19::bigint, $20::text[], t.subscription_id
FROM unnest($15::text[], $16::text[], $17::text[], $18::text[]) AS t (notification_id, topic_key, subscriber_id, subscription_id)
ON CONFLICT DO NOTHING`;

/**
 * Creates a run of the fan-out for each member.
 *
 * @param ended why the runs of some members deliver nothing, by Subscriber.id.
 * @returns Payload.id of the runs.
 */
export async function enterRuns(
  fanout: Fanout,
  members: readonly Member[],
  ended: ReadonlyMap<string, Reason>,
  now: Date,
): Promise<string> {
  const { event } = fanout;
  const payloadId = payloadIdFor(fanout.payloadId, now);
  const runs = members.map((member) => ({ ...member, runId: newId(now), topics: topicsOf(member, fanout) }));
  const jobs = runs.flatMap(({ runId, id }) =>
    event.jobs.map((job, position) => ({ ...job, id: newId(now), runId, subscriber: id, position })),
  );
  const followed = runs.flatMap(({ runId, id, topics }) =>
    topics.map((topic) => ({ ...topic, runId, subscriber: id })),
  );
  await hotQuery('fanouts-enter', ENTER, [
    fanout.environmentId,
    fanout.id,
    now,
    runs.map(({ runId }) => runId),
    runs.map(({ id }) => id),
    runs.map(({ subscriberId }) => subscriberId),
    runs.map(({ topics }) => (topics.length > 0 ? JSON.stringify(topics.map(topicShown)) : null)),
    runs.map(({ id }) => (ended.has(id) ? JSON.stringify(ended.get(id)) : null)),
    jobs.map(({ id }) => id),
    jobs.map(({ runId }) => runId),
    jobs.map(({ subscriber }) => subscriber),
    jobs.map(({ type }) => type),
    jobs.map(({ position }) => (position === 0 ? 'queued' : 'pending')),
    jobs.map(({ stepKey }) => stepKey),
    followed.map(({ runId }) => runId),
    followed.map(({ key }) => key),
    followed.map(({ subscriber }) => subscriber),
    followed.map(({ identifier }) => identifier),
    event.snapshotId,
    event.contextKeys,
    jobs.map(({ position }) => position),
    payloadId,
    fanout.transactionId,
    event.workflowVersion,
  ]);
  announceWork('fanouts');
  announceRuns(fanout.environmentId, 'created', () => runs.map(({ runId }) => runId));
  return payloadId;
}

/** Returns the topics that reach a member, each with one of its subscriptions. */
function topicsOf({ subscriptions }: Member, { topics }: Fanout) {
  return (topics ?? []).flatMap(({ id, key }) => {
    const found = subscriptions.find(({ topic }) => topic === id);
    return found ? [{ id, key, identifier: found.identifier }] : [];
  });
}

/** Returns an element of `topics` (spec 2.11). */
function topicShown({ id, key }: { id: string; key: string }) {
  return { _topicId: id, topicKey: key };
}
