import { expect, test } from 'vitest';
import { explain } from '#lib/explain/service.ts';
import { newId } from '#lib/id.ts';
import { prisma, query } from '#lib/postgres/db.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { broadcastEvent } from './trigger.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

/** Creates a broadcast to 600 subscribers and its first batch. The second batch fails as long as `isBroken`. */
async function halfway(): Promise<{
  sample: Sample;
  name: string;
  setBroken: (isBroken: boolean) => Promise<unknown>;
}> {
  const sample = await sampleEnvironment();
  const { environmentId } = sample.ctx;
  await sampleIntegrations(sample.ctx, ['sms']);
  const name = await sampleWorkflow(sample.ctx, [SMS]);
  const at = new Date(Date.now() - 60_000);
  const ids = Array.from({ length: 600 }, () => newId(at));
  await query(
    'failures-subscribers',
    `INSERT INTO subscribers (environment_id, id, subscriber_id, phone, created_at, updated_at)
     SELECT $1, id, 's' || n - 1, '+1555' || 1000000 + n, $3, $3 FROM unnest($2::text[]) WITH ORDINALITY AS s (id, n)`,
    [environmentId, ids, at],
  );
  await broadcastEvent(sample.ctx, { name });
  await query('failures-cursor', 'UPDATE fanouts SET cursor = $2, reached = 500 WHERE environment_id = $1', [
    environmentId,
    ids[499],
  ]);
  const { event } = await prisma().fanout.findFirstOrThrow({ where: { environmentId } });
  const setBroken = (isBroken: boolean) =>
    query('failures-break', 'UPDATE fanouts SET event = $2 WHERE environment_id = $1', [
      environmentId,
      isBroken ? { ...(event as object), snapshotId: 'no number' } : event,
    ]);
  return { sample, name, setBroken };
}

test('a batch that always fails ends its fan-out after an hour, with a reason in Explain', async () => {
  const { sample, name, setBroken } = await halfway();
  const { environmentId } = sample.ctx;
  await setBroken(true);
  const since = sample.now().getTime();
  await sample.drain(new Date(since + 4 * 3_600_000));
  expect(await prisma().fanout.count({ where: { environmentId } })).toBe(0);
  const tried = sample.now().getTime() - since;
  expect(tried).toBeGreaterThan(3_600_000);
  expect(tried).toBeLessThan(2 * 3_600_000);
  const explanation = await explain(sample.ctx, { subscriber: 's599', workflow: name });
  expect(explanation).toMatchObject({
    code: 'fanout_failed',
    summary: expect.stringContaining('stopped after 500 recipients'),
  });
});

test('a fan-out continues after a successful batch, and earlier failures do not count', async () => {
  const { sample, setBroken } = await halfway();
  const { environmentId } = sample.ctx;
  await setBroken(true);
  await sample.drain(new Date(sample.now().getTime() + 600_000));
  expect(await prisma().fanout.findFirst({ where: { environmentId } })).toMatchObject({ reached: 500 });
  await setBroken(false);
  await sample.drain();
  expect(await prisma().fanout.count({ where: { environmentId } })).toBe(0);
  expect(await prisma().notification.count({ where: { environmentId } })).toBe(100);
  expect(await prisma().triggerRefusal.count({ where: { environmentId } })).toBe(0);
});
