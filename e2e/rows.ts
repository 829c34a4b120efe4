import { newId } from '#lib/id.ts';
import { database, insertRow } from './database.ts';
import type { Tenant } from './tenant.ts';

/** Creates `count` subscribers s0, s1, … in order. Returns their database IDs. */
export async function createSubscribers({ environmentId }: Tenant, count: number): Promise<string[]> {
  const start = Date.now() - count * 1000;
  const made = Array.from({ length: count }, (_, n) => new Date(start + n * 1000));
  const ids = made.map((at) => newId(at));
  await database().query(
    `INSERT INTO subscribers (id, environment_id, subscriber_id, email, created_at, updated_at)
     SELECT id, $1, 's' || n, 's' || n || '@example.com', at, at
     FROM unnest($2::text[], $3::int[], $4::timestamptz[]) AS made (id, n, at)`,
    [environmentId, ids, ids.map((_, n) => n), made],
  );
  return ids;
}

/** Creates an active integration; `columns` override. Returns its ID. */
export async function createIntegration({ environmentId }: Tenant, columns: Record<string, unknown>): Promise<string> {
  const at = new Date();
  const id = newId(at);
  await insertRow('integrations', {
    id,
    environment_id: environmentId,
    name: String(columns.provider_id),
    identifier: `${columns.provider_id}-${id.slice(-6)}`,
    active: true,
    created_at: at,
    updated_at: at,
    ...columns,
  });
  return id;
}

/** Creates a topic to which the subscribers (by their database IDs) are subscribed. */
export async function createTopic(
  { environmentId }: Tenant,
  topic: { key: string; name?: string },
  subscriberIds: readonly string[] = [],
): Promise<void> {
  const at = new Date();
  const [topicId, stamps] = [newId(at), { environment_id: environmentId, created_at: at, updated_at: at }];
  await insertRow('topics', { id: topicId, ...topic, ...stamps });
  for (const subscriberId of subscriberIds) {
    const identifier = `${topic.key}:${subscriberId}`;
    await insertRow('topic_subscriptions', {
      ...{ id: newId(at), topic_id: topicId, subscriber_id: subscriberId, identifier, ...stamps },
    });
  }
}
