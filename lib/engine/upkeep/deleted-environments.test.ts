/**
 * Tests that the rows of a deleted environment are removed despite interruptions, and the rows of other environments
 * stay.
 */
import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { deleteEnvironment } from '#lib/environments/deletion.ts';
import { createEnvironment, updateEnvironment } from '#lib/environments/service.ts';
import { broadcastEvent } from '#lib/events/trigger.ts';
import { newId } from '#lib/id.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { removeDeletedEnvironments } from './deleted-environments.ts';

ownScratchDatabase();

const JANE = { subscriberId: 'jane', phone: '+15555550123' };
const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };

let sample: Sample;
let ctx: Ctx;

beforeEach(async () => {
  sample = await filled();
  ({ ctx } = sample);
});

/**
 * Returns an environment with a sent run, a waiting run and a fan-out, and an empty environment of the same
 * organization.
 */
async function filled(send?: Parameters<typeof sampleEnvironment>[0]): Promise<Sample> {
  const made = await sampleEnvironment(send);
  await createEnvironment(made.ctx, { name: 'Other', type: 'dev' });
  await sampleIntegrations(made.ctx, ['sms']);
  await trigger(made.ctx, await sampleWorkflow(made.ctx, [SMS]), JANE);
  await trigger(made.ctx, await sampleWorkflow(made.ctx, [DELAY, SMS]), JANE);
  if (send) return made;
  await made.drain(new Date());
  await broadcastEvent(made.ctx, { name: await sampleWorkflow(made.ctx, [SMS]), payload: {} } as never);
  return made;
}

/** Returns the number of rows of an environment, by table. */
async function rowsOf({ environmentId }: Ctx): Promise<Record<string, number>> {
  const tables: { name: string }[] = await execute(`SELECT c.relname AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'environment_id'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'audit_log'`);
  const counts: [string, number][] = [];
  for (const { name } of tables) {
    const [row] = await execute<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${name} WHERE environment_id = $1`,
      [environmentId],
    );
    if (row && row.count > 0) counts.push([name, row.count]);
  }
  return Object.fromEntries(counts);
}

test('all rows of the environment are deleted, and none of another one', async () => {
  const { ctx: other } = await filled();
  const before = await rowsOf(other);
  expect(Object.keys(await rowsOf(ctx)).length).toBeGreaterThan(12);
  await deleteEnvironment(ctx, ctx.environmentId);
  expect(await removeDeletedEnvironments()).toBe(true);
  expect(await rowsOf(ctx)).toEqual({});
  expect(await rowsOf(other)).toEqual(before);
});

test('an interrupted deletion continues', async () => {
  const { ctx: other } = await filled();
  await execute(
    `INSERT INTO subscribers (id, environment_id, subscriber_id, created_at, updated_at)
     SELECT lpad(to_hex(n), 24, '0'), id, 'n' || n, now(), now() FROM generate_series(1, 12000) AS n, unnest($1::text[]) AS id`,
    [[ctx.environmentId, other.environmentId]],
  );
  const before = await rowsOf(other);
  await deleteEnvironment(ctx, ctx.environmentId);
  let calls = 0;
  let left = Number.POSITIVE_INFINITY;
  for (let batches = 40; ; batches += 3) {
    let begun = 0;
    calls += 1;
    if (await removeDeletedEnvironments({ isOver: () => begun++ >= batches })) break;
    const rows = Object.values(await rowsOf(ctx)).reduce((sum, count) => sum + count, 0);
    expect(rows).toBeLessThanOrEqual(left);
    left = rows;
  }
  expect(calls).toBeGreaterThan(2);
  expect(await rowsOf(ctx)).toEqual({});
  expect(await rowsOf(other)).toEqual(before);
});

test('rows of a late request are also deleted, for a day', async () => {
  await deleteEnvironment(ctx, ctx.environmentId);
  await removeDeletedEnvironments();
  const { environmentId } = ctx;
  await prisma().topic.create({
    data: { id: newId(), environmentId, key: 'late', createdAt: new Date(), updatedAt: new Date() },
  });
  const later = new Date(Date.now() + 2 * DAY_MS);
  await removeDeletedEnvironments({ now: later });
  expect(await rowsOf(ctx)).toEqual({});
  const where = { id: environmentId };
  expect(await prisma().deletedEnvironment.count({ where }), 'the last removal found a row').toBe(1);
  await removeDeletedEnvironments();
  expect(await prisma().deletedEnvironment.count({ where }), 'less than a day').toBe(1);
  await removeDeletedEnvironments({ now: later });
  expect(await prisma().deletedEnvironment.count({ where })).toBe(0);
});

test('workers send nothing for the environment, and discard its work', async () => {
  const { environmentId } = ctx;
  const sent = await prisma().message.count({ where: { environmentId } });
  await deleteEnvironment(ctx, environmentId);
  await sample.drain(new Date(Date.now() + DAY_MS));
  expect(await prisma().work.count({ where: { environmentId } })).toBe(0);
  expect(await prisma().fanout.count({ where: { environmentId } })).toBe(0);
  expect(await prisma().message.count({ where: { environmentId } })).toBe(sent);
});

test('a worker that sends for the environment during its deletion does no harm', async () => {
  const [sending, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = await filled(async () => {
    sending.resolve();
    await release.promise;
    return { type: 'sent', ids: [] } as never;
  });
  const before = await rowsOf(ctx);
  const worker = slow.start();
  await sending.promise;
  await deleteEnvironment(slow.ctx, slow.ctx.environmentId);
  await removeDeletedEnvironments();
  expect((await rowsOf(slow.ctx)).work).toBeUndefined();
  release.resolve();
  expect(await worker.stop(10_000)).toBe(true);
  await removeDeletedEnvironments();
  expect(await rowsOf(slow.ctx)).toEqual({});
  expect(await rowsOf(ctx)).toEqual(before);
});

test('the last environment and a production environment cannot be deleted', async () => {
  const lone = await sampleEnvironment();
  const refused = (of: Ctx) => expect(deleteEnvironment(of, of.environmentId)).rejects.toMatchObject({ status: 400 });
  await refused(lone.ctx);
  await updateEnvironment(ctx, ctx.environmentId, { type: 'prod' });
  await refused(ctx);
  await expect(deleteEnvironment(ctx, lone.ctx.environmentId)).rejects.toMatchObject({ status: 404 });
  await updateEnvironment(ctx, ctx.environmentId, { type: 'dev' });
  await deleteEnvironment(ctx, ctx.environmentId);
  await expect(deleteEnvironment(ctx, ctx.environmentId)).rejects.toMatchObject({ status: 404 });
});

test('one environment stays after simultaneous deletions of all', async () => {
  const { organizationId } = ctx;
  for (const name of ['A', 'B', 'C']) await createEnvironment(ctx, { name, type: 'dev' });
  const all = await prisma().environment.findMany({ where: { organizationId } });
  await Promise.allSettled(all.map(({ id }) => deleteEnvironment(ctx, id)));
  expect(await prisma().environment.count({ where: { organizationId } })).toBe(1);
});
