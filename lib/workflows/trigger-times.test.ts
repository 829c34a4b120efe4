import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma, transaction } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { noteTrigger } from './trigger-times.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };

let ctx: Ctx;
let identifier: string;

beforeAll(async () => {
  ({ ctx } = await sampleEnvironment());
  identifier = await sampleWorkflow(ctx, [SMS]);
});

async function stored() {
  const { environmentId } = ctx;
  return prisma().workflow.findFirstOrThrow({ where: { environmentId, identifier } });
}

test('a trigger changes only the last-triggered time of its workflow', async () => {
  const before = await stored();
  expect(before.lastTriggeredAt).toBeNull();
  const from = Date.now();
  for (let n = 0; n < 5; n++) await trigger(ctx, identifier, 'jane');
  const until = Date.now();
  expect((await stored()).lastTriggeredAt).toBeNull();
  await flushAll();
  const { lastTriggeredAt, ...rest } = await stored();
  expect(lastTriggeredAt?.getTime()).toBeGreaterThanOrEqual(from);
  expect(lastTriggeredAt?.getTime()).toBeLessThanOrEqual(until);
  expect(rest).toEqual({ ...rest, updatedAt: before.updatedAt, version: before.version });
});

test('a trigger that is rolled back or starts no run does not count', async () => {
  await trigger(ctx, identifier, 'jane', { transactionId: 'used' });
  await flushAll();
  const { lastTriggeredAt } = await stored();
  await trigger(ctx, identifier, 'jane', { transactionId: 'used' });
  await transaction(async () => {
    await trigger(ctx, identifier, 'jane');
    throw new Error('rolled back');
  }).catch(() => undefined);
  await flushAll();
  expect((await stored()).lastTriggeredAt).toEqual(lastTriggeredAt);
});

test('the newest time stays, whichever process writes last', async () => {
  const { id: workflowId } = await stored();
  const { environmentId } = ctx;
  const newest = new Date(Date.now() + 60_000);
  for (const at of [newest, new Date()]) {
    noteTrigger({ environmentId, workflowId, at });
    await flushAll();
  }
  expect((await stored()).lastTriggeredAt).toEqual(newest);
});
