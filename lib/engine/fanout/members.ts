/**
 * Finds the subscribers of a fan-out, and those whose conditions prevent delivery. Raw statements: ordered index scans.
 */

import { ConditionError, evaluateCondition } from '#lib/conditions/evaluate-rule.ts';
import { readValues } from '#lib/engine/attempt/condition-values.ts';
import { subscriberVariables } from '#lib/engine/attempt/variables.ts';
import { completeNamed } from '#lib/engine/load/named.ts';
import { loadRecipients } from '#lib/engine/load/runs.ts';
import type { JsonObject } from '#lib/json/values.ts';
import { hotQuery } from '#lib/postgres/db.ts';
import { type Reason, reasonFor } from '#lib/reasons/registry.ts';
import { conditionFor, type SubscriptionCondition } from '#lib/topics/conditions.ts';
import { inTurn } from '#lib/turns.ts';
import type { Fanout, FanoutTopic } from './queue.ts';

/** Maximum subscribers that one batch reads. */
export const BATCH = 500;

interface FollowedBy {
  /** Topic.id */
  topic: string;
  /** TopicSubscription.identifier */
  identifier: string;
  conditions: SubscriptionCondition[] | null;
}

export interface Member {
  /** Subscriber.id */
  id: string;
  subscriberId: string;
  /**
   * The subscriptions through which the trigger reaches the member. Empty if no subscription counts, or for a
   * broadcast.
   */
  subscriptions: FollowedBy[];
}

/**
 * Returns the next subscribers, ordered by ID. For a fan-out to topics, these are only subscribers with a subscription.
 */
export async function readMembers(fanout: Fanout): Promise<Member[]> {
  if (fanout.topics) return readFollowers(fanout, fanout.topics);
  return (await readAllSubscribers(fanout)).map((member) => ({ ...member, subscriptions: [] }));
}

/** Returns the next subscribers with a subscription to one of the topics, ordered by ID. */
function readFollowers(fanout: Fanout, topics: readonly FanoutTopic[]): Promise<Member[]> {
  const { environmentId, cursor, ceiling, event } = fanout;
  return hotQuery(
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

/** Returns the next subscribers of the environment that were created before the trigger. */
function readAllSubscribers({ environmentId, cursor, ceiling }: Fanout): Promise<Omit<Member, 'subscriptions'>[]> {
  return hotQuery(
    'fanouts-all-subscribers',
    `SELECT s.id, s.subscriber_id AS "subscriberId" FROM subscribers s
     WHERE s.environment_id = $1 AND s.id > $2 AND s.id < $3 ORDER BY s.id LIMIT ${BATCH}`,
    [environmentId, cursor, ceiling],
  );
}

/** Returns the members that the fan-out does not exclude. */
export function chosenMembers(members: readonly Member[], fanout: Fanout): Member[] {
  const excluded = new Set(fanout.excluded);
  return members.filter(({ id }) => !excluded.has(id)).flatMap((member) => chosenOf(member, fanout));
}

/** Returns the member with the subscriptions that reach it. Empty if there are none. */
function chosenOf(member: Member, { topics }: Fanout): Member[] {
  if (!topics) return [member];
  const subscriptions = member.subscriptions.filter(
    ({ topic }) => !topics.find(({ id }) => id === topic)?.excluded.includes(member.id),
  );
  return subscriptions.length > 0 ? [{ ...member, subscriptions }] : [];
}

/**
 * Returns why the runs of some members deliver nothing, by Subscriber.id: each of their subscriptions is switched off
 * for the workflow, or has a condition that is not met. Critical workflows ignore both.
 */
export async function unmetConditions(
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
    const evaluate = () => rules.some(({ rule }) => rule?.condition && isMet(rule.condition, variables, now));
    if (await inTurn(evaluate)) continue;
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

/**
 * Whether a condition is met. A condition that cannot be evaluated counts as not met, so that no unwanted message is
 * sent.
 */
function isMet(condition: JsonObject, variables: JsonObject, now: Date): boolean {
  try {
    return evaluateCondition(condition, variables, now.getTime());
  } catch (error) {
    if (error instanceof ConditionError) return false;
    throw error;
  }
}
