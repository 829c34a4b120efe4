/**
 * Tests a workflow's time limit, after which its runs can be neither resent nor recovered, with the real engine and
 * statements.
 */
import { afterEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import { prisma } from '#lib/postgres/db.ts';
import { advanceRecovery } from '#lib/recoveries/advance.ts';
import { previewRecovery } from '#lib/recoveries/preview.ts';
import { createRecovery, getRecovery } from '#lib/recoveries/service.ts';
import { duplicateWorkflow, patchWorkflow } from '#lib/workflows/service.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { resendStep } from './resend-step.ts';
import { whyNoResend, whyNoStepRetry } from './retry-rules.ts';
import { retryStep } from './retry-step.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const REFUSAL = { kind: 'rejected', words: 'Account suspended', isOwn: false } as const;
const ALL = { contextKeys: undefined };
const HOUR = 3_600_000;
const TOO_OLD = 'the run is older than its workflow’s limit of 2 hours';

afterEach(() => void vi.restoreAllMocks());

function hoursPass(hours: number) {
  const at = Date.now() + hours * HOUR;
  vi.spyOn(Date, 'now').mockReturnValue(at);
}

/** Creates a run whose message failed, of a workflow with a limit of two hours. */
async function failedRun() {
  let works = false;
  const sample = await sampleEnvironment(async (environmentId, target, now) => {
    if (!works) return { messageId: target.messageId, type: 'refused', error: REFUSAL as never };
    return sendTarget(environmentId, target, now);
  });
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS], { resendWithinHours: 2 });
  const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'ann', phone: '+15555550123' });
  await drain();
  works = true;
  const [run] = await storedRuns(ctx, transactionId);
  const { environmentId } = ctx;
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId, notificationId: run?.id ?? '' } });
  return { ...sample, workflowId, transactionId, which: { notificationId: run?.id ?? '', jobId: job.id } };
}

const limit = (ctx: Ctx, workflowId: string, resendWithinHours: number | null) =>
  patchWorkflow(ctx, workflowId, { resendWithinHours } as never);

test('after the limit, a failed step is not retried, not sent again and not recovered', async () => {
  const { ctx, which, transactionId, workflowId, drain } = await failedRun();
  const before = await previewRecovery(ctx, { filter: ALL });
  expect(before).toMatchObject({ total: 1, retryable: 1, notRetryable: [] });
  hoursPass(3);
  const refused = { code: 'unprocessable', message: expect.stringContaining(TOO_OLD) };
  await expect(retryStep(ctx, which)).rejects.toMatchObject(refused);
  await expect(resendStep(ctx, which, { reason: 'Again' })).rejects.toMatchObject(refused);
  expect(await previewRecovery(ctx, { filter: ALL })).toMatchObject({
    ...{ total: 1, retryable: 0, wouldSend: 0 },
    notRetryable: [{ reason: TOO_OLD, count: 1 }],
  });
  const { _id } = await createRecovery(ctx, { filter: ALL, reason: 'The provider works again' });
  await advanceRecovery(ctx.environmentId);
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'done', retried: 0, skipped: 1 });
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'failed', work: 0 }]);

  await limit(ctx, workflowId, null);
  await retryStep(ctx, which);
  vi.restoreAllMocks();
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
});

test('within the limit, a failed step is retried', async () => {
  const { ctx, which, transactionId, drain } = await failedRun();
  hoursPass(1);
  await retryStep(ctx, which);
  vi.restoreAllMocks();
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
});

test('the limit is audited once for each change, and a copy has it', async () => {
  const { ctx, workflowId } = await failedRun();
  const { environmentId } = ctx;
  await limit(ctx, workflowId, 24);
  await limit(ctx, workflowId, 24);
  const where = { environmentId, action: 'workflows.limitResending' };
  const entries = await prisma().auditEntry.findMany({ where, orderBy: { id: 'asc' } });
  expect(entries.map(({ after }) => after)).toEqual([{ resendWithinHours: 2 }, { resendWithinHours: 24 }]);
  await duplicateWorkflow(ctx, workflowId, { workflowId: 'copy' } as never);
  const copy = await prisma().workflow.findFirst({ where: { environmentId, identifier: 'copy' } });
  expect(copy?.resendWithinHours).toBe(24);
});

test('pages say the same beforehand, and a step that waits for its next attempt is not limited', () => {
  const run = { template: { resendWithinHours: 2 }, createdAt: new Date(Date.now() - 3 * HOUR).toISOString() };
  expect(whyNoStepRetry(run, { status: 'failed' })).toBe(`Cannot retry: ${TOO_OLD}`);
  expect(whyNoStepRetry(run, { status: 'queued' })).toBeUndefined();
  expect(whyNoResend({ ...run, subscriber: {} })).toBe(`Cannot send again: ${TOO_OLD}`);
  const young = { ...run, createdAt: new Date().toISOString() };
  expect(whyNoStepRetry(young, { status: 'failed' })).toBeUndefined();
  expect(whyNoResend({ ...young, subscriber: {} })).toBeUndefined();
});
