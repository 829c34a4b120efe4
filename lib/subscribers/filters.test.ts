import { beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { execute, pool } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { SearchSubscribersQuery, SubscriberPage } from './schema.ts';
import { searchSubscribers } from './service.ts';

const MANY = 60_000;
const MIXED = 2_400;

ownScratchDatabase();

/** The filters match only the oldest subscribers, so a read in list order passes all others first. */
beforeAll(async () => {
  for (const environment of ['one', 'other']) {
    await execute(
      `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, email, phone, locale, created_at, updated_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), 's' || n, 'Ada', CASE WHEN n > 40 THEN n || '@example.com' END,
         CASE WHEN n <= 30 THEN '' WHEN n > 50 THEN '+49' || n END, CASE WHEN n <= 20 THEN 'fi_FI' ELSE 'en' END, now(), now()
       FROM generate_series(1, ${MANY}) n`,
      [environment],
    );
    await execute(
      `INSERT INTO topics (environment_id, id, key, created_at, updated_at) VALUES ($1, 'few', 'few', now(), now()), ($1, 'all', 'all', now(), now())`,
      [environment],
    );
    await execute(
      `INSERT INTO topic_subscriptions (environment_id, id, topic_id, subscriber_id, identifier, created_at, updated_at)
       SELECT $1, topic || n || 'x' || half, topic, lpad(to_hex(n), 24, '0'), topic || n || 'x' || half, now(), now()
       FROM (SELECT 'few' AS topic, n FROM generate_series(1, 25) n UNION ALL SELECT 'all', n FROM generate_series(1, ${MANY}) n) of_topic,
         generate_series(1, CASE WHEN topic = 'few' THEN 2 ELSE 1 END) half`,
      [environment],
    );
    await execute(
      `INSERT INTO preferences (environment_id, id, subscriber_id, context_keys, created_at, updated_at)
       SELECT $1, 'p' || n, lpad(to_hex(n), 24, '0'), CASE WHEN n <= 25 THEN '{tenant:few}' ELSE '{}' END::text[], now(), now()
       FROM generate_series(1, ${MANY}) n`,
      [environment],
    );
    // All but the oldest have a device.
    await execute(
      `INSERT INTO integrations (environment_id, id, name, identifier, provider_id, created_at, updated_at)
       VALUES ($1, 'fcm', 'fcm', 'fcm', 'fcm', now(), now())`,
      [environment],
    );
    await execute(
      `INSERT INTO subscriber_channels (environment_id, id, subscriber_id, integration_id, provider_id, device_tokens, created_at, updated_at)
       SELECT $1, 'c' || n, lpad(to_hex(n), 24, '0'), 'fcm', 'fcm', '{token}', now(), now() FROM generate_series(31, ${MANY}) n`,
      [environment],
    );
  }
  await fillMixed();
  // The planner chooses an index-only scan only if the visibility map marks the pages as all-visible.
  await pool().query(
    'VACUUM (ANALYZE) subscribers, subscriber_search, topics, topic_subscriptions, subscriber_channels, preferences',
  );
}, 180_000);

/** Each property of a subscriber follows from its number. */
async function fillMixed(): Promise<void> {
  await execute(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, email, phone, locale, created_at, updated_at)
     SELECT 'mixed', lpad(to_hex(n), 24, '0'), 's' || n, CASE WHEN n % 7 = 0 THEN 'Grace' ELSE 'Ada' END,
       CASE n % 5 WHEN 0 THEN NULL ELSE n || '@example.com' END, CASE n % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE '+49' || n END,
       (ARRAY['de', 'de-AT', 'DE_ch', 'den', 'en-GB', NULL])[n % 6 + 1], now(), now() + (n * 7919 % ${MIXED}) * interval '1 s'
     FROM generate_series(1, ${MIXED}) n`,
  );
  await execute(
    `INSERT INTO topics (environment_id, id, key, created_at, updated_at) VALUES ('mixed', 't', 'news', now(), now())`,
  );
  await execute(
    `INSERT INTO topic_subscriptions (environment_id, id, topic_id, subscriber_id, identifier, created_at, updated_at)
     SELECT 'mixed', 'i' || n || context, 't', lpad(to_hex(n), 24, '0'), 'i' || n || context, now(), now()
     FROM generate_series(4, ${MIXED}, 4) n, unnest('{a,b}'::text[]) context`,
  );
  await execute(
    `UPDATE topic_subscriptions SET context_keys = '{tenant:acme}'
     FROM generate_series(16, ${MIXED}, 16) n WHERE environment_id = 'mixed' AND id = 'i' || n || 'a'`,
  );
  await execute(
    `INSERT INTO preferences (environment_id, id, subscriber_id, context_keys, created_at, updated_at)
     SELECT 'mixed', 'p' || n, lpad(to_hex(n), 24, '0'),
       CASE WHEN n % 9 = 0 THEN '{tenant:acme}' ELSE '{region:eu,tenant:acme}' END::text[], now(), now()
     FROM generate_series(1, ${MIXED}) n`,
  );
  await execute(
    `INSERT INTO integrations (environment_id, id, name, identifier, provider_id, created_at, updated_at)
     SELECT 'mixed', id, id, id, id, now(), now() FROM unnest('{fcm,slack}'::text[]) id`,
  );
  await execute(
    `INSERT INTO subscriber_channels (environment_id, id, subscriber_id, integration_id, provider_id, credentials, device_tokens, created_at, updated_at)
     SELECT 'mixed', provider || n, lpad(to_hex(n), 24, '0'), provider, provider,
       CASE WHEN provider = 'slack' AND n % 4 <> 0 THEN '{"channel": "general"}' ELSE '{"webhookUrl": ""}' END::jsonb,
       CASE WHEN provider = 'fcm' AND n % 8 <> 0 THEN '{token}' ELSE '{}' END::text[], now(), now()
     FROM generate_series(2, ${MIXED}, 2) n, unnest('{fcm,slack}'::text[]) provider`,
  );
}

type Query = Record<string, string | string[]>;

async function page(environmentId: string, query: Query): Promise<SubscriberPage> {
  const ctx = { environmentId, organizationId: 'organization' } as Ctx;
  return SubscriberPage.parse(JSON.parse(await searchSubscribers(ctx, SearchSubscribersQuery.parse(query))));
}

const numbers = (count: number, test: (n: number) => boolean) =>
  Array.from({ length: count }, (_, at) => count - at).filter(test);

/** The same rules as in `fillMixed`. */
const rules: Record<string, (n: number) => boolean> = {
  'topicKey=news': (n) => n % 4 === 0,
  'contextKey=tenant:acme': (n) => n % 9 === 0 || n % 16 === 0,
  'language=de': (n) => n % 6 < 3,
  'missing=email': (n) => n % 5 === 0,
  'missing=sms': (n) => n % 3 !== 2,
  'missing=push': (n) => n % 2 === 1 || n % 8 === 0,
  'missing=chat': (n) => n % 2 === 1 || n % 4 === 0,
  'q=grace': (n) => n % 7 === 0,
  'subscriberId=s12': (n) => n === 12,
};

const single = Object.keys(rules);
const pairs = single.flatMap((one, at) => single.slice(at + 1).map((other) => `${one}&${other}`));
const all = single.slice(0, -1).join('&');

describe.each([
  ['_id', [...single, ...pairs, all]],
  ['updatedAt', [...single, all]],
  ['relevance', ['topicKey=news', 'topicKey=news&q=grace', 'missing=push&q=grace', all]],
])('ordered by %s', (orderBy, cases) => {
  test.each(cases)('%s finds exactly the subscribers that match, page by page and back', async (names) => {
    const query: Query = { orderBy, limit: '100' };
    for (const [name = '', value = ''] of names.split('&').map((each) => each.split('='))) {
      const earlier = query[name];
      query[name] = earlier === undefined ? value : [earlier, value].flat();
    }
    const wanted = numbers(MIXED, (n) => names.split('&').every((name) => rules[name]?.(n)));
    if (orderBy === 'updatedAt') wanted.sort((one, other) => ((other * 7919) % MIXED) - ((one * 7919) % MIXED));
    const found: string[] = [];
    let at: SubscriberPage = await page('mixed', query);
    const total = at.totalCount;
    let before: SubscriberPage | undefined;
    for (found.push(...idsOf(at)); at.next; found.push(...idsOf(at))) {
      before = at;
      at = await page('mixed', { ...query, after: at.next });
    }
    expect(found).toEqual(wanted.map((n) => `s${n}`));
    expect(total).toBe(wanted.length);
    if (before) expect(idsOf(await page('mixed', { ...query, before: at.previous ?? '' }))).toEqual(idsOf(before));
  });
});

const idsOf = ({ data }: SubscriberPage) => data.map(({ subscriberId }) => subscriberId);

test('an unknown topic has no subscribers', async () => {
  expect(await page('mixed', { topicKey: 'none' })).toMatchObject({ data: [], totalCount: 0, next: null });
});

test('a topic of another environment has none here', async () => {
  expect(await page('mixed', { topicKey: 'few' })).toMatchObject({ data: [], totalCount: 0 });
});

test.each(['de-AT', 'd', '%'])('%s is not a language', (language) => {
  expect(SearchSubscribersQuery.safeParse({ language }).success).toBe(false);
});

describe('the plan', () => {
  test.each<[Query, number, number]>([
    [{ topicKey: 'few' }, 25, 300],
    [{ language: 'FI' }, 20, 200],
    [{ missing: 'email' }, 40, 200],
    [{ missing: 'sms' }, 50, 250],
    [{ missing: ['email', 'sms'] }, 40, 200],
    [{ missing: ['email', 'push'] }, 30, 500],
    [{ topicKey: 'few', missing: 'push' }, 25, 500],
    // The newest 2,000 subscribers are read once, because most of them may match, and then only the matches in the
    // shorter index.
    [{ topicKey: 'few', language: 'fi' }, 20, 5_000],
    [{ topicKey: 'few', missing: 'email' }, 25, 5_000],
    [{ topicKey: 'few', q: 'ada' }, 25, 5_000],
    [{ contextKey: 'tenant:few' }, 25, 5_000],
    [{ contextKey: 'tenant:few', topicKey: 'few' }, 25, 5_000],
    [{ language: 'fi', orderBy: 'updatedAt' }, 20, 5_000],
  ])('%o reads the index of its matches, which all lie at the end of the list', async (query, total, most) => {
    const work = () => page('one', { ...query, limit: '10' });
    expect(await work()).toMatchObject({ totalCount: total, totalCountCapped: false });
    const { rows, nodes } = await planCost(work);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(most);
    expect([...nodes]).not.toContain('Seq Scan');
  });

  test.each<[Query]>([[{ topicKey: 'all' }], [{ language: 'en' }]])(
    '%o matches nearly all: counts up to the limit, and reads one page',
    async (query) => {
      const work = () => page('one', { ...query, limit: '10' });
      expect(await work()).toMatchObject({ totalCount: 50_000, totalCountCapped: true });
      const { rows } = await planCost(work);
      expect(rows).toBeLessThan(50_100);
    },
  );

  test.each<[Query, number]>([
    [{ missing: 'push' }, 30],
    [{ missing: 'push', language: 'en' }, 10],
  ])('%o reads 50,000 subscribers at a time, because no index has their connections', async (query, total) => {
    const first = await page('one', query);
    expect(first).toMatchObject({ data: [], totalCount: 0, totalCountCapped: true });
    const rest = await page('one', { ...query, limit: '100', after: first.next ?? '' });
    expect(rest.data).toHaveLength(total);
    expect(rest.next).toBeNull();
    const { rows, nodes } = await planCost(() => page('one', query));
    // The page, its end and the count each read every subscriber and its connection.
    expect(rows).toBeLessThan(5 * 50_100);
    expect([...nodes]).not.toContain('Seq Scan');
  });
});
