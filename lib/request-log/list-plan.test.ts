import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { execute } from '#lib/postgres/db.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { MAX_READ } from './query.ts';
import { ListRequestsQuery } from './schema.ts';
import { listRequests } from './service.ts';

const CALLS = 200_000;
const PAGE = 20;
const ctx = { environmentId: 'one' } as Ctx;

ownScratchDatabase();

/**
 * Two environments with the same calls. One call in a thousand failed, one key is rare, and one person made some of the
 * failed calls.
 */
beforeAll(async () => {
  for (const environment of ['one', 'other'])
    await execute(
      `INSERT INTO request_log (environment_id, id, api_key_id, user_id, method, path, operation_id, status, duration_ms, request_id, created_at)
       SELECT $1, lpad(to_hex(n), 24, '0'), CASE WHEN n % 4000 = 0 THEN NULL WHEN n % 5000 = 1 THEN 'rare' ELSE 'busy' END,
         CASE WHEN n % 4000 = 0 THEN 'ann' END, CASE n % 3 WHEN 0 THEN 'GET' ELSE 'POST' END, '/api/v1/events/trigger', 'triggerEvent',
         CASE WHEN n % 4000 = 0 THEN 422 WHEN n % 1000 = 0 THEN 404 ELSE 201 END, 1, 'request-' || n, now()
       FROM generate_series(1, $2::int) n`,
      [environment, CALLS],
    );
  await execute('ANALYZE request_log');
}, 120_000);

const lists: [filter: object, found: number, most: number][] = [
  [{}, PAGE, PAGE + 1],
  [{ requestId: 'request-77' }, 1, 2],
  [{ requestId: 'unknown' }, 0, 0],
  [{ apiKeyId: 'rare' }, PAGE, PAGE + 1],
  [{ apiKeyId: 'unknown' }, 0, 0],
  [{ userId: 'ann' }, PAGE, PAGE + 1],
  [{ userId: 'bob' }, 0, 0],
  [{ status: '4xx' }, PAGE, PAGE + 1],
  [{ status: '422' }, PAGE, 4 * PAGE + 4],
  [{ status: '5xx' }, 0, 2 * MAX_READ],
  [{ apiKeyId: 'rare', status: '5xx' }, 0, 100],
  [{ method: 'get' }, PAGE, 4 * PAGE],
  [{ method: 'DELETE' }, 0, 2 * MAX_READ],
  [{ path: '/api/v1/events' }, PAGE, PAGE + 1],
  [{ path: '/api/v2' }, 0, 2 * MAX_READ],
  [{ createdGte: '2100-01-01T00:00:00.000Z' }, 0, 0],
  [{ q: 'request-77' }, 1, 2],
  [{ q: 'EVENTS/tri' }, PAGE, MAX_READ + 1_000],
  [{ q: 'unknown' }, 0, 2 * MAX_READ],
  [{ q: 'unknown', status: '4xx' }, 0, 1_000],
  [{ path: '/api/v2', apiKeyId: 'busy', method: 'PUT', status: '2xx' }, 0, 2 * MAX_READ],
];

test.each(lists)('%j: a page reads a bounded number of rows by index', async (filter, found, most) => {
  const work = () => listRequests(ctx, ListRequestsQuery.parse(filter));
  const data = (await work()).data;
  expect(data).toHaveLength(found);
  expect(
    data
      .map(({ _id }) => _id)
      .toSorted()
      .toReversed(),
    'newest first',
  ).toEqual(data.map(({ _id }) => _id));
  const { rows, nodes } = await planCost(work);
  expect(rows).toBeLessThanOrEqual(most);
  expect([...nodes].filter((node) => !['Limit', 'Subquery Scan', 'Result'].includes(node))).toEqual(
    expect.toSatisfy((scans: string[]) => scans.every((scan) => /^Index/.test(scan))),
  );
});

test('the pages of a filter reach the last match, even after pages without any', async () => {
  const found: string[] = [];
  let [after, pages] = [undefined as string | undefined, 0];
  do {
    const page = await listRequests(
      ctx,
      ListRequestsQuery.parse({ apiKeyId: 'rare', method: 'GET', limit: '100', ...(after && { after }) }),
    );
    found.push(...page.data.map(({ _id }) => _id));
    after = page.next ?? undefined;
    pages += 1;
  } while (after !== undefined && pages < 100);
  const numbers = Array.from({ length: CALLS }, (_, n) => n + 1).filter((n) => n % 5000 === 1 && n % 3 === 0);
  expect(found).toHaveLength(numbers.length);
});

test('a filter without a match is searched completely in bounded pages', async () => {
  let [after, pages] = [undefined as string | undefined, 0];
  do {
    const page = await listRequests(ctx, ListRequestsQuery.parse({ method: 'DELETE', ...(after && { after }) }));
    expect(page.data).toEqual([]);
    after = page.next ?? undefined;
    pages += 1;
  } while (after !== undefined);
  expect(pages).toBe(CALLS / MAX_READ + 1);
});
