import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { Volume } from '#lib/notifications/counts/volume-schema.ts';
import { execute } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { planCost } from '#testing/plan-cost.ts';
import { insertMessages, MESSAGE_FAILED_EVERY } from '#testing/stored-messages.ts';
import { getMessageVolume, MAX_COUNTED } from './volume.ts';
import { MessageVolumeQuery } from './volume-schema.ts';

ownScratchDatabase();

const HOUR = 3_600_000;
const end = Math.floor(Date.now() / HOUR) * HOUR;
const MANY = MAX_COUNTED + 2_000;
const iso = (ms: number) => new Date(ms).toISOString();
const of = async (ctx: Ctx | undefined, query: Record<string, string | string[]>) =>
  Volume.parse(await getMessageVolume(ctx as Ctx, MessageVolumeQuery.parse(query)));

let few: Ctx;
let many: Ctx;

beforeAll(async () => {
  few = (await sampleEnvironment()).ctx;
  many = (await sampleEnvironment()).ctx;
  await insertMessages(few, { count: 40, from: end - 20 * HOUR, everyMs: HOUR / 2 });
  await insertMessages(many, { count: MANY, from: end - 10 * HOUR, everyMs: 1_000 });
  await execute('ANALYZE messages, integration_stats');
});

const sums = ({ buckets }: Volume) => [
  buckets.reduce((all, { total }) => all + total, 0),
  buckets.reduce((all, { failed }) => all + failed, 0),
];

test('few messages are counted exactly, and skipped ones are not failures', async () => {
  const volume = await of(few, { after: iso(end - 24 * HOUR), before: iso(end) });
  expect(volume).toMatchObject({ from: iso(end - 24 * HOUR), bucketMs: HOUR / 2, total: 40, failed: 2 });
  expect(sums(volume)).toEqual([40, 2]);
  expect(volume.buckets.findIndex(({ total }) => total > 0)).toBe(9);
});

test('without a range, the chart begins at the oldest message', async () => {
  const { from, total } = await of(few, {});
  expect([Date.parse(from) > end - 21 * HOUR, total]).toEqual([true, 40]);
});

test('filters of the list narrow it', async () => {
  expect(await of(few, { outcome: 'failed' })).toMatchObject({ total: 2, failed: 2 });
  expect(await of(few, { outcome: 'skipped' })).toMatchObject({ total: 2, failed: 0 });
  expect(await of(few, { templates: 'w' })).toMatchObject({ total: 13, failed: 1 });
  expect(await of(few, { q: 'Subject 10' })).toMatchObject({ total: 1, failed: 1 });
  expect(await of(few, { transactionId: 'absent' })).toMatchObject({ total: 0, failed: 0 });
  await expect(of(few, { subscriberId: 'unknown' })).rejects.toMatchObject({ code: 'not_found' });
});

test('many messages are read from the hourly counts and the index of unsent ones', async () => {
  const range = { after: iso(end - 24 * HOUR), before: iso(end) };
  const { rows, nodes, result } = await measured(() => of(many, range));
  expect(result).toMatchObject({ bucketMs: HOUR, total: MANY, failed: MANY / MESSAGE_FAILED_EVERY / 2 });
  expect(result.countedSince).toBeUndefined();
  expect(result.buckets[15]?.total).toBe(HOUR / 1_000);
  expect(rows, [...nodes].join(', ')).toBeLessThan(2 * (MANY / MESSAGE_FAILED_EVERY) + 2_000);
  expect(await of(many, {})).toMatchObject({ total: MANY, from: iso(end - 10 * HOUR) });
});

test('the newest of many messages of other filters are counted, with the start time', async () => {
  const volume = await of(many, { after: iso(end - 24 * HOUR), before: iso(end), channel: 'email' });
  expect(volume).toMatchObject({
    total: MAX_COUNTED,
    countedSince: iso(end - 10 * HOUR + (MANY - MAX_COUNTED + 1) * 1_000),
  });
  expect(volume.failed).toBe(MAX_COUNTED / MESSAGE_FAILED_EVERY / 2);
});

async function measured<T>(read: () => Promise<T>) {
  let result: T | undefined;
  const cost = await planCost(async () => {
    result = await read();
  });
  return { ...cost, result: result as T };
}
