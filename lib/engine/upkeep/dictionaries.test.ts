/** Tests that stored steps and workflows are deleted once no stored run can refer to them. */
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { env } from '#lib/env.ts';
import { broadcastEvent } from '#lib/events/trigger.ts';
import { newId } from '#lib/id.ts';
import { prisma, query, transaction } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { storeSnapshot, type WorkflowSnapshot } from '#lib/workflows/snapshots.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { maintain } from './maintenance.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 100, unit: 'days' } };

let sample: Sample;
let ctx: Ctx;

beforeEach(async () => {
  sample = await sampleEnvironment();
  ({ ctx } = sample);
  await sampleIntegrations(ctx, ['sms']);
});

/** Makes the rows of the environment look unused for this many days. */
async function unusedFor(days: number): Promise<void> {
  for (const table of ['job_steps', 'workflow_snapshots'])
    await query(`age-${table}`, `UPDATE ${table} SET used_at = $2 WHERE environment_id = $1`, [
      ctx.environmentId,
      new Date(Date.now() - days * DAY_MS),
    ]);
}

async function counts() {
  const where = { environmentId: ctx.environmentId };
  return {
    steps: await prisma().jobStep.count({ where }),
    snapshots: await prisma().workflowSnapshot.count({ where }),
  };
}

test('entries used within the retention stay, and others are deleted', async () => {
  await trigger(ctx, await sampleWorkflow(ctx, [SMS]), { subscriberId: 'jane', phone: '+15555550101' });
  await sample.drain();
  await unusedFor(env().RETENTION_DAYS + 1);
  await maintain();
  expect(await counts()).toEqual({ steps: 1, snapshots: 1 });
  await query('forget-runs', 'DELETE FROM notifications WHERE environment_id = $1', [ctx.environmentId]);
  await unusedFor(env().RETENTION_DAYS + 3);
  await maintain();
  expect(await counts()).toEqual({ steps: 0, snapshots: 0 });
});

test('old entries stay if a waiting run or a fan-out uses them', async () => {
  const { environmentId } = ctx;
  const workflowId = await sampleWorkflow(ctx, [DELAY, SMS]);
  await trigger(ctx, workflowId, 'jane');
  await sample.drain(sample.now());
  // IDs begin with the time, so this ID makes the run as old as its rows.
  const at = new Date(Date.now() - (env().RETENTION_DAYS + 10) * DAY_MS);
  const { id } = await prisma().notification.findFirstOrThrow({ where: { environmentId } });
  const old = newId(at);
  for (const [table, column] of [
    ['notifications', 'id'],
    ['jobs', 'notification_id'],
    ['work', 'notification_id'],
  ])
    await query(`old-${table}`, `UPDATE ${table} SET ${column} = $3 WHERE environment_id = $1 AND ${column} = $2`, [
      environmentId,
      id,
      old,
    ]);
  const later = await sampleWorkflow(ctx, [SMS]);
  await broadcastEvent(ctx, { name: later, payload: {} } as never);
  const unrelated = await sampleWorkflow(ctx, [SMS]);
  await trigger(ctx, unrelated, 'jane');
  await query('forget-newer', 'DELETE FROM work WHERE environment_id = $1 AND notification_id <> $2', [
    environmentId,
    old,
  ]);
  expect(await counts()).toEqual({ steps: 4, snapshots: 3 });
  await unusedFor(env().RETENTION_DAYS + 5);
  await maintain();
  expect(await counts()).toEqual({ steps: 3, snapshots: 2 });
});

const SNAPSHOT: WorkflowSnapshot = {
  workflowId: 'workflow',
  severity: 'none',
  critical: false,
  channels: ['sms'],
  tags: [],
  template: { name: 'Old', origin: 'svc-cloud', triggers: [] },
} as never;

test('a simultaneous trigger that needs an old row finds it or stores it again', async () => {
  const { environmentId } = ctx;
  await query(
    'old-snapshot',
    `INSERT INTO workflow_snapshots (environment_id, id, severity, critical, channels, tags, template, used_at)
     VALUES ($1, 1, 'none', false, '{}', '{}', '{}', now() - interval '10 years')`,
    [environmentId],
  );
  const stored = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  await storeSnapshot(environmentId, SNAPSHOT);
  const id = (await prisma().workflowSnapshot.findFirstOrThrow({ where: { environmentId, workflowId: 'workflow' } }))
    .id;
  await unusedFor(10_000);
  // Another name of the environment clears the cache of this process, as if another process stored the row.
  const other = transaction(async () => {
    await query(
      'touch-snapshot',
      `INSERT INTO workflow_snapshots (environment_id, id, workflow_id, severity, critical, channels, tags, template)
       VALUES ($1, $2, 'workflow', 'none', false, '{sms}', '{}', '{}') ON CONFLICT (environment_id, id) DO UPDATE SET used_at = now()
       WHERE workflow_snapshots.used_at < now() - interval '1 day'`,
      [environmentId, id],
    );
    stored.resolve();
    await commit.promise;
  });
  await stored.promise;
  const cleaned = maintain();
  await expect
    .poll(async () => (await query('waiting', 'SELECT 1 FROM pg_locks WHERE NOT granted')).length, { timeout: 30_000 })
    .toBeGreaterThan(0);
  commit.resolve();
  await Promise.all([other, cleaned]);
  const left = await prisma().workflowSnapshot.findMany({ where: { environmentId } });
  expect(left.map((row) => row.id)).toEqual([id]);
});
