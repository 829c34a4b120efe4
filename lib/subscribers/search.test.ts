import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { encrypt } from '#lib/crypto.ts';
import { logger } from '#lib/logger.ts';
import { disconnect, execute, hotPool, pool } from '#lib/postgres/db.ts';
import { canLookUpAllLetters, reportLocale } from '#lib/postgres/locale.ts';
import type { TransactionPool } from '#lib/postgres/transaction-pool.ts';
import { rowsRead } from '#testing/rows-read.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { SearchSubscribersQuery, SubscriberPage } from './schema.ts';
import { WALK_ROWS } from './search.ts';
import { getSubscriber, searchSubscribers } from './service.ts';
import { webhookUrlContext } from './wire.ts';

const LARGE = 120_000;
const BATCH = 30_000;
let stop: () => Promise<void>;

/** A foreign database that was created with LC_CTYPE C. */
beforeAll(async () => {
  stop = await startScratchDatabase(`TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`);
  for (let from = 1; from <= LARGE; from += BATCH) {
    await execute(
      `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, email, created_at, updated_at)
       SELECT 'large', lpad(to_hex(n), 24, '0'), 'user-' || n,
         CASE WHEN n % 3 = 0 THEN 'Мария' WHEN n = 40000 THEN 'Жук' ELSE 'Ada ' || n END,
         CASE WHEN n % 9 = 0 THEN n || '@example.com' END, now(), now()
       FROM generate_series($1::int, $2::int) n`,
      [from, from + BATCH - 1],
    );
  }
  await execute(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, created_at, updated_at)
     SELECT 'small', lpad(to_hex(1000000 + n), 24, '0'), 'user-' || n, CASE WHEN n % 100 = 0 THEN 'Жук' ELSE 'Ada' END, now(), now()
     FROM generate_series(1, 5000) n`,
  );
  await execute('ANALYZE subscribers');
}, 180_000);

afterEach(() => vi.restoreAllMocks());

afterAll(async () => {
  await disconnect();
  await stop?.();
});

const ctx = (environmentId: string) => ({ environmentId, organizationId: 'organization' }) as Ctx;

async function page(environmentId: string, query: Record<string, string | undefined>): Promise<SubscriberPage> {
  return SubscriberPage.parse(
    JSON.parse(await searchSubscribers(ctx(environmentId), SearchSubscribersQuery.parse(query))),
  );
}

/** The SQL of the statements that `work` runs. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const methods = ['query', 'queryTogether'] as const;
  const pools = [pool(), hotPool()] as TransactionPool[];
  const spies = pools.flatMap((one) => methods.map((method) => vi.spyOn(one, method)));
  await work();
  return spies.flatMap(({ mock }) => mock.calls.map(([statement]) => (statement as unknown as { text: string }).text));
}

test('a database whose index has only ASCII letters is reported at the start, with a fix', async () => {
  expect(await canLookUpAllLetters()).toBe(false);
  const warn = vi.spyOn(logger(), 'warn').mockImplementation(() => undefined);
  await reportLocale();
  const fix = expect.stringMatching(/CREATE DATABASE .* LC_CTYPE 'C.UTF-8'/);
  expect(warn.mock.lastCall).toEqual([{ effect: expect.anything(), fix }, 'Found a database with LC_CTYPE C']);
});

describe('a term without trigrams', () => {
  test.each<Record<string, string>>([{ name: 'Иван' }, { name: 'ж' }, { email: 'qq' }, { name: 'Иван', email: 'ю' }])(
    'reads a bounded part of the list when nothing matches: %o',
    async (query) => {
      await page('large', query); // fills the caches of plans and pages
      const found = await page('large', query);
      expect(found).toMatchObject({ data: [], previous: null, totalCount: 0, totalCountCapped: true });
      expect(found.next).toBe((LARGE - WALK_ROWS + 1).toString(16).padStart(24, '0'));
      // Reads the allowed part of the list, and finds its end.
      const read = await rowsRead('subscribers', () => page('large', query));
      expect(read).toBeGreaterThanOrEqual(WALK_ROWS);
      expect(read).toBeLessThanOrEqual(2 * WALK_ROWS + 100);
    },
  );

  test.each(['DESC', 'ASC'])('is found by further requests, %s', async (orderDirection) => {
    const seen: string[] = [];
    let steps = 0;
    for (let after: string | null | undefined; after !== null; steps++) {
      const found = await page('large', { name: 'Жук', orderDirection, limit: '10', ...(after && { after }) });
      seen.push(...found.data.map((row) => row.subscriberId));
      after = found.next;
    }
    expect(seen).toEqual(['user-40000']);
    expect(steps).toBeLessThanOrEqual(LARGE / WALK_ROWS + 2);
  });

  test('has a cursor back to the previous page', async () => {
    const first = await page('large', { name: 'Мария', limit: '2' });
    expect(first.data.map((row) => row.subscriberId)).toEqual(['user-120000', 'user-119997']);
    expect(first).toMatchObject({ previous: null, totalCount: 16_667, totalCountCapped: true });
    const second = await page('large', { name: 'Мария', limit: '2', after: first.next ?? '' });
    expect(second.data.map((row) => row.subscriberId)).toEqual(['user-119994', 'user-119991']);
    const back = await page('large', { name: 'Мария', limit: '2', before: second.previous ?? '' });
    expect(back.data).toEqual(first.data);
    expect(back.previous).toBeNull();
  });

  test('is searched completely and counted in an environment of ordinary size', async () => {
    const found = await page('small', { name: 'Жук', limit: '20' });
    expect(found.data).toHaveLength(20);
    expect(found).toMatchObject({ totalCount: 50, totalCountCapped: false });
    const rest = await page('small', { name: 'Жук', limit: '100', after: found.next ?? '' });
    expect(rest.data).toHaveLength(30);
    expect(rest).toMatchObject({ next: null, totalCount: 50, totalCountCapped: false });
    expect(await page('small', { name: 'Иван' })).toMatchObject({
      data: [],
      next: null,
      totalCount: 0,
      totalCountCapped: false,
    });
  });
});

describe('a page', () => {
  const counts = (texts: string[]) => texts.filter((text) => /count\(/.test(text)).length;

  test('counts the matches of any search once', async () => {
    const [row] = (await page('large', { name: '12346' })).data;
    const cursor = { after: `${'0'.repeat(20)}ffff`, orderDirection: 'DESC' };
    const queries: Record<string, string>[] = [
      { name: '12346', ...cursor },
      { email: '54321', limit: '1' },
      { name: 'Ada 4', ...cursor },
      { name: 'ж', ...cursor },
    ];
    for (const query of queries) {
      expect(counts(await statements(() => page('large', query)))).toBe(1);
      vi.restoreAllMocks();
    }
    expect(row?.subscriberId).toBe('user-112346');
  });

  test('of the plain list needs one statement, and one for the total', async () => {
    const first = await page('small', { limit: '10' });
    const second = await statements(() => page('small', { limit: '10', after: first.next ?? '' }));
    expect(second).toHaveLength(2);
    expect(await page('small', { limit: '10', after: first.next ?? '' })).toMatchObject({ totalCount: 5000 });
  });

  test('has a cursor only if rows exist before it', async () => {
    const top = await page('small', { limit: '3' });
    const [first, second] = top.data.map((row) => row._id) as [string, string];
    const previous = async (query: Record<string, string>) => (await page('small', { limit: '3', ...query })).previous;
    expect(await previous({ after: first })).toBe(second);
    expect(await previous({ after: first, includeCursor: 'true' })).toBeNull();
    expect(await previous({ after: 'f'.repeat(24) })).toBeNull();
    expect((await page('small', { limit: '3', before: second })).next).toBe(first);
    expect((await page('small', { limit: '3', orderDirection: 'ASC', before: second })).next).toBe(
      (await page('small', { limit: '1', after: second })).data[0]?._id,
    );
  });
});

test('a subscriber is returned with all fields', async () => {
  const at = new Date('2027-03-01T09:30:00.050Z');
  const insert = (text: string, ...values: unknown[]) => execute(text, [at, ...values]);
  await insert(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, last_name, email, phone, avatar, locale, timezone, data,
       is_online, last_online_at, version, created_at, updated_at)
     VALUES ('rich', $2, 'jane', 'Jane "J"', 'Doe', 'jane@example.com', '+1555', 'https://example.com/a.png', 'en', 'Asia/Kolkata',
       '{"at": "2027-03-01 09:30:00+00", "n": 1.50}', true, $1, 3, $1, $1)`,
    'a'.repeat(24),
  );
  await insert(
    `INSERT INTO integrations (environment_id, id, name, identifier, provider_id, created_at, updated_at)
     VALUES ('rich', 'i', 'Slack', 'slack', 'slack', $1, $1)`,
  );
  await insert(
    `INSERT INTO subscriber_channels (environment_id, id, subscriber_id, integration_id, provider_id, credentials, device_tokens,
       has_device_tokens, created_at, updated_at)
     VALUES ('rich', 'c', $2, 'i', 'slack', $3::jsonb, '{one,two}', true, $1, $1)`,
    'a'.repeat(24),
    JSON.stringify({ webhookUrl: encrypt('https://hooks.example.com', webhookUrlContext('rich', 'c')) }),
  );
  for (const key of ['news', 'alerts']) {
    await insert(
      `INSERT INTO topics (environment_id, id, key, created_at, updated_at) VALUES ('rich', $2, $2, $1, $1)`,
      key,
    );
    await insert(
      `INSERT INTO topic_subscriptions (environment_id, id, topic_id, subscriber_id, identifier, created_at, updated_at)
       VALUES ('rich', $3, $3, $2, $3, $1, $1)`,
      'a'.repeat(24),
      key,
    );
  }
  const jane = {
    _id: 'a'.repeat(24),
    _organizationId: 'organization',
    _environmentId: 'rich',
    subscriberId: 'jane',
    firstName: 'Jane "J"',
    lastName: 'Doe',
    email: 'jane@example.com',
    phone: '+1555',
    avatar: 'https://example.com/a.png',
    locale: 'en',
    timezone: 'Asia/Kolkata',
    data: { at: '2027-03-01 09:30:00+00', n: 1.5 },
    isOnline: true,
    lastOnlineAt: at.toISOString(),
    deleted: false,
    __v: 3,
    channels: [
      {
        _integrationId: 'i',
        providerId: 'slack',
        credentials: { webhookUrl: 'https://hooks.example.com', deviceTokens: ['one', 'two'] },
      },
    ],
    topics: ['alerts', 'news'],
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
  };
  expect(JSON.parse(await getSubscriber(ctx('rich'), 'jane'))).toEqual(jane);
  for (const query of [{}, { name: 'Jane' }, { email: 'ja' }, { subscriberId: 'jane' }, { orderBy: 'updatedAt' }]) {
    expect((await page('rich', query)).data).toEqual([jane]);
  }
});
