import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { execute } from '#lib/postgres/db.ts';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { insertMessages } from '#testing/stored-messages.ts';
import { ListMessagesQuery, MessagePage } from './schema.ts';
import { listMessages } from './service.ts';

ownScratchDatabase();

const COUNT = 60_000;
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];
/** Messages that took exactly each duration, and one just below the first. */
const DURATIONS = [9_999, 10 * SECOND, MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 24 * HOUR];

let ctx: Ctx;

/** The oldest messages have `DURATIONS`. Every 500th of the other messages took two hours. */
beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  const cases = DURATIONS.map((ms, index) => `WHEN ${index + 1} THEN ${ms}`).join(' ');
  await insertMessages(ctx, {
    ...{ count: COUNT, from: Date.now() - COUNT * SECOND - MINUTE, everyMs: SECOND },
    sentAfterMs: `CASE n ${cases} ELSE CASE WHEN n % 500 = 1 THEN ${2 * HOUR} ELSE 500 END END`,
  });
  await execute('ANALYZE messages');
});

const list = async (query: Record<string, string | string[]>) =>
  MessagePage.parse(JSON.parse(await listMessages(ctx, ListMessagesQuery.parse({ limit: '300', ...query }))));
const numbers = ({ data }: MessagePage) => data.map(({ transactionId }) => Number(transactionId.slice('txn_'.length)));

test('messages that took at least the given time are listed newest first', async () => {
  const twoHours = Array.from({ length: COUNT / 500 - 1 }, (_, n) => COUNT - 499 - n * 500);
  const slow = [9, 8, 7, 6, 5, 4, 3, 2];
  for (const [index, slowerThan] of SLOWER_THAN.entries())
    expect(numbers(await list({ slowerThan })), slowerThan).toEqual([
      ...(slowerThan === '1d' ? [] : twoHours),
      ...slow.slice(0, slow.length - index),
    ]);
  expect((await list({ slowerThan: '1h' })).totalCount).toBe(twoHours.length + 2);
  expect(ListMessagesQuery.safeParse({ slowerThan: '2h' }).success).toBe(false);
});

test('other filters apply to the slow messages', async () => {
  expect(numbers(await list({ slowerThan: '1d', templates: 'w' }))).toEqual([9]);
  expect(numbers(await list({ slowerThan: '1h', status: 'error' }))).toEqual([]);
  expect(numbers(await list({ slowerThan: '1h', transactionId: ['txn_8', 'txn_7'] }))).toEqual([8]);
  expect(numbers(await list({ slowerThan: '20m', transactionId: ['txn_6', 'txn_5'] }))).toEqual([6]);
  expect(numbers(await list({ slowerThan: '1h', q: 'subject 9' }))).toContain(9);
});

test.each<Record<string, string | string[]>>([
  {},
  { channel: 'sms' },
  { status: 'error' },
  { outcome: ['failed', 'skipped'] },
  { providerId: 'unknown' },
  { templates: 'unknown' },
  { contextKeys: 'tenant:unknown' },
])('with %j it reads slow messages only', async (query) => {
  const { rows, nodes } = await planCost(() => list({ slowerThan: '1m', ...query }));
  expect(rows, [...nodes].join(', ')).toBeLessThan(3_000);
  expect([...nodes].filter((node) => node.includes('Seq Scan'))).toEqual([]);
});
