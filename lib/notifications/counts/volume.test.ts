import { beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { newId } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { FAILED_EVERY, insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { getVolume, MAX_COUNTED } from './volume.ts';
import { Volume, VolumeQuery } from './volume-schema.ts';

// Allows the test data to span ten years. Set it before the configuration is read, which happens only once.
vi.stubEnv('RETENTION_DAYS', '3650');

ownScratchDatabase();

const HOUR = 3_600_000;
const end = Math.floor(Date.now() / HOUR) * HOUR;

const of = async (ctx: Ctx | undefined, query: Record<string, string | string[]>) =>
  Volume.parse(await getVolume(ctx as Ctx, VolumeQuery.parse(query)));
const iso = (ms: number) => new Date(ms).toISOString();

interface World {
  few: Ctx;
  many: Ctx;
  burst: Ctx;
}
const world: Partial<World> = {};

beforeAll(async () => {
  world.few = (await sampleEnvironment()).ctx;
  world.many = (await sampleEnvironment()).ctx;
  world.burst = (await sampleEnvironment()).ctx;
  await insertRuns(world.few, { count: 40, from: end - 20 * HOUR, everyMs: HOUR / 2 });
  await insertRuns(world.many, { count: MAX_COUNTED + 500, from: end - 10 * HOUR, everyMs: 1_000 });
  await insertRuns(world.burst, { count: MAX_COUNTED + 500, from: end - HOUR, everyMs: 100 });
});

function sums({ buckets }: Volume) {
  const sum = (key: 'total' | 'failed') => buckets.reduce((all, bucket) => all + bucket[key], 0);
  return [sum('total'), sum('failed')];
}

test('few runs are counted exactly, in buckets that cover the range', async () => {
  const volume = await of(world.few, { after: iso(end - 24 * HOUR), before: iso(end) });
  expect(volume).toMatchObject({ from: iso(end - 24 * HOUR), bucketMs: HOUR / 2, total: 40, failed: 4 });
  expect(volume.buckets).toHaveLength(48);
  expect(sums(volume)).toEqual([40, 4]);
  // The first run is half an hour after the start of the runs, the last at the end of the range.
  expect(volume.buckets.findIndex(({ total }) => total > 0)).toBe(9);
});

test('days begin at midnight of the zone, although counts are by hours of UTC', async () => {
  const range = { after: iso(end - 30 * 24 * HOUR), before: iso(end) };
  for (const [ctx, zone, shown] of [
    [world.few, 'Europe/Berlin', /^(00|12):00$/],
    [world.few, 'Asia/Kolkata', /^(00|12):00$/],
    [world.many, 'America/New_York', /^(00|12):00$/],
    // With many runs, days begin half an hour early, because the hourly counts cannot be split within an hour of UTC.
    [world.many, 'Asia/Kolkata', /^(23|11):30$/],
  ] as const) {
    const { buckets, bucketMs, total } = await of(ctx, { ...range, zone });
    expect([bucketMs, sums({ buckets } as Volume)[0]]).toEqual([12 * HOUR, total]);
    const clock = (at: string) => new Date(at).toLocaleTimeString('sv', { timeZone: zone }).slice(0, 5);
    for (const { from } of buckets) expect(clock(from), zone).toMatch(shown);
  }
  expect(VolumeQuery.safeParse({ zone: 'Mars/Olympus' }).success).toBe(false);
});

test('the chart ends now, however late the range ends', async () => {
  const after = iso(Date.now() - 30 * 60_000);
  const volume = await of(world.few, { after, before: '9999-01-01T00:00:00.000Z' });
  expect(volume).toMatchObject(await of(world.few, { after }));
});

test('filters of the list narrow it; no match is an empty chart', async () => {
  const range = { after: iso(end - 24 * HOUR), before: iso(end) };
  expect(await of(world.few, { ...range, status: 'failed' })).toMatchObject({ total: 4, failed: 4 });
  expect(await of(world.few, { ...range, status: ['failed', 'failed'] })).toMatchObject({ total: 4, failed: 4 });
  expect(await of(world.few, { ...range, status: 'skipped' })).toMatchObject({ total: 36, failed: 0 });
  expect(await of(world.few, { ...range, transactionId: 'txn_10' })).toMatchObject({ total: 1, failed: 1 });
  const none = await of(world.few, { ...range, templates: 'another' });
  expect([none.total, none.countedSince]).toEqual([0, undefined]);
});

test('many runs are read from the hourly counts, also by workflow and status', async () => {
  const range = { after: iso(end - 24 * HOUR), before: iso(end) };
  const total = MAX_COUNTED + 500;
  const volume = await of(world.many, range);
  expect(volume).toMatchObject({ bucketMs: HOUR, total, failed: total / FAILED_EVERY });
  expect(volume.buckets[15]?.total).toBe(HOUR / 1_000);
  expect(await of(world.many, { ...range, templates: 'w', status: 'skipped' })).toMatchObject({
    total: total - total / FAILED_EVERY,
    failed: 0,
  });
  expect(await of(world.many, { ...range, status: ['skipped', 'waiting'] })).toMatchObject({
    total: total - total / FAILED_EVERY,
  });
  const { rows } = await planCost(() => of(world.many, range));
  expect(rows, 'runs that are read').toBeLessThan(1_000);
});

test('unfinished runs, which have no hourly count, are counted too', async () => {
  const { environmentId = '' } = world.many ?? {};
  const at = new Date(end - HOUR / 2);
  const own = { environmentId, subscriberId: 's', createdAt: at, updatedAt: at };
  const [id, range] = [newId(at), { after: iso(end - 24 * HOUR), before: iso(end) }];
  await prisma().notification.create({ data: { ...own, id, snapshotId: 7n, transactionId: id, contextKeys: [] } });
  const job = { ...own, id, notificationId: id, type: 'delay', status: 'delayed', providerId: 'svc', payloadIds: [] };
  await prisma().job.create({ data: job });
  await prisma().work.create({ data: { environmentId, notificationId: id, jobId: id, lane: 1, readyAt: new Date() } });
  const { total, failed } = await of(world.many, range);
  await prisma().notification.deleteMany({ where: { environmentId, id } });
  expect([total, failed]).toEqual([MAX_COUNTED + 501, (MAX_COUNTED + 500) / FAILED_EVERY]);
});

test('the newest of many runs of other filters are counted, with the start time', async () => {
  const volume = await of(world.many, { after: iso(end - 24 * HOUR), before: iso(end), channels: 'email' });
  expect(volume.total).toBe(MAX_COUNTED);
  expect(volume.countedSince).toBe(iso(end - 10 * HOUR + 501_000));
});

test('many runs of a short range are counted individually', async () => {
  const volume = await of(world.burst, { after: iso(end - HOUR), before: iso(end), channels: 'email' });
  const total = MAX_COUNTED + 500;
  expect(volume).toMatchObject({ total, failed: total / FAILED_EVERY, bucketMs: 60_000 });
  expect(volume.buckets[1]?.total).toBe(600);
});

test.each<Record<string, string>>([
  { before: '9999-12-31T23:59:59.999Z' },
  { after: '0000-01-01', before: '9999-12-31' },
  { after: '9999-12-31' },
  { before: '0000-01-01' },
  { after: '1969-12-31', before: '1970-01-01' },
  {},
])('%j has a bounded number of buckets, even with a retention of ten years', async (range) => {
  for (const retentionDays of [1, 90, 3_650]) {
    const { ctx } = await sampleEnvironment();
    await insertRuns(ctx, { count: 4, from: end - HOUR, everyMs: 1_000 });
    await prisma().environment.update({ where: { id: ctx.environmentId }, data: { retentionDays } });
    for (const zone of ['UTC', 'Asia/Kolkata']) {
      const volume = await of(ctx, { ...range, zone });
      expect(volume.buckets.length).toBeLessThanOrEqual(73);
      expect(sums(volume)[0]).toBe(volume.total);
    }
  }
});
