/** Tests that a search for a recipient finds the entries about the recipient's messages. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { deleteMessage } from '#lib/messages/service.ts';
import { resendStep } from '#lib/notifications/retry/resend-step.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { JANE, step } from '#testing/stored-reasons.ts';
import { listAudit } from './list.ts';
import { ListAuditQuery } from './schema.ts';

ownScratchDatabase();

const SUPPORT = { type: 'user', userId: 'u', email: 'sue@example.com', role: 'support', sessionId: 's' } as const;

test('who sent a message again is found by its recipient, its ID and the address', async () => {
  const sample = await sampleEnvironment();
  const ctx: Ctx = { ...sample.ctx, actor: SUPPORT };
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [step('sms')]);
  await trigger(ctx, workflowId, JANE);
  await trigger(ctx, workflowId, { ...JANE, subscriberId: 'joe' });
  await sample.drain();
  const jane = await prisma().subscriber.findFirstOrThrow({ where: { environmentId, subscriberId: 'jane' } });
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId, subscriberId: jane.id } });
  const { id, notificationId, jobId } = message;
  await resendStep(ctx, { notificationId, jobId: jobId ?? '' }, { reason: 'Lost' });
  const actions = async (query: object, from: Ctx = ctx) =>
    (await listAudit(from, ListAuditQuery.parse(query))).data.map(({ action }) => action);
  expect(await actions({ q: 'jane' })).toContain('messages.resend');
  expect(await actions({ q: id })).toEqual(['messages.resend']);
  expect(await actions({ q: 'jane', environmentId })).toContain('messages.resend');
  expect(await actions({ q: 'joe' })).not.toContain('messages.resend');
  expect(await actions({ q: 'jane', environmentId: 'other' })).toEqual([]);
  expect(await actions({ q: id }, { ...ctx, organizationId: 'other' })).toEqual([]);
  await deleteMessage(ctx, id);
  expect(await actions({ q: id })).toEqual(['messages.delete']);
});
