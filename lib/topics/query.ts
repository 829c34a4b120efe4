/** Raw statements: bounded counts of many topics together, and skip scans. */
import { idCeil, idFloor } from '#lib/id.ts';
import { hotQuery, query } from '#lib/postgres/db.ts';
import type { TopicSubscription } from '#prisma/generated/client.ts';

/** The largest number of rows that one count reads. */
const MAX_COUNTED = 10_000;

export interface SubscriptionCount {
  subscriptionCount: number;
  subscriptionCountCapped: boolean;
}

/** Counts the subscriptions of each topic, up to 10,000. */
export async function countSubscriptions(
  environmentId: string,
  topicIds: readonly string[],
): Promise<Map<string, SubscriptionCount>> {
  if (topicIds.length === 0) return new Map();
  const rows = await query<{ id: string; count: number }>('topics-subscriptions', COUNTS, [environmentId, topicIds]);
  return new Map(
    rows.map(({ id, count }) => [
      id,
      { subscriptionCount: Math.min(count, MAX_COUNTED), subscriptionCountCapped: count > MAX_COUNTED },
    ]),
  );
}

const COUNTS = `SELECT t.id, (SELECT count(*)::int FROM (SELECT 1 FROM topic_subscriptions s
    WHERE s.environment_id = $1 AND s.topic_id = t.id LIMIT ${MAX_COUNTED + 1}) AS found) AS count
  FROM unnest($2::text[]) AS t (id)`;

/** The parts of a subscription that restrict it: its contexts and its conditions. */
export type SubscriptionRules = Pick<TopicSubscription, 'contextKeys' | 'conditions'>;

/** Reads the contexts and conditions of the newest subscriptions of a topic, in the order of the index. */
export function selectSubscriptionRules(
  environmentId: string,
  topicId: string,
  limit: number,
): Promise<SubscriptionRules[]> {
  return hotQuery(
    'topics-subscription-rules',
    `SELECT context_keys AS "contextKeys", conditions FROM topic_subscriptions
     WHERE environment_id = $1 AND topic_id = $2 ORDER BY id DESC LIMIT $3`,
    [environmentId, topicId, limit],
  );
}

/** The runs of a topic with one workflow snapshot. */
export interface TopicRuns {
  snapshotId: string;
  newest: string;
  recent: number;
}

/**
 * Reads the newest run of each workflow snapshot that a topic was triggered with, and counts the runs of that snapshot
 * since `since`.
 */
export function selectTopicRuns(environmentId: string, topicKey: string, since: Date): Promise<TopicRuns[]> {
  const range = [idFloor(since), idCeil(new Date())];
  return hotQuery('topics-runs', RUNS, [environmentId, topicKey, ...range]);
}

const OF_TOPIC = 'notification_topics n WHERE n.environment_id = $1 AND n.topic_key = $2';
const next = (above: string) => `(SELECT n.snapshot_id FROM ${OF_TOPIC}${above} ORDER BY n.snapshot_id LIMIT 1)`;

// The snapshot has a lower and an upper bound instead of an equality, for which PostgreSQL may read the primary key of
// a whole month.
const RUNS = `WITH RECURSIVE held (snapshot_id, at) AS (
    SELECT ${next('')}, 1 UNION ALL
    SELECT ${next(' AND n.snapshot_id > held.snapshot_id')}, held.at + 1 FROM held
    WHERE held.snapshot_id IS NOT NULL AND held.at < 500)
  SELECT held.snapshot_id::text AS "snapshotId", (SELECT n.notification_id FROM ${OF_TOPIC}
      AND n.snapshot_id >= held.snapshot_id AND n.snapshot_id <= held.snapshot_id
      ORDER BY n.snapshot_id DESC, n.notification_id DESC LIMIT 1) AS newest,
    (SELECT count(*)::int FROM (SELECT 1 FROM ${OF_TOPIC} AND n.snapshot_id = held.snapshot_id
      AND n.notification_id >= $3 AND n.notification_id < $4 LIMIT ${MAX_COUNTED + 1}) AS found) AS recent
  FROM held WHERE held.snapshot_id IS NOT NULL`;

/** The number of recent runs, up to the largest number that is counted. */
export function cappedRuns(count: number): { recentRuns: number; recentRunsCapped: boolean } {
  return { recentRuns: Math.min(count, MAX_COUNTED), recentRunsCapped: count > MAX_COUNTED };
}
