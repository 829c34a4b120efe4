/** Tests sending again with the real engine and statements. */
import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import { newId } from '#lib/id.ts';
import { runSummaries } from '#lib/notifications/list/summary-page.ts';
import { getNotification } from '#lib/notifications/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { createSuppression, removeSuppression } from '#lib/suppressions/service.ts';
import { deleteWorkflow, patchWorkflow } from '#lib/workflows/service.ts';
import {
  type SampleStep,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { resendStep } from './resend-step.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello {{ payload.name }}' } };
const DIGEST = { type: 'digest', name: 'Collect', controlValues: { amount: 1, unit: 'hours' } };
const LIST = {
  type: 'sms',
  name: 'List',
  controlValues: { body: '{% for event in steps.collect.events %}{{ event.payload.name }} {% endfor %}' },
};
const ANN = { subscriberId: 'ann', phone: '+15555550123' };
const REASON = { reason: 'She deleted it' };

const support = { type: 'user', userId: 'u', email: 'sue@example.com', role: 'support', sessionId: 's' } as const;
const developer = { ...support, role: 'developer' } as const;

/** Creates a run for Ann that ended. `sent` collects what is sent: number and text. */
async function endedRun(steps: readonly SampleStep[] = [SMS], { isSensitive = false } = {}) {
  const sent: [unknown, unknown][] = [];
  const sample = await sampleEnvironment((environmentId, target, now) => {
    sent.push([target.address.record.phone, (target.message as { content?: unknown } | undefined)?.content]);
    return sendTarget(environmentId, target, now);
  });
  const { ctx, drain } = sample;
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, steps, { isSensitive });
  const { transactionId = '' } = await trigger(ctx, workflowId, ANN, { payload: { name: 'Ann' } });
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  const notificationId = run?.id ?? '';
  const orderBy = { position: 'desc' } as const;
  const jobs = await prisma().job.findMany({ where: { environmentId, notificationId }, orderBy });
  const which = { notificationId, jobId: jobs[0]?.id ?? '' };
  const moveTo = (phone: string) => prisma().subscriber.updateMany({ where: { environmentId }, data: { phone } });
  const as = (actor: Ctx['actor']): Ctx => ({ ...ctx, actor });
  return { ...sample, workflowId, transactionId, which, jobs, sent, moveTo, as };
}

test('a delivered message is sent again, in a separate run that both timelines name', async () => {
  const { ctx, as, drain, which, sent, transactionId } = await endedRun();
  const { notificationId } = await resendStep(as(support), which, REASON);
  const [, queued] = await storedRuns(ctx, transactionId);
  expect(queued).toMatchObject({ id: notificationId, outcome: null, work: 1 });
  await drain();
  const [first, second] = await storedRuns(ctx, transactionId);
  expect(first).toMatchObject({ id: which.notificationId, outcome: 'sent', messages: [{ status: 'sent' }] });
  expect(second).toMatchObject({ outcome: 'sent', work: 0, messages: [{ channel: 'sms', status: 'sent' }] });
  expect(sent).toEqual(Array(2).fill([ANN.phone, 'Hello Ann']));

  const [earlier, later] = await Promise.all([
    getNotification(ctx, which.notificationId),
    getNotification(ctx, notificationId),
  ]).then((texts) => texts.map((text) => JSON.parse(text)));
  expect(earlier.resendOf).toBeUndefined();
  const rows = await runSummaries(ctx, [which.notificationId, notificationId]);
  expect(rows.map(({ resent }) => resent)).toEqual([undefined, true]);
  expect(later).toMatchObject({ resendOf: which, payload: { name: 'Ann' }, transactionId });
  expect(later.jobs[0].integration).toMatchObject({ name: 'sms', identifier: expect.stringMatching(/^sms-/) });
  const requestIn = (run: { jobs: { executionDetails: { reason?: { code: string; evidence: object } }[] }[] }) =>
    run.jobs[0]?.executionDetails.find(({ reason }) => reason?.code === 'resend_requested')?.reason?.evidence;
  const evidence = { actor: 'sue@example.com', note: REASON.reason };
  expect(requestIn(earlier)).toMatchObject({ ...evidence, notification: notificationId });
  expect(requestIn(later)).toMatchObject({ ...evidence, notification: which.notificationId });
});

test('the step reads the results of the steps before it, which do not run again', async () => {
  const { ctx, drain, which, sent, transactionId } = await endedRun([DIGEST, LIST]);
  await resendStep(ctx, which, REASON);
  await drain();
  const [, second] = await storedRuns(ctx, transactionId);
  expect(second).toMatchObject({
    outcome: 'sent',
    jobs: [
      { type: 'digest', status: 'completed', reason: 'digest_finished' },
      { type: 'sms', status: 'completed', reason: 'sandboxed' },
    ],
  });
  expect(sent.map(([, text]) => text)).toEqual(Array(2).fill('Ann '));
});

test('a payload that several runs share is copied', async () => {
  const { ctx, drain, sent, workflowId } = await endedRun();
  const to = [ANN, { subscriberId: 'bo', phone: '+15555550124' }];
  const { transactionId = '' } = await trigger(ctx, workflowId, to, { payload: { name: 'you all' } });
  await drain();
  const [{ id: notificationId } = { id: '' }] = await storedRuns(ctx, transactionId);
  const { environmentId } = ctx;
  const { id: jobId } = await prisma().job.findFirstOrThrow({ where: { environmentId, notificationId } });
  const again = await resendStep(ctx, { notificationId, jobId }, REASON);
  await drain();
  expect(sent.at(-1)).toEqual([ANN.phone, 'Hello you all']);
  const row = await prisma().notification.findFirst({ where: { environmentId, id: again.notificationId } });
  expect(row).toMatchObject({ payloadId: null, payload: { name: 'you all' } });
});

test('all checks apply again, and a skipped step is sent once its cause is gone', async () => {
  const { ctx, drain, which, transactionId } = await endedRun();
  const { _id } = await createSuppression(ctx, { channel: 'sms', address: ANN.phone });
  const { notificationId } = await resendStep(ctx, which, REASON);
  await drain();
  const [, skipped] = await storedRuns(ctx, transactionId);
  expect(skipped).toMatchObject({ outcome: 'skipped', reason: 'suppressed', messages: [] });
  await removeSuppression(ctx, _id, { reason: 'By phone' });
  const where = { environmentId: ctx.environmentId, notificationId };
  const { id: jobId } = await prisma().job.findFirstOrThrow({ where });
  await resendStep(ctx, { notificationId, jobId }, REASON);
  await drain();
  expect((await storedRuns(ctx, transactionId))[2]).toMatchObject({ outcome: 'sent' });
});

test('one of several simultaneous requests succeeds, and the others are conflicts until its run is over', async () => {
  const { ctx, drain, which, sent } = await endedRun();
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => resendStep(ctx, which, REASON)));
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(codes).toEqual(Array(4).fill('conflict'));
  await drain();
  await resendStep(ctx, which, REASON);
  await drain();
  expect(sent).toHaveLength(3);
});

test('a support member sends sensitive content again to its earlier address only', async () => {
  const { ctx, as, drain, which, moveTo, sent, transactionId } = await endedRun([SMS], { isSensitive: true });
  await resendStep(as(support), which, REASON);
  await moveTo('+15555559999');
  await drain();
  await moveTo(ANN.phone);
  await resendStep(as(support), which, REASON);
  await drain();
  await moveTo('+15555559999');
  await resendStep(as(developer), which, REASON);
  await drain();
  const [, moved, same, allowed] = await storedRuns(ctx, transactionId);
  expect(moved).toMatchObject({ outcome: 'failed', reason: 'address_changed', messages: [] });
  expect([same?.outcome, allowed?.outcome]).toEqual(['sent', 'sent']);
  expect(sent.map(([phone]) => phone)).toEqual([ANN.phone, ANN.phone, '+15555559999']);
});

test('content of a workflow that is no longer marked as sensitive is not sent into an open run', async () => {
  const { ctx, which, workflowId } = await endedRun([SMS], { isSensitive: true });
  await patchWorkflow(ctx, workflowId, { isSensitive: false } as never);
  await expect(resendStep(ctx, which, REASON)).rejects.toMatchObject({
    code: 'unprocessable',
    message: expect.stringContaining('was marked as sensitive'),
  });
});

test('what cannot be sent again is rejected with the reason', async () => {
  const { ctx, which, jobs, workflowId, transactionId } = await endedRun([DIGEST, LIST]);
  const { environmentId } = ctx;
  const refused = (given: object, message: string) =>
    expect(resendStep(ctx, { ...which, ...given }, REASON)).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
  await refused({ jobId: jobs[1]?.id }, 'the completed digest step has no message to send');
  await refused({ jobId: newId() }, 'was not found');
  await refused({ notificationId: newId() }, 'was not found');
  await refused({ notificationId: '…' }, 'was not found');
  const other = await endedRun();
  await expect(resendStep(other.ctx, which, REASON)).rejects.toMatchObject({ code: 'not_found' });
  await trigger(ctx, workflowId, ANN);
  const later = { environmentId, transactionId: { not: transactionId } };
  const { id: notificationId } = await prisma().notification.findFirstOrThrow({ where: later });
  const waiting = await prisma().job.findFirstOrThrow({ where: { environmentId, notificationId, type: 'sms' } });
  await refused({ notificationId, jobId: waiting.id }, 'the step has not ended yet');
  await prisma().subscriber.deleteMany({ where: { environmentId } });
  await refused({}, 'the subscriber was deleted');
  await deleteWorkflow(ctx, workflowId);
  await refused({}, 'the workflow was deleted');
  expect(await prisma().notification.count({ where: { environmentId } })).toBe(2);
});
