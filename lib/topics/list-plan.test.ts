import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { execute } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { getTopicReach } from './reach.ts';
import { ListSubscriberSubscriptionsQuery, ListSubscriptionsQuery, ListTopicsQuery } from './schema.ts';
import { listTopics } from './service.ts';
import { listSubscriberSubscriptions, listSubscriptions } from './subscriptions.ts';

const TOPICS = 2_000;
const FOLLOWERS = 60_000;
const RUNS = 110_000;
const ctx = { environmentId: 'one', organizationId: 'organization' } as Ctx;

ownScratchDatabase();

/** One topic with many subscriptions, one subscriber with many topics, and the same data in a second environment. */
beforeAll(async () => {
  for (const environment of ['one', 'other']) {
    await execute(
      `INSERT INTO topics (environment_id, id, key, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 'topic-' || n, now(), now() FROM generate_series(1, ${TOPICS}) n`,
      [environment],
    );
    await execute(
      `INSERT INTO subscribers (environment_id, id, subscriber_id, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 's' || n, now(), now() FROM generate_series(1, ${FOLLOWERS}) n`,
      [environment],
    );
    await execute(
      `INSERT INTO topic_subscriptions (environment_id, id, topic_id, subscriber_id, identifier, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), lpad('1', 24, '0'), lpad(to_hex(n), 24, '0'), 'i' || n, now(), now()
       FROM generate_series(1, ${FOLLOWERS}) n
       UNION ALL
       SELECT $1, lpad(to_hex(100000 + n), 24, '0'), lpad(to_hex(n), 24, '0'), lpad('7', 24, '0'), 'm' || n, now(), now()
       FROM generate_series(2, ${TOPICS}) n`,
      [environment],
    );
  }
  for (const environment of ['one', 'other']) {
    // Ten snapshots of two workflows; the runs of the last workflow are recent.
    await execute(
      `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
       SELECT $1, n, 'w' || n % 2, 'none', false, '{}', '{}', '{"name": "Old name"}' FROM generate_series(1, 10) n`,
      [environment],
    );
    await execute(
      `INSERT INTO notification_topics (environment_id, notification_id, topic_key, snapshot_id, subscriber_id, context_keys)
       SELECT $1, CASE WHEN n % 10 = 9 THEN $2 ELSE '5' END || lpad(to_hex(n), 24 - CASE WHEN n % 10 = 9 THEN 8 ELSE 1 END, '0'),
         'topic-1', n % 10 + 1, 's' || n % 100, '{}' FROM generate_series(1, ${RUNS}) n`,
      [environment, newId().slice(0, 8)],
    );
  }
  await execute('ANALYZE topics, subscribers, topic_subscriptions, notification_topics');
}, 120_000);

const lists: [name: string, work: () => Promise<{ totalCount: number }>, total: number, most: number][] = [
  ['topics', () => listTopics(ctx, ListTopicsQuery.parse({})), TOPICS, TOPICS + 100],
  ['topics, none with this key', () => listTopics(ctx, ListTopicsQuery.parse({ key: 'none' })), 0, 2 * TOPICS],
  ['topics by key', () => listTopics(ctx, ListTopicsQuery.parse({ orderBy: 'key' })), TOPICS, TOPICS + 100],
  [
    'topics by key, from the middle',
    () =>
      listTopics(ctx, ListTopicsQuery.parse({ orderBy: 'key', after: Buffer.from('topic-5').toString('base64url') })),
    TOPICS,
    TOPICS + 100,
  ],
  ['topics, a part of key or name', () => listTopics(ctx, ListTopicsQuery.parse({ q: 'none' })), 0, 2 * TOPICS],
  [
    'topics with their subscriptions counted',
    () => listTopics(ctx, ListTopicsQuery.parse({ includeSubscriptionCount: 'true', orderDirection: 'ASC' })),
    TOPICS,
    TOPICS + 10_200,
  ],
  [
    'subscriptions of a topic',
    () => listSubscriptions(ctx, 'topic-1', ListSubscriptionsQuery.parse({ after: 'f'.repeat(24) })),
    50_000,
    // The planner estimates that nearly all subscriptions of the environment belong to this topic, so it reads and
    // skips the others.
    50_200 + TOPICS,
  ],
  [
    'subscriptions of a topic, of one subscriber',
    () => listSubscriptions(ctx, 'topic-1', ListSubscriptionsQuery.parse({ subscriberId: 's40000' })),
    1,
    20,
  ],
  [
    'subscriptions of a subscriber',
    () => listSubscriberSubscriptions(ctx, 's7', ListSubscriberSubscriptionsQuery.parse({})),
    TOPICS,
    TOPICS + 200,
  ],
  [
    'subscriptions of a subscriber, to one topic',
    () => listSubscriberSubscriptions(ctx, 's7', ListSubscriberSubscriptionsQuery.parse({ key: 'topic-1000' })),
    1,
    20,
  ],
];

test.each(lists)('%s: the list reads only its own rows of an index, in order', async (_, work, total, most) => {
  expect((await work()).totalCount).toBe(total);
  const { rows, nodes } = await planCost(work);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(most);
  expect([...nodes]).not.toContain('Seq Scan');
});

test('the reach of a topic reads a bounded number of its runs and subscriptions', async () => {
  const { workflows, subscriptions } = await getTopicReach(ctx, 'topic-1');
  expect(workflows).toMatchObject([
    { _workflowId: 'w0', name: 'Old name', workflowId: null, recentRuns: 10_000, recentRunsCapped: true },
    { _workflowId: 'w1', recentRuns: 0, recentRunsCapped: false },
  ]);
  expect(subscriptions).toEqual({ read: 10_000, isWhole: false, withContext: 0, conditions: [] });
  const { rows, nodes } = await planCost(() => getTopicReach(ctx, 'topic-1'));
  expect(rows).toBeLessThan(10_001 + 10_001 + 100);
  expect([...nodes]).not.toContain('Seq Scan');
});
