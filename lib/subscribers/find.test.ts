import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { findAnyIds } from '#lib/notifications/list/query.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { resolveFilters } from '#lib/notifications/service.ts';
import { disconnect, execute } from '#lib/postgres/db.ts';
import { rowsRead } from '#testing/rows-read.ts';
import { startScratchDatabase } from '#testing/scratch-database.ts';
import { SearchSubscribersQuery, SubscriberPage } from './schema.ts';
import { SubscriberSearch } from './search.ts';
import { foldWords } from './search-terms.ts';
import { searchSubscribers } from './service.ts';

const MANY = 40_000;
let stop: () => Promise<void>;

beforeAll(async () => {
  stop = await startScratchDatabase();
  await execute(
    `INSERT INTO subscribers (environment_id, id, subscriber_id, first_name, last_name, email, phone, created_at, updated_at)
     SELECT 'many', lpad(to_hex(n), 24, '0'), 'user-' || n, CASE WHEN n = 100 THEN '山田' ELSE 'Ada' END,
       CASE WHEN n = 200 THEN 'Nguyễn' WHEN n = 300 THEN 'Q' ELSE 'Lovelace' END, n || '@example.com', '+1555' || n, now(), now()
     FROM generate_series(1, $1::int) n`,
    [MANY],
  );
  await execute('ANALYZE subscribers');
});

afterAll(async () => {
  await disconnect();
  await stop?.();
});

const ctx = { environmentId: 'many', organizationId: 'organization' } as Ctx;

async function find(q: string): Promise<SubscriberPage> {
  return SubscriberPage.parse(JSON.parse(await searchSubscribers(ctx, SearchSubscribersQuery.parse({ q }))));
}

describe('q', () => {
  test.each([
    ['unknown', []],
    ['nguyen ada', ['user-200']],
    ['ADA NGUYÊN', ['user-200']],
    ['山田', ['user-100']],
    ['q', ['user-300']],
    ['zz', []],
    ['ada unknown', []],
    ['lovelace 山', ['user-100']],
    ['+1 (555) 40000', ['user-40000']],
    ['000', []], // not a part of a phone number
    ['0000 0000', []],
    ['00000000-0000-0000-0000-000000000000', []], // an ID, not a number with leading zeros
  ])('%s is found by index, however many subscribers there are', async (q, ids) => {
    await find(q); // fills the plan and the cache
    const read = await rowsRead('subscribers', async () =>
      expect((await find(q)).data.map((row) => row.subscriberId)).toEqual(ids),
    );
    // The newest rows are read once, in case the term is common, and then only matches.
    expect(read).toBeLessThan(2_300);
  });

  test('a query that matches every subscriber reads the start of the list without sorting', async () => {
    await find('ada example');
    expect(await rowsRead('subscribers', () => find('ada example'))).toBeLessThanOrEqual(MANY + 2_000);
    const page = await find('ada example');
    expect(page.data.map((row) => row.subscriberId)).toEqual(Array.from({ length: 10 }, (_, n) => `user-${MANY - n}`));
    expect(page).toMatchObject({ totalCount: MANY - 1, totalCountCapped: false });
  });
});

test('an ID is counted with and without other filters on the same connection', async () => {
  for (const other of [{}, { phone: '1' }, { email: 'x' }, { phone: '1', name: 'x' }]) {
    const search = new SubscriberSearch({
      environmentId: 'many',
      sort: 'id',
      filters: { subscriberId: '300', ...other },
    });
    await expect(search.count()).resolves.toMatchObject({ capped: false });
  }
});

test('runs filtered by email read only the subscribers that have it', async () => {
  const filter = ListNotificationsQuery.parse({ emails: ['300@example.com'] });
  const list = async () => findAnyIds(await resolveFilters('many', filter), { offset: 0, limit: 10 });
  await list();
  expect(await rowsRead('subscribers', list)).toBeLessThan(10);
});

test.each<[string, string[][]]>([
  ['Jane  COOPER', [['jane'], ['cooper']]],
  ['Müller-Lüdenscheidt', [['muller- ludenscheidt']]],
  ['jane.c@x', [['jane. c@ x']]],
  ["O'Brien", [['obrien']]],
  ['jo', [[' jo']]],
  ['山', [[' 山 ']]],
  ['Ærøskøbing Łódź', [['aeroskobing'], ['lodz']]],
  ['%_\\', [['%_ \\']]],
  ['\u0301', []],
  ['0171 555', [['0171 555', '171555']]],
  ['0049 171 555', [['0049 171 555', '49171555']]],
  ['007', [['007']]],
  ['000123', [['000123']]],
  ['0', [[' 0']]],
  ['000', [[' 000']]],
  ['00 000', [[' 00'], [' 000']]],
])('%s is searched as %j', async (q, words) => {
  expect(await foldWords(q)).toEqual(words);
});
