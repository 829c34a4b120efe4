import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { getVolume } from '#lib/notifications/counts/volume.ts';
import { VolumeQuery } from '#lib/notifications/counts/volume-schema.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { listNotifications } from '#lib/notifications/service.ts';
import { execute } from '#lib/postgres/db.ts';
import { SLOWER_THAN } from '#lib/time/slowness.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { FAILED_EVERY, insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { RunSummaryPage } from './run-summary.ts';

ownScratchDatabase();

const RUNS = 60_000;
const MINUTE = 60_000;

let ctx: Ctx;

/**
 * Stores one run per second. The oldest run took a day, the next an hour, and every 500th of the other runs ten
 * minutes.
 */
beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await insertRuns(ctx, { count: RUNS, from: Date.now() - RUNS * 1_000 - MINUTE, everyMs: 1_000 });
  await execute(
    `UPDATE notification_outcomes o SET created_at = o.created_at + CASE n.transaction_id WHEN 'txn_1' THEN interval '1 day'
       WHEN 'txn_2' THEN interval '1 hour' ELSE interval '10 min' END
     FROM notifications n WHERE o.environment_id = $1 AND n.environment_id = $1 AND n.id = o.notification_id
       AND (n.transaction_id IN ('txn_1', 'txn_2') OR substr(n.transaction_id, 5)::int % 500 = 0)`,
    [ctx.environmentId],
  );
  await execute('ANALYZE notifications, jobs, notification_outcomes');
});

const list = async (query: Record<string, string | string[]>) => {
  const text = await listNotifications(ctx, ListNotificationsQuery.parse({ view: 'summary', limit: '50', ...query }));
  return RunSummaryPage.parse(JSON.parse(text));
};
const transactions = ({ data }: RunSummaryPage) => data.map(({ transactionId }) => transactionId);
const tenMinutes = Array.from({ length: RUNS / 500 }, (_, n) => `txn_${RUNS - n * 500}`);

test('runs that took at least the given time are listed newest first', async () => {
  const expected = {
    '10s': tenMinutes,
    '1m': tenMinutes,
    '5m': tenMinutes,
    '10m': tenMinutes,
    '20m': ['txn_2', 'txn_1'],
    '30m': ['txn_2', 'txn_1'],
    '1h': ['txn_2', 'txn_1'],
    '1d': ['txn_1'],
  };
  for (const slowerThan of SLOWER_THAN)
    expect(transactions(await list({ slowerThan })), slowerThan).toEqual(expected[slowerThan].slice(0, 50));
  expect(await getVolume(ctx, VolumeQuery.parse({ slowerThan: '1m' }))).toMatchObject({
    total: tenMinutes.length + 2,
    failed: tenMinutes.length,
  });
});

test('other filters apply to the slow runs; an unfinished run has no duration', async () => {
  expect(FAILED_EVERY).toBe(10);
  expect(transactions(await list({ slowerThan: '1h', status: 'failed' }))).toEqual([]);
  expect(transactions(await list({ slowerThan: '1h', status: 'skipped' }))).toEqual(['txn_2', 'txn_1']);
  expect(transactions(await list({ slowerThan: '1h', status: 'waiting' }))).toEqual([]);
  expect(transactions(await list({ slowerThan: '1h', templates: 'w' }))).toEqual(['txn_2', 'txn_1']);
  expect(transactions(await list({ slowerThan: '1h', transactionId: ['txn_3', 'txn_2'] }))).toEqual(['txn_2']);
  const [transactionId = ''] = tenMinutes;
  expect(transactions(await list({ slowerThan: '20m', transactionId: [transactionId, 'txn_2'] }))).toEqual(['txn_2']);
  expect(transactions(await list({ slowerThan: '1h', providerId: 'svc' }))).toEqual(['txn_2', 'txn_1']);
});

test.each<Record<string, string | string[]>>([
  {},
  { templates: 'w' },
  { status: 'sent' },
  { status: ['failed', 'waiting'], channels: 'email' },
  { reason: 'provider_rejected' },
  { integrationId: 'unknown' },
  { providerId: 'unknown' },
  { contextKeys: 'tenant:unknown' },
  { topicKey: 'unknown' },
  { search: 'absent@' },
])('with %j it reads slow runs only', async (query) => {
  const { rows, nodes } = await planCost(() => list({ slowerThan: '1m', ...query }));
  expect(rows, [...nodes].join(', ')).toBeLessThan(3_000);
  expect([...nodes].filter((node) => node.includes('Seq Scan'))).toEqual([]);
});
