import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { idTime, newId } from '#lib/id.ts';
import { getVolume } from '#lib/notifications/counts/volume.ts';
import { VolumeQuery } from '#lib/notifications/counts/volume-schema.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { listNotifications } from '#lib/notifications/service.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { MAX_SEARCHED } from './query.ts';
import { RunSummaryPage } from './run-summary.ts';

ownScratchDatabase();

const RUNS = 3 * MAX_SEARCHED;
const MINUTE = 60_000;
const BUSY = newId();
const RARE = newId();

let ctx: Ctx;
let oldest: string;

/**
 * Stores one run per second. The 100th run and every 1,000th run went through `BUSY`. Only the oldest went through
 * `RARE`.
 */
beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  const { environmentId } = ctx;
  await insertRuns(ctx, { count: RUNS, from: Date.now() - RUNS * 1_000 - MINUTE, everyMs: 1_000 });
  await execute(
    `UPDATE jobs SET integration_id = $2 FROM notifications n WHERE jobs.environment_id = $1 AND n.environment_id = $1
      AND n.id = jobs.notification_id AND (n.transaction_id = 'txn_100' OR n.transaction_id LIKE '%000')`,
    [environmentId, BUSY],
  );
  const first = await prisma().notification.findFirstOrThrow({ where: { environmentId }, orderBy: { id: 'asc' } });
  oldest = first.id;
  await prisma().job.updateMany({ where: { environmentId, notificationId: oldest }, data: { integrationId: RARE } });
  await execute('ANALYZE notifications, jobs, notification_outcomes');
});

const list = async (query: Record<string, string | string[]>) => {
  const text = await listNotifications(ctx, ListNotificationsQuery.parse({ view: 'summary', limit: '50', ...query }));
  return RunSummaryPage.parse(JSON.parse(text));
};
const transactions = ({ data }: RunSummaryPage) => data.map(({ transactionId }) => transactionId);

test('the newest 20,000 runs are searched, and list and chart show the searched period', async () => {
  const newest = Array.from({ length: 20 }, (_, n) => `txn_${RUNS - n * 1_000}`);
  const page = await list({ integrationId: BUSY });
  expect(transactions(page)).toEqual(newest);
  const expected = await prisma().notification.findFirstOrThrow({
    where: { environmentId: ctx.environmentId, transactionId: `txn_${RUNS - MAX_SEARCHED}` },
  });
  expect(page.searchedTo).toBe(idTime(expected.id).toISOString());
  const volume = await getVolume(ctx, VolumeQuery.parse({ integrationId: BUSY }));
  expect(volume).toMatchObject({ total: 20, countedSince: page.searchedTo });
  expect(await list({ integrationId: RARE })).toMatchObject({ data: [], searchedTo: page.searchedTo });
});

test('a range that ends earlier searches older runs, up to the oldest', async () => {
  const before = new Date(idTime(oldest).getTime() + 1_000 * MAX_SEARCHED - MINUTE).toISOString();
  const page = await list({ integrationId: [RARE, BUSY], before });
  expect(transactions(page)).toEqual([
    ...Array.from({ length: 19 }, (_, n) => `txn_${(19 - n) * 1_000}`),
    'txn_100',
    'txn_1',
  ]);
  expect(page.searchedTo).toBeUndefined();
});

test('a page before the last does not show the searched period', async () => {
  expect(await list({ integrationId: BUSY, limit: '5' })).not.toHaveProperty('searchedTo');
});

test.each<Record<string, string>>([
  { integrationId: 'unknown' },
  { integrationId: RARE, status: 'failed' },
  { integrationId: RARE, templates: 'w' },
  { integrationId: RARE, side: 'recipient' },
  { integrationId: RARE, transactionId: 'txn_7' },
  { integrationId: RARE, search: 'absent@' },
])('%j reads a bounded number of rows', async (query) => {
  const { rows, nodes } = await planCost(() => list(query));
  // The statements read the runs up to the end of the search, and the same runs with one job each.
  expect(rows, [...nodes].join(', ')).toBeLessThan(3 * MAX_SEARCHED + 1_000);
  expect([...nodes].filter((node) => node.includes('Seq Scan'))).toEqual([]);
});

test('a channel and a status together read a bounded number of rows, and show the searched period', async () => {
  const query = { channels: 'email', status: 'skipped' };
  // The workflow has the channel, but the step of each run is an SMS.
  const { rows, nodes } = await planCost(() => list(query));
  expect(rows, [...nodes].join(', ')).toBeLessThan(2 * MAX_SEARCHED + 1_000);
  expect(await list(query)).toMatchObject({ data: [], searchedTo: expect.any(String) });
});
