/** Tests with the real engine that each deletion of a message is recorded in its run. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { prisma } from '#lib/postgres/db.ts';
import { parseReason, summaryOf } from '#lib/reasons/registry.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { JANE, step } from '#testing/stored-reasons.ts';
import { deleteMessage, deleteTransactionMessages } from './service.ts';

ownScratchDatabase();

async function sentTexts() {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['sms']);
  const workflowId = await sampleWorkflow(sample.ctx, [step('sms')]);
  const { transactionId = '' } = await trigger(sample.ctx, workflowId, JANE);
  await sample.drain();
  const { environmentId } = sample.ctx;
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId } });
  return { ctx: sample.ctx, transactionId, message };
}

async function deletions({ environmentId }: Ctx) {
  const details = await prisma().executionDetail.findMany({ where: { environmentId } });
  return details.flatMap(({ jobId, reason: stored }) => {
    const reason = parseReason(stored);
    return reason?.code === 'message_deleted' ? [{ jobId, text: summaryOf(reason) }] : [];
  });
}

test('the run of a deleted message keeps who deleted it', async () => {
  const { ctx, message } = await sentTexts();
  const ends = await Promise.allSettled([deleteMessage(ctx, message.id), deleteMessage(ctx, message.id)]);
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const text = expect.stringMatching(/^The record of the message was deleted by .+/);
  expect(await deletions(ctx)).toEqual([{ jobId: message.jobId, text }]);
});

test('the deletion of all messages of a transaction is recorded for each of them', async () => {
  const { ctx, transactionId, message } = await sentTexts();
  await expect(deleteTransactionMessages(ctx, transactionId, { channel: 'email' })).rejects.toThrow();
  expect(await deletions(ctx)).toEqual([]);
  await deleteTransactionMessages(ctx, transactionId, {});
  expect(await deletions(ctx)).toMatchObject([{ jobId: message.jobId }]);
});
