import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { findPeople } from '#lib/explain/people.ts';
import { execute } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { SearchSubscribersQuery, SubscriberPage } from './schema.ts';
import { searchSubscribers } from './service.ts';

ownScratchDatabase();

/** More matches than the limit of a count. */
const MANY = 50_050;

const ctx = (environmentId: string) => ({ environmentId, organizationId: 'organization' }) as Ctx;

async function page(environmentId: string, query: Record<string, string>): Promise<SubscriberPage> {
  const parsed = SearchSubscribersQuery.parse({ orderBy: 'relevance', ...query });
  return SubscriberPage.parse(JSON.parse(await searchSubscribers(ctx(environmentId), parsed)));
}
const ids = ({ data }: SubscriberPage) => data.map(({ subscriberId }) => subscriberId);

/** Subscribers in the order of their creation. */
const PEOPLE = [
  ['jane', 'Jane', 'Cooper', 'jane.cooper@example.com'],
  ['hyphen', 'Jane', 'Cooper-Smith', ''],
  ['middle', 'Jane Ann', 'Cooper', ''],
  ['reversed', 'Cooper', 'Jane', ''],
  ['janet', 'Janet', 'Cooper', 'janet.cooper@example.com'],
  ['within', 'Sarajane', 'Mccooper', ''],
  ['other', 'Joe', 'Doe', 'joe@example.com'],
] as const;

beforeAll(async () => {
  for (const [at, [id, first, last, email]] of PEOPLE.entries()) {
    await execute(
      `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, last_name, email, created_at, updated_at)
       VALUES ('few', lpad(to_hex($1::int), 24, '0'), $2, $3, $4, nullif($5, ''), now(), now())`,
      [at + 1, id, first, last, email],
    );
  }
  await execute(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, last_name, created_at, updated_at)
     SELECT 'many', lpad(to_hex(n), 24, '0'), 'user-' || n, CASE WHEN n % 10000 = 1 THEN 'Jane' ELSE 'Janet' END,
       CASE WHEN n <= 20000 THEN 'Cooper' ELSE 'Doe' END, now(), now()
     FROM generate_series(1, $1::int) n`,
    [MANY],
  );
  await execute('ANALYZE subscribers, subscriber_search');
}, 120_000);

test.each([
  // Among equal matches, the newest comes first.
  ['jane cooper', ['jane', 'reversed', 'middle', 'janet', 'hyphen', 'within']],
  ['JANE  Cooper', ['jane', 'reversed', 'middle', 'janet', 'hyphen', 'within']],
  ['cooper jane', ['reversed', 'middle', 'jane', 'janet', 'hyphen', 'within']],
  ['jane', ['reversed', 'middle', 'hyphen', 'jane', 'janet', 'within']],
  ['jane.cooper@example.com', ['jane']],
  ['cooper@example.com', ['janet', 'jane']],
  ['unknown', []],
])('%j finds the best match first', async (q, expected) => {
  expect(ids(await page('few', { q }))).toEqual(expected);
});

test('Explain also offers the best match first', async () => {
  const { people } = await findPeople(ctx('few'), 'jane cooper', '0'.repeat(24));
  expect(people.map(({ subscriberId }) => subscriberId)).toEqual(
    ids(await page('few', { q: 'jane cooper', limit: '6' })),
  );
});

test('cursors go forwards and backwards, and without a text the list is by ID', async () => {
  const q = 'jane cooper';
  const whole = ids(await page('few', { q }));
  const first = await page('few', { q, limit: '2' });
  const second = await page('few', { q, limit: '2', after: first.next ?? '' });
  const third = await page('few', { q, limit: '2', after: second.next ?? '' });
  expect([first, second, third].flatMap(ids)).toEqual(whole);
  expect([first.previous, third.next, first.totalCount]).toEqual([null, null, whole.length]);
  const back = await page('few', { q, limit: '2', before: third.previous ?? '' });
  expect(back.data).toEqual(second.data);
  expect([back.previous, back.next]).toEqual([second.previous, second.next]);
  expect(ids(await page('few', { q, limit: '9', orderDirection: 'ASC' }))).toEqual(whole.toReversed());
  expect(await page('few', { q, after: '9_x' })).toMatchObject({ data: [], next: null });
  expect(ids(await page('few', {}))).toEqual(PEOPLE.map(([id]) => id).toReversed());
});

test('the best of many matches is found by the index', async () => {
  await page('many', { q: 'jane cooper' });
  const { rows } = await planCost(() => page('many', { q: 'user-10001 jane' }));
  expect(rows, 'rows that are read').toBeLessThan(2_000);
  const found = await page('many', { q: 'jane cooper', limit: '4' });
  expect(ids(found)).toEqual(['user-10001', 'user-1', 'user-20000', 'user-19999']);
  expect(ids(await page('many', { q: 'jane cooper', limit: '2', after: found.next ?? '' }))).toEqual([
    'user-19998',
    'user-19997',
  ]);
});

test('the newest matches come first on every page if there are too many to count', async () => {
  const newest = (from: number) => [0, 1, 2].map((n) => `user-${from - n}`);
  for (const _ of ['counted', 'known to be many']) {
    const first = await page('many', { q: 'jan', limit: '3' });
    expect(first).toMatchObject({ totalCount: 50_000, totalCountCapped: true });
    expect(ids(first)).toEqual(newest(MANY));
    const second = await page('many', { q: 'jan', limit: '3', after: first.next ?? '' });
    expect(ids(second)).toEqual(newest(MANY - 3));
    expect(ids(await page('many', { q: 'jan', limit: '3', before: second.previous ?? '' }))).toEqual(newest(MANY));
  }
});
