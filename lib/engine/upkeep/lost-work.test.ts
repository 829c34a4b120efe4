import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { endRuns } from '#lib/events/end-runs.ts';
import { idTime } from '#lib/id.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { listNotifications } from '#lib/notifications/service.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { reasonFor } from '#lib/reasons/registry.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { rangesAt, restoreLostWork } from './lost-work.ts';

ownScratchDatabase();

const HOUR = 3_600_000;
const JANE = { subscriberId: 'jane', phone: '+15555550123' };
const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };

let sample: Sample;
let ctx: Ctx;

beforeAll(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  await sampleIntegrations(ctx, ['sms']);
});

beforeEach(async () => {
  await loseWork();
});

async function loseWork() {
  await prisma().work.deleteMany({ where: { environmentId: ctx.environmentId } });
}

async function triggered(steps: (typeof SMS | typeof DELAY)[]) {
  const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, steps), JANE);
  return { transactionId, run: async () => (await storedRuns(ctx, transactionId))[0] };
}

const later = (ms: number) => new Date(Date.now() + ms);

async function stuck(): Promise<number> {
  const text = await listNotifications(ctx, ListNotificationsQuery.parse({ status: ['stuck', 'queued', 'waiting'] }));
  return JSON.parse(text).data.length;
}

test('a run with lost work is found by its status, requeued, and completed once', async () => {
  const { run } = await triggered([SMS]);
  await loseWork();
  expect(await stuck()).toBe(0);
  expect(await restoreLostWork(later(HOUR))).toBe(1);
  expect(await stuck()).toBe(1);
  expect(await restoreLostWork(later(HOUR))).toBe(0);
  sample.moveTo(later(HOUR));
  await sample.drain();
  const stored = await run();
  expect(stored).toMatchObject({ outcome: 'sent', work: 0, messages: [{ channel: 'sms', status: 'sent' }] });
  expect(await restoreLostWork(later(HOUR))).toBe(0);
  const { environmentId } = ctx;
  const details = await prisma().executionDetail.findMany({
    where: { environmentId, notificationId: stored?.id ?? '' },
  });
  expect(details.map(({ reason }) => (reason as { code: string }).code)).toContain('outcome_unknown');
});

test('a waiting step keeps its time, and a pending one starts', async () => {
  const waiting = await triggered([DELAY, SMS]);
  sample.moveTo(new Date());
  await sample.drain(new Date());
  const { environmentId } = ctx;
  const notificationId = (await waiting.run())?.id ?? '';
  const before = await prisma().work.findFirstOrThrow({ where: { environmentId, notificationId } });
  await loseWork();
  expect(await restoreLostWork(later(HOUR))).toBe(1);
  const after = await prisma().work.findFirstOrThrow({ where: { environmentId, notificationId } });
  expect(after).toMatchObject({ jobId: before.jobId, readyAt: before.readyAt, attempts: 0 });

  const next = await triggered([SMS, SMS]);
  await loseWork();
  await prisma().job.updateMany({
    where: { environmentId, notificationId: (await next.run())?.id ?? '', status: 'queued' },
    data: { status: 'completed' },
  });
  expect(await restoreLostWork(later(HOUR))).toBe(2);
  sample.moveTo(later(3 * HOUR));
  await sample.drain();
  expect(await next.run()).toMatchObject({ outcome: 'sent', work: 0 });
  expect(await waiting.run()).toMatchObject({ outcome: 'sent', work: 0 });
});

test('a retried step keeps its message IDs, and a cancelled run ends', async () => {
  const { environmentId } = ctx;
  const failing = await trigger(ctx, await sampleWorkflow(ctx, [SMS]), { ...JANE, phone: '+15005550004' });
  sample.moveTo(new Date());
  await sample.drain(new Date());
  const { transactionId = '' } = failing;
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId, transactionId } });
  const cancelled = await triggered([DELAY]);
  const reason = reasonFor('canceled', { actor: 'me', at: new Date().toISOString() });
  await endRuns(environmentId, { transactionId: cancelled.transactionId }, reason, new Date());
  await loseWork();
  expect(await restoreLostWork(later(HOUR))).toBe(2);
  const work = await prisma().work.findFirstOrThrow({
    where: { environmentId, notificationId: message.notificationId, jobId: message.jobId ?? '' },
  });
  expect(work.firstClaimedAt).toEqual(idTime(message.id));
  sample.moveTo(later(2 * HOUR));
  await sample.drain(later(HOUR));
  expect(await cancelled.run()).toMatchObject({ outcome: 'cancelled', reason: 'canceled', work: 0 });
});

test('a cancelled run with a step that waits for hours ends now, and its work is marked', async () => {
  const { environmentId } = ctx;
  const { transactionId, run } = await triggered([DELAY, SMS]);
  sample.moveTo(new Date());
  await sample.drain(new Date());
  const reason = reasonFor('canceled', { actor: 'me', at: new Date().toISOString() });
  await endRuns(environmentId, { transactionId }, reason, new Date());
  await loseWork();
  const now = later(HOUR);
  expect(await restoreLostWork(now)).toBe(1);
  const where = { environmentId, notificationId: (await run())?.id ?? '' };
  expect(await prisma().work.findFirstOrThrow({ where })).toMatchObject({ readyAt: now, ended: true });
  sample.moveTo(now);
  await sample.drain(now);
  expect(await run()).toMatchObject({ outcome: 'cancelled', work: 0, messages: [] });
});

test('work of a deleted run is deleted', async () => {
  const { run } = await triggered([SMS]);
  const { environmentId } = ctx;
  const id = (await run())?.id ?? '';
  await prisma().notification.deleteMany({ where: { environmentId, id } });
  sample.moveTo(new Date());
  await sample.drain();
  expect(await prisma().work.count({ where: { environmentId } })).toBe(0);
});

test('every run is checked once a day, and runs of the last day every hour', () => {
  const settings = { RETENTION_DAYS: 90, MAX_SPAN_DAYS: 180 } as Parameters<typeof rangesAt>[1];
  const midnight = Date.UTC(2026, 10, 22);
  const ranges = Array.from({ length: 24 }, (_, hour) =>
    rangesAt(new Date(midnight + hour * HOUR + 17 * 60_000), settings),
  );
  const holds = (at: number) =>
    ranges.filter((each) => each.some(({ from, until }) => from.getTime() <= at && at < until.getTime())).length;
  for (let day = 2; day < 270; day++) expect(holds(midnight - day * 24 * HOUR + HOUR)).toBe(1);
  expect(holds(midnight - 30 * 60_000)).toBe(24);
  expect(Math.max(...ranges.map((each) => each.length))).toBeLessThanOrEqual(13);
});

test('the second step does not begin if the first one is not stored', async () => {
  const { run } = await triggered([SMS, DELAY]);
  await loseWork();
  await query(
    'forget-step',
    `DELETE FROM job_steps WHERE environment_id = $1 AND id IN (
    SELECT step_key FROM jobs WHERE environment_id = $1 AND notification_id = $2 AND type = 'sms')`,
    [ctx.environmentId, (await run())?.id],
  );
  expect(await restoreLostWork(later(HOUR))).toBe(0);
  expect((await run())?.jobs.map(({ status }) => status)).toEqual(['queued', 'pending']);
});
