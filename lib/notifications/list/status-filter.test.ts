import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { idTime, newId } from '#lib/id.ts';
import { ListNotificationsQuery } from '#lib/notifications/schema.ts';
import { listNotifications } from '#lib/notifications/service.ts';
import { LIVE_STATUSES, RUN_STATUSES } from '#lib/notifications/status/live-statuses.ts';
import { rowState } from '#lib/notifications/status/run-sentence.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment } from '#testing/engine.ts';
import { insertRuns } from '#testing/notification-runs.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { RunSummaryPage } from './run-summary.ts';

ownScratchDatabase();

const MINUTE = 60_000;
const now = Date.now();
const at = (minutes: number) => new Date(now + minutes * MINUTE);

/** The due time of a run’s work, and the end of a worker’s lease. */
const WORK: [readyAt: Date, leaseUntil: Date | null][][] = [
  [[at(-1), null]],
  [[at(-58), null]],
  [[at(-58), at(1)]],
  // The run’s worker died.
  [[at(-58), at(-57)]],
  [[at(60), null]],
  [
    [at(60), null],
    [at(-1), null],
  ],
  [
    [at(60), null],
    [at(-1), at(1)],
  ],
  [
    [at(60), null],
    [at(-58), null],
  ],
];

let ctx: Ctx;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  await insertRuns(ctx, { count: WORK.length + 20, from: now - 100 * MINUTE, everyMs: MINUTE });
  const { environmentId } = ctx;
  const live = await prisma().notification.findMany({
    where: { environmentId },
    orderBy: { id: 'asc' },
    take: WORK.length,
  });
  for (const [n, { id }] of live.entries()) await unfinish(id, WORK[n] ?? []);
});

async function unfinish(notificationId: string, work: (typeof WORK)[number]) {
  const { environmentId } = ctx;
  await prisma().notificationOutcome.deleteMany({ where: { environmentId, notificationId } });
  for (const [n, [readyAt, leaseUntil]] of work.entries()) {
    const jobId = n === 0 ? notificationId : newId();
    if (n > 0)
      await execute(
        `INSERT INTO jobs (id, environment_id, notification_id, subscriber_id, type, status, provider_id, created_at, updated_at)
       VALUES ($2, $1, $3, 's', 'email', 'queued', 'svc', now(), now())`,
        [environmentId, jobId, notificationId],
      );
    await prisma().job.updateMany({ where: { environmentId, id: jobId }, data: { status: 'queued' } });
    const held = leaseUntil && { workerId: 'w', leaseUntil };
    await prisma().work.create({ data: { environmentId, jobId, notificationId, lane: 1, readyAt, ...held } });
  }
}

async function listed(query: Record<string, string | string[]>) {
  const text = await listNotifications(ctx, ListNotificationsQuery.parse({ limit: '50', view: 'summary', ...query }));
  return RunSummaryPage.parse(JSON.parse(text)).data;
}

test('a list by status has exactly the runs whose rows show the status', async () => {
  const all = await listed({});
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([...LIVE_STATUSES, 'skipped']));
  for (const status of RUN_STATUSES.filter((each) => each !== 'failed' && each !== 'skipped')) {
    const ids = all.filter((run) => run.status === status).map(({ _id }) => _id);
    expect((await listed({ status })).map(({ _id }) => _id)).toEqual(ids);
    // The same with a filter of another index.
    expect((await listed({ status, templates: 'w' })).map(({ _id }) => _id)).toEqual(ids);
  }
});

test('statuses of live and ended runs are listed in one order, page by page', async () => {
  const all = await listed({ status: [...RUN_STATUSES] });
  expect(all).toHaveLength(WORK.length + 20);
  const ids = all.map(({ _id }) => _id);
  expect(ids).toEqual(ids.toSorted().reverse());
  const pages = await Promise.all(
    ['0', '1', '2'].map((page) => listed({ status: [...RUN_STATUSES], page, limit: '10' })),
  );
  expect(pages.flat().map(({ _id }) => _id)).toEqual(ids);
  expect(await listed({ status: ['waiting', 'failed'], transactionId: 'nothing' })).toEqual([]);
});

test('a status and a channel must match the same step', async () => {
  const { environmentId } = ctx;
  await execute(
    `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
     VALUES ($1, 8, 'two', 'none', false, '{sms,email}', '{}', '{"name":"Two","origin":"svc-cloud","triggers":[]}')`,
    [environmentId],
  );
  const { id } = await prisma()
    .notificationOutcome.findFirstOrThrow({
      where: { environmentId, outcome: 'skipped' },
      select: { notificationId: true },
    })
    .then(({ notificationId }) => ({ id: notificationId }));
  await execute(`UPDATE notifications SET snapshot_id = 8 WHERE environment_id = $1 AND id = $2`, [environmentId, id]);
  await execute(
    `UPDATE notification_outcomes SET snapshot_id = 8, outcome = 'failed' WHERE environment_id = $1 AND notification_id = $2`,
    [environmentId, id],
  );
  // The run’s SMS was skipped.
  await execute(
    `INSERT INTO jobs (id, environment_id, notification_id, subscriber_id, type, status, provider_id, created_at, updated_at)
     VALUES ($2, $1, $3, 's', 'email', 'failed', 'svc', now(), now())`,
    [environmentId, newId(idTime(id)), id],
  );
  const found = async (query: Record<string, string | string[]>) =>
    (await listed({ templates: 'two', ...query })).map(({ _id }) => _id);
  expect(await found({ status: 'failed', channels: 'email' })).toEqual([id]);
  expect(await found({ status: 'failed', channels: ['sms', 'email'] })).toEqual([id]);
  expect(await found({ status: 'failed', channels: 'sms' })).toEqual([]);
  expect(await found({ channels: 'sms' })).toEqual([id]);
});

test('a full list keeps the shape of the interface', async () => {
  const text = await listNotifications(ctx, ListNotificationsQuery.parse({ status: 'stuck' }));
  const [run] = JSON.parse(text).data;
  expect(run).toMatchObject({ _environmentId: ctx.environmentId, jobs: expect.any(Array) });
  expect(run.status).toBeUndefined();
});

test('partly sent runs are those whose rows show that a step was skipped', async () => {
  const { environmentId } = ctx;
  const [skipped, sent, other] = await prisma().notificationOutcome.findMany({
    where: { environmentId, outcome: 'skipped' },
    orderBy: { notificationId: 'asc' },
    take: 3,
  });
  const where = (run: typeof sent) => ({ environmentId, notificationId: run?.notificationId ?? '' });
  for (const run of [skipped, sent]) {
    await prisma().notificationOutcome.updateMany({ where: where(run), data: { outcome: 'sent', reason: 'sent' } });
    await execute(
      `INSERT INTO jobs (id, environment_id, notification_id, subscriber_id, type, status, provider_id, reason, created_at, updated_at)
       SELECT $3, $1, $2, 's', 'email', 'completed', 'svc', '{"code":"sent","evidence":{"provider":"SES","attempt":1}}', created_at, created_at
       FROM jobs WHERE environment_id = $1 AND notification_id = $2`,
      [environmentId, run?.notificationId, `${run?.notificationId.slice(0, 8)}ffffffffffffffff`],
    );
  }
  const completed = { status: 'completed', reason: { code: 'sent', evidence: { provider: 'SES', attempt: 1 } } };
  await prisma().job.updateMany({ where: { ...where(sent), type: 'sms' }, data: completed });
  const partly = await listed({ status: 'partly' });
  expect(partly.map(({ _id }) => _id)).toEqual([skipped?.notificationId]);
  expect(partly.map(rowState)).toEqual(['partly']);
  const all = await listed({ status: 'sent' });
  expect(all.map(rowState).sort()).toEqual(['partly', 'sent']);
  expect((await listed({ status: ['partly', 'skipped'] })).map(({ _id }) => _id)).toContain(other?.notificationId);
});
