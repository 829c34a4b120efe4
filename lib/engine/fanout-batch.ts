/**
 * Makes the runs of a fan-out, a batch of subscribers at a time. Raw statements: a row lock, and many rows at once. The
 * cursor moves in the transaction that makes the batch's runs, and the lock of the fan-out's row is the lease: it ends
 * with the transaction, however that ends, so each subscriber gets one run whatever worker dies.
 */
import type { JsonObject } from '#lib/api/text.ts';
import { ConditionError, evaluateCondition } from '#lib/conditions/evaluate.ts';
import { query, transaction } from '#lib/db.ts';
import { newId } from '#lib/id.ts';
import { announceRuns } from '#lib/live/announce.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { conditionFor, type SubscriptionCondition } from '#lib/topics/conditions.ts';
import { announceWork } from './announce.ts';
import { readValues } from './condition-values.ts';
import { completeNamed } from './load-named.ts';
import { loadRecipients } from './load-runs.ts';
import { LANES } from './queue.ts';
import { subscriberVariables } from './variables.ts';

/** What the runs of one trigger share. */
export interface FanoutEvent {
  /** As text: it is larger than a number. */
  snapshotId: string;
  workflowVersion: number;
  critical: boolean;
  /** The steps, in order. */
  jobs: readonly { stepKey: string; type: WorkflowStepType }[];
  contextKeys: readonly string[];
  payload: JsonObject;
  overrides?: JsonObject | undefined;
  actor?: JsonObject | undefined;
  tenant?: JsonObject | undefined;
  context?: JsonObject | undefined;
}

export interface FanoutTopic {
  /** Topic.id */
  id: string;
  key: string;
  /** Subscriber.id of those who do not get what is sent to this topic. */
  excluded: readonly string[];
}

/** How many subscribers one transaction goes past. */
const BATCH = 500;
/** An environment with so many due jobs gets no more from fan-outs. */
const MOST_READY = 10_000;
/** PostgreSQL ends the transaction of a worker that stands still for this long. */
const FROZEN_MS = 10_000;

export interface FanoutPlace {
  environmentId: string;
  id: string;
  readyAt: Date;
}

/** The fan-out of each environment whose turn is first. A skip scan: it costs a few index probes per environment. */
export function findFanouts(): Promise<FanoutPlace[]> {
  return query(
    'fanouts-ready',
    `WITH RECURSIVE waiting (environment_id) AS (
       (SELECT f.environment_id FROM fanouts f ORDER BY f.environment_id LIMIT 1)
       UNION ALL
       SELECT (SELECT f.environment_id FROM fanouts f WHERE f.environment_id > waiting.environment_id ORDER BY f.environment_id LIMIT 1)
       FROM waiting WHERE waiting.environment_id IS NOT NULL)
     SELECT waiting.environment_id AS "environmentId", first.id, first.ready_at AS "readyAt"
     FROM waiting CROSS JOIN LATERAL (
       SELECT f.id, f.ready_at FROM fanouts f WHERE f.environment_id = waiting.environment_id ORDER BY f.ready_at, f.id LIMIT 1) AS first
     WHERE waiting.environment_id IS NOT NULL`,
  );
}

/** Lets a fan-out whose batch failed wait, so that others of its environment go on. */
export async function postponeFanout({ environmentId, id }: FanoutPlace, until: Date): Promise<void> {
  await query('fanouts-postpone', 'UPDATE fanouts SET ready_at = $3 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    id,
    until,
  ]);
}

/**
 * Makes the runs of the next batch.
 *
 * @returns false when there is nothing to do now: another worker is at it, it is not due, or the environment has enough
 * due jobs.
 */
export async function advanceFanout({ environmentId, id }: FanoutPlace, now: Date): Promise<boolean> {
  if (await isBusy(environmentId, now)) return false;
  return transaction(async () => {
    const fanout = await lockFanout(environmentId, id, now);
    if (!fanout) return false;
    const members = fanout.topics
      ? await readFollowers(fanout, fanout.topics)
      : (await readEverybody(fanout)).map((member) => ({ ...member, subscriptions: [] }));
    const excluded = new Set(fanout.excluded);
    const chosen = members.filter((member) => !excluded.has(member.id)).flatMap((member) => chosenOf(member, fanout));
    const ended = await unmetConditions(fanout, chosen, now);
    if (chosen.length > 0) await enterRuns(fanout, chosen, ended, now);
    await moveOn(fanout, members.length < BATCH ? undefined : members.at(-1)?.id, chosen.length, now);
    return true;
  });
}

async function isBusy(environmentId: string, now: Date): Promise<boolean> {
  const [row] = await query<{ count: number }>(
    'fanouts-work-due',
    `SELECT count(*)::int AS count FROM (
       SELECT 1 FROM (VALUES (0::smallint), (1::smallint), (2::smallint)) AS lanes (lane)
       CROSS JOIN LATERAL (
         SELECT 1 FROM work w WHERE w.environment_id = $1 AND w.lane = lanes.lane AND w.worker_id IS NULL AND w.ready_at <= $2
         LIMIT ${MOST_READY}) AS due
       LIMIT ${MOST_READY}) AS due`,
    [environmentId, now],
  );
  return (row?.count ?? 0) >= MOST_READY;
}

interface Fanout {
  environmentId: string;
  id: string;
  transactionId: string;
  workflowId: string;
  event: FanoutEvent;
  topics: FanoutTopic[] | null;
  excluded: string[];
  cursor: string;
  ceiling: string;
}

async function lockFanout(environmentId: string, id: string, now: Date): Promise<Fanout | undefined> {
  const [row] = await query<Fanout & { limited: string }>(
    'fanouts-lock',
    `SELECT f.environment_id AS "environmentId", f.id, f.transaction_id AS "transactionId", f.workflow_id AS "workflowId", f.event, f.topics,
       f.excluded, f.cursor, f.ceiling, set_config('idle_in_transaction_session_timeout', '${FROZEN_MS}', true) AS limited
     FROM fanouts f WHERE f.environment_id = $1 AND f.id = $2 AND f.ready_at <= $3 FOR UPDATE SKIP LOCKED`,
    [environmentId, id, now],
  );
  return row;
}

interface FollowedBy {
  /** Topic.id */
  topic: string;
  /** TopicSubscription.identifier */
  identifier: string;
  conditions: SubscriptionCondition[] | null;
}

interface Member {
  /** Subscriber.id */
  id: string;
  subscriberId: string;
  /** Through which it follows topics. Empty: none counts for this trigger, or it is a broadcast. */
  subscriptions: FollowedBy[];
}

/** The next subscribers with a subscription to one of the topics, ordered by id. */
function readFollowers(fanout: Fanout, topics: readonly FanoutTopic[]): Promise<Member[]> {
  const { environmentId, cursor, ceiling, event } = fanout;
  return query(
    'fanouts-followers',
    `WITH page AS MATERIALIZED (
       SELECT DISTINCT followers.subscriber_id AS id FROM unnest($2::text[]) AS topic (id)
       CROSS JOIN LATERAL (
         SELECT DISTINCT ts.subscriber_id FROM topic_subscriptions ts
         WHERE ts.environment_id = $1 AND ts.topic_id = topic.id AND ts.subscriber_id > $3
         ORDER BY ts.subscriber_id LIMIT ${BATCH}) AS followers
       ORDER BY 1 LIMIT ${BATCH})
     SELECT page.id, s.subscriber_id AS "subscriberId", coalesce(followed.subscriptions, '[]') AS subscriptions
     FROM page
     CROSS JOIN LATERAL (SELECT s.subscriber_id FROM subscribers s WHERE s.environment_id = $1 AND s.id = page.id LIMIT 1) AS s
     CROSS JOIN LATERAL (
       SELECT json_agg(json_build_object('topic', ts.topic_id, 'identifier', ts.identifier, 'conditions', ts.conditions) ORDER BY ts.id) AS subscriptions
       FROM topic_subscriptions ts
       WHERE ts.environment_id = $1 AND ts.topic_id = ANY ($2) AND ts.subscriber_id = page.id AND ts.id < $4 AND ts.context_keys = $5::text[]
     ) AS followed
     ORDER BY page.id`,
    [environmentId, topics.map(({ id }) => id), cursor, ceiling, event.contextKeys],
  );
}

/** The next subscribers of the environment that are older than the trigger. */
function readEverybody({ environmentId, cursor, ceiling }: Fanout): Promise<Omit<Member, 'subscriptions'>[]> {
  return query(
    'fanouts-everybody',
    `SELECT s.id, s.subscriber_id AS "subscriberId" FROM subscribers s
     WHERE s.environment_id = $1 AND s.id > $2 AND s.id < $3 ORDER BY s.id LIMIT ${BATCH}`,
    [environmentId, cursor, ceiling],
  );
}

/** The member with the subscriptions through which it is reached, or nothing. */
function chosenOf(member: Member, { topics }: Fanout): Member[] {
  if (!topics) return [member];
  const subscriptions = member.subscriptions.filter(
    ({ topic }) => !topics.find(({ id }) => id === topic)?.excluded.includes(member.id),
  );
  return subscriptions.length > 0 ? [{ ...member, subscriptions }] : [];
}

/**
 * Why the runs of some members deliver nothing, by Subscriber.id: the condition of each of their subscriptions is not
 * met. Critical workflows have no such conditions.
 */
async function unmetConditions(
  { environmentId, workflowId, topics, event }: Fanout,
  members: readonly Member[],
  now: Date,
): Promise<Map<string, Reason>> {
  const keeping = event.critical
    ? []
    : members.flatMap(({ id, subscriptions }) => {
        const rules = subscriptions.map(({ topic, conditions }) => ({
          topic,
          rule: conditionFor(conditions ?? [], workflowId),
        }));
        return rules.length > 0 && rules.every(({ rule }) => rule && (rule.condition || !rule.enabled))
          ? [{ id, rules }]
          : [];
      });
  const conditional = keeping.filter(({ rules }) => rules.some(({ rule }) => rule?.condition));
  const recipients =
    conditional.length > 0
      ? await loadRecipients(
          environmentId,
          conditional.map(({ id }) => id),
        )
      : new Map<string, never>();
  const named = { actor: event.actor, context: event.context ?? {} };
  if (conditional.length > 0) await completeNamed(environmentId, [named]);
  const { payload, tenant } = event;
  const reasons = new Map<string, Reason>();
  for (const { id, rules } of keeping) {
    const recipient = recipients.get(id);
    const subscriber = recipient ? subscriberVariables(recipient) : {};
    const variables = { payload, subscriber, ...named, ...(tenant && { tenant }) };
    if (rules.some(({ rule }) => rule?.condition && isMet(rule.condition, variables, now))) continue;
    const [{ topic, rule } = { topic: '' }] = rules;
    const key = topics?.find((each) => each.id === topic)?.key ?? '';
    const evidence = rule?.condition && {
      condition: rule.condition,
      values: readValues(rule.condition, variables),
    };
    reasons.set(id, reasonFor('topic_condition', { topic: key, ...evidence }));
  }
  return reasons;
}

/** A condition that cannot be evaluated counts as not met, so nothing unwanted goes out. */
function isMet(condition: JsonObject, variables: JsonObject, now: Date): boolean {
  try {
    return evaluateCondition(condition, variables, now.getTime());
  } catch (error) {
    if (error instanceof ConditionError) return false;
    throw error;
  }
}

const ENTER = `
WITH run AS MATERIALIZED (
  SELECT * FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) AS r (id, subscriber_id, "to", topics, ended)
), job AS MATERIALIZED (
  SELECT * FROM unnest($9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[])
    AS j (id, notification_id, subscriber_id, type, status, step_key)
), runs_written AS (
  INSERT INTO notifications (environment_id, id, snapshot_id, subscriber_id, transaction_id, context_keys, payload, "to", overrides, topics,
    workflow_version, actor, tenant, context, ended, created_at, updated_at)
  SELECT $1, r.id, (f.event ->> 'snapshotId')::bigint, r.subscriber_id, f.transaction_id,
    ARRAY(SELECT jsonb_array_elements_text(f.event -> 'contextKeys')) COLLATE "C", f.event -> 'payload', json_build_object('subscriberId', r."to"),
    f.event -> 'overrides', r.topics::jsonb, (f.event ->> 'workflowVersion')::int, f.event -> 'actor', f.event -> 'tenant', f.event -> 'context',
    r.ended::jsonb, $3, $3
  FROM run r CROSS JOIN (SELECT * FROM fanouts WHERE environment_id = $1 AND id = $2) AS f
), jobs_written AS (
  INSERT INTO jobs (environment_id, id, notification_id, subscriber_id, type, status, provider_id, step_key, created_at, updated_at)
  SELECT $1, id, notification_id, subscriber_id, type, status, 'svc', step_key, $3, $3 FROM job
), queued AS (
  INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
  SELECT $1, id, notification_id, ${LANES.fanout}, $3 FROM job WHERE status = 'queued'
)
INSERT INTO notification_topics (environment_id, notification_id, topic_key, subscriber_id, snapshot_id, context_keys, subscription_id)
SELECT $1, t.notification_id, t.topic_key, t.subscriber_id, $19::bigint, $20::text[], t.subscription_id
FROM unnest($15::text[], $16::text[], $17::text[], $18::text[]) AS t (notification_id, topic_key, subscriber_id, subscription_id)
ON CONFLICT DO NOTHING`;

async function enterRuns(
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

/** @param cursor undefined when the fan-out is through. */
async function moveOn(
  { environmentId, id }: Fanout,
  cursor: string | undefined,
  made: number,
  now: Date,
): Promise<void> {
  if (cursor === undefined)
    await query('fanouts-end', 'DELETE FROM fanouts WHERE environment_id = $1 AND id = $2', [environmentId, id]);
  else
    await query(
      'fanouts-move-on',
      'UPDATE fanouts SET cursor = $3, reached = reached + $4, ready_at = $5 WHERE environment_id = $1 AND id = $2',
      [environmentId, id, cursor, made, now],
    );
}
