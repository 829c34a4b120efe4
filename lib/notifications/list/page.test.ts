/** Tests the response about a run and its records, with the real engine and statements. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { whyNoRetry } from '#lib/notifications/retry/retry-rules.ts';
import { SummarisedRun } from '#lib/notifications/schema.ts';
import { getNotification } from '#lib/notifications/service.ts';
import { runStatusOf } from '#lib/notifications/status/run-status.ts';
import { prisma } from '#lib/postgres/db.ts';
import { deleteSubscriber } from '#lib/subscribers/changes.ts';
import { deleteWorkflow } from '#lib/workflows/service.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const EMAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: '<p>Hello</p>' } };

async function runOf(ctx: Ctx, transactionId: string) {
  const { environmentId } = ctx;
  const { id } = await prisma().notification.findFirstOrThrow({ where: { environmentId, transactionId } });
  return SummarisedRun.parse(JSON.parse(await getNotification(ctx, id)));
}

test('an attempt names its message, which has the used address', async () => {
  const { ctx, drain } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['email']);
  const to = { subscriberId: 'joe', email: 'joe@example.com' };
  const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, [EMAIL]), to);
  await drain();
  await prisma().subscriber.updateMany({ where: { environmentId }, data: { email: 'joe.new@example.com' } });
  const [job] = (await runOf(ctx, transactionId)).jobs ?? [];
  const last = job?.executionDetails.at(-1);
  expect(last?.reason).toMatchObject({ code: 'sandboxed', evidence: { address: 'j•••@example.com' } });
  const id = last?._messageId ?? 'none';
  expect(await prisma().message.findFirst({ where: { environmentId, id } })).toMatchObject({
    email: 'joe@example.com',
  });
});

test('a run of a deleted workflow shows that no step is retried', async () => {
  const { ctx, drain } = await sampleEnvironment(sendTarget);
  await sampleIntegrations(ctx, ['email']);
  const workflowId = await sampleWorkflow(ctx, [EMAIL]);
  const to = { subscriberId: 'joe', email: 'joe@example.com' };
  const { transactionId = '' } = await trigger(ctx, workflowId, to);
  await drain();
  expect(whyNoRetry(await runOf(ctx, transactionId))).toBeUndefined();
  await deleteWorkflow(ctx, workflowId);
  const run = await runOf(ctx, transactionId);
  expect(run.template?.deletedAt).toMatch(/^\d{4}-.*Z$/);
  expect(whyNoRetry(run)).toContain('workflow was deleted');
});

test('a waiting run of a deleted subscriber shows that no more messages are sent', async () => {
  const { ctx, drain, now } = await sampleEnvironment(sendTarget);
  const delay = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
  const to = { subscriberId: 'joe', email: 'joe@example.com' };
  const { transactionId = '' } = await trigger(ctx, await sampleWorkflow(ctx, [delay, EMAIL]), to);
  await drain(now());
  expect(runStatusOf(await runOf(ctx, transactionId)).parts).toHaveLength(1);
  await deleteSubscriber(ctx, 'joe');
  const run = await runOf(ctx, transactionId);
  expect(run.subscriber).toMatchObject({ subscriberId: 'joe', deletedAt: expect.stringMatching(/Z$/) });
  expect(runStatusOf(run).parts.at(-1)).toBe('The subscriber was deleted; nothing more is sent.');
});

test('a run cancelled during its last attempt names the actor, and is not retried', async () => {
  let transaction = '';
  const sample = await sampleEnvironment(async (environmentId, target, now) => {
    await cancelTransaction(sample.ctx, transaction);
    return sendTarget(environmentId, target, now);
  });
  await sampleIntegrations(sample.ctx, ['email']);
  const to = { subscriberId: 'joe', email: 'joe@example.com' };
  const { transactionId = '' } = await trigger(sample.ctx, await sampleWorkflow(sample.ctx, [EMAIL]), to);
  expect(whyNoRetry(await runOf(sample.ctx, transactionId))).toBeUndefined();
  transaction = transactionId;
  await sample.drain();
  const run = await runOf(sample.ctx, transactionId);
  expect(run.ended).toMatchObject({
    code: 'canceled',
    evidence: { actor: expect.any(String), at: expect.any(String) },
  });
  const { state, parts } = runStatusOf(run);
  expect(state).toBe('sandboxed');
  expect(parts.at(-1)).toMatch(/^Cancelled by .+, while its last step was running\.$/);
  expect(whyNoRetry(run)).toContain('was cancelled');
});
