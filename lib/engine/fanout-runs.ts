/** Raw statement: it writes the runs of a batch into all their tables at once. */
import { query } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { announceRuns } from '#lib/live/announce.ts';
import type { Reason } from '#lib/reasons/registry.ts';
import { announceWork } from './announce.ts';
import type { Member } from './fanout-members.ts';
import type { Fanout } from './fanout-queue.ts';
import { LANES } from './queue.ts';

const ENTER = `
WITH run AS MATERIALIZED (
  SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) AS r (id, subscriber_id, "to", topics, ended)
), job AS MATERIALIZED (
  SELECT * FROM unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $21::smallint[])
    AS j (id, notification_id, subscriber_id, type, status, step_key, position)
), runs_written AS (
  INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, payload, "to", overrides, topics,
    workflow_version, actor, tenant, context, ended, created_at, updated_at)
  SELECT $1, r.id, (f.event ->> 'snapshotId')::bigint, r.subscriber_id, f.transaction_id,
    ARRAY(SELECT jsonb_array_elements_text(f.event -> 'contextKeys')) COLLATE "C", f.event -> 'payload', json_build_object('subscriberId', r."to"),
    f.event -> 'overrides', r.topics::jsonb, (f.event ->> 'workflowVersion')::int, f.event -> 'actor', f.event -> 'tenant', f.event -> 'context',
    r.ended::jsonb, $3, $3
  FROM run r CROSS JOIN (SELECT * FROM fanouts WHERE environment_id = $1 AND id = $2) AS f
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

/** Makes a run of the fan-out for each member. @param ended why those of some deliver nothing, by Subscriber.id. */
export async function enterRuns(
  fanout: Fanout,
  members: readonly Member[],
  ended: ReadonlyMap<string, Reason>,
  now: Date,
): Promise<void> {
  const { event } = fanout;
  const runs = members.map((member) => ({ ...member, runId: newId(now), topics: topicsOf(member, fanout) }));
  const jobs = runs.flatMap(({ runId, id }) =>
    event.jobs.map((job, position) => ({ ...job, id: newId(now), runId, subscriber: id, position })),
  );
  const followed = runs.flatMap(({ runId, id, topics }) =>
    topics.map((topic) => ({ ...topic, runId, subscriber: id })),
  );
  await query('fanouts-enter', ENTER, [
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
  ]);
  announceWork('fanouts');
  announceRuns(fanout.environmentId, 'created', () => runs.map(({ runId }) => runId));
}

/** The topics through which a member is reached, each with one of its subscriptions. */
function topicsOf({ subscriptions }: Member, { topics }: Fanout) {
  return (topics ?? []).flatMap(({ id, key }) => {
    const found = subscriptions.find(({ topic }) => topic === id);
    return found ? [{ id, key, identifier: found.identifier }] : [];
  });
}

/** Spec 2.11, an element of `topics`. */
function topicShown({ id, key }: { id: string; key: string }) {
  return { _topicId: id, topicKey: key };
}
