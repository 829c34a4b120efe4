/** Tests manual retries with the real engine and statements, and the list of waiting runs. */
import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import { claimWork, LANES } from '#lib/engine/queue/work.ts';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { idFloor } from '#lib/id.ts';
import { retryMessage } from '#lib/messages/service.ts';
import { WAITING } from '#lib/notifications/list/query.ts';
import { listWaiting } from '#lib/notifications/service.ts';
import { hotPool, hotQuery, prisma } from '#lib/postgres/db.ts';
import { deleteWorkflow, patchWorkflow } from '#lib/workflows/service.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { retryStep } from './retry-step.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
const REFUSED = { subscriberId: 'ann', phone: '+15005550001' };

async function failedRun() {
  let works = false;
  let sends = 0;
  const sample = await sampleEnvironment(async (environmentId, target, now) => {
    sends++;
    if (!works || !target.message) return sendTarget(environmentId, target, now);
    return { messageId: target.messageId, type: 'accepted', sandbox: true };
  });
  const { ctx } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, REFUSED);
  await sample.drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'failed', reason: 'provider_rejected' });
  const message = await prisma().message.findFirst({ where: { environmentId: ctx.environmentId } });
  const which = { notificationId: run?.id ?? '', jobId: message?.jobId ?? '' };
  const repair = () => {
    works = true;
  };
  return { ...sample, transactionId, which, messageId: message?.id ?? '', repair, sends: () => sends };
}

const failures = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));

test('a retry of a failed message reopens and ends the run, and the message keeps its ID', async () => {
  const { ctx, drain, transactionId, messageId, repair, sends } = await failedRun();
  repair();
  expect(await retryMessage(ctx, messageId)).toEqual({ acknowledged: true, status: 'queued' });
  const [open] = await storedRuns(ctx, transactionId);
  expect(open).toMatchObject({ outcome: null, work: 1 });
  expect(open?.jobs).toEqual([{ type: 'sms', status: 'queued', reason: 'retry_requested', attempts: 0 }]);
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0, messages: [{ channel: 'sms', status: 'sent' }] });
  const messages = await prisma().message.findMany({ where: { environmentId: ctx.environmentId } });
  expect(messages.map(({ id }) => id)).toEqual([messageId]);
  expect(sends()).toBe(2);
  await expect(retryMessage(ctx, messageId)).rejects.toMatchObject({ code: 'unprocessable' });
});

test('a retry is recorded by the statement that expects its message, without an error in PostgreSQL', async () => {
  const spy = vi.spyOn(hotPool(), 'query');
  const recordings = () => {
    const names = spy.mock.calls.map(([statement]) => (statement as unknown as { name?: string }).name ?? '');
    spy.mockClear();
    return names.filter((name) => name.startsWith('work-record'));
  };
  const { ctx, drain, which, transactionId } = await failedRun();
  expect(recordings()).toEqual(['work-record-ends']);
  for (let retries = 0; retries < 2; retries++) {
    await retryStep(ctx, which);
    await drain();
    expect(recordings()).toEqual(['work-record']);
  }
  spy.mockRestore();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'failed', messages: [{ status: 'error' }], work: 0 });
});

test('a retry that fails ends the run as failed again', async () => {
  const { ctx, drain, transactionId, which, sends } = await failedRun();
  await retryStep(ctx, which);
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'failed', reason: 'provider_rejected', work: 0 });
  expect(sends()).toBe(2);
});

test('one of several simultaneous retries succeeds, and the others are conflicts', async () => {
  const { ctx, which, drain, transactionId } = await failedRun();
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => retryStep(ctx, which)));
  expect(failures(results)).toEqual(Array(5).fill('conflict'));
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(
    run?.details.filter((detail) => detail === 'Message sent' || detail === 'Unexpected provider error'),
  ).toHaveLength(2);
});

test('a retry waits for a worker that holds another step of the run', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS, DELAY]);
  const { transactionId = '' } = await trigger(ctx, workflowId, REFUSED);
  await drain(new Date(now().getTime() + 1000));
  const { environmentId } = ctx;
  const failed = await prisma().job.findFirst({ where: { environmentId, status: 'failed' } });
  const which = { notificationId: failed?.notificationId ?? '', jobId: failed?.id ?? '' };
  const later = new Date(now().getTime() + 3 * 3_600_000);
  const holder = { workerId: 'other', now: later, leaseMs: 30_000 };
  expect(await claimWork({ environmentId, lane: LANES.normal }, holder, 1)).toHaveLength(1);
  await expect(retryStep(ctx, which)).rejects.toMatchObject({ code: 'conflict' });
  await prisma().work.updateMany({ where: { environmentId }, data: { workerId: null, leaseUntil: null } });
  await retryStep(ctx, which);
  await drain(later);
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'failed', work: 0 });
});

test('a step that waits for an attempt is retried immediately, with a new series of attempts', async () => {
  let works = false;
  const sends: string[] = [];
  const { ctx, drain, now } = await sampleEnvironment(async (environmentId, target, at) => {
    sends.push(target.messageId);
    if (!works || !target.message) return sendTarget(environmentId, target, at);
    return { messageId: target.messageId, type: 'accepted', sandbox: true };
  });
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'bob', phone: '+15005550004' });
  await drain(new Date(now().getTime() + 60_000));
  const { environmentId } = ctx;
  const job = await prisma().job.findFirst({ where: { environmentId } });
  expect(job).toMatchObject({ status: 'queued', reason: { code: 'retry_waiting' }, attempts: 4 });
  const which = { notificationId: job?.notificationId ?? '', jobId: job?.id ?? '' };

  works = true;
  const results = await Promise.allSettled([retryStep(ctx, which), retryStep(ctx, which), retryStep(ctx, which)]);
  expect(failures(results)).toEqual(['conflict', 'conflict']);
  await drain(new Date(now().getTime() + 1_000));
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0, messages: [{ status: 'sent' }], jobs: [{ attempts: 1 }] });
  expect(sends).toHaveLength(5);
  expect(new Set(sends).size).toBe(1);
});

test('a retry that already waits again is not requested twice from the same state', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  await trigger(ctx, await sampleWorkflow(ctx, [SMS]), { subscriberId: 'bob', phone: '+15005550004' });
  await drain(now());
  const seen = await prisma().job.findFirstOrThrow({ where: { environmentId } });
  const which = { notificationId: seen.notificationId, jobId: seen.id };
  const updatedAt = seen.updatedAt.toISOString();
  await retryStep(ctx, which, { reason: 'It works again', updatedAt });
  await drain(new Date(Date.now() + 1_000));
  expect(await prisma().job.findFirst({ where: { environmentId } })).toMatchObject({
    reason: { code: 'retry_waiting' },
  });
  await expect(retryStep(ctx, which, { updatedAt })).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringMatching(/^Retried by .+: “It works again”: see its result before/) },
  });
  await expect(retryStep(ctx, which), 'at once, without the state').rejects.toMatchObject({ code: 'conflict' });
  const present = await prisma().job.findFirstOrThrow({ where: { environmentId } });
  const later = new Date(Math.max(present.updatedAt.getTime(), Date.now())).toISOString();
  expect(await retryStep(ctx, which, { updatedAt: later })).toMatchObject({ status: 'queued' });
  await drain();
});

test('a step that a worker already retries is not retried again', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  await trigger(ctx, await sampleWorkflow(ctx, [SMS]), { subscriberId: 'bob', phone: '+15005550004' });
  await drain(new Date(now().getTime() + 60_000));
  const { environmentId } = ctx;
  const job = await prisma().job.findFirst({ where: { environmentId } });
  const holder = { workerId: 'other', now: new Date(now().getTime() + 3_600_000), leaseMs: 30_000 };
  expect(await claimWork({ environmentId, lane: LANES.normal }, holder, 1)).toHaveLength(1);
  const which = { notificationId: job?.notificationId ?? '', jobId: job?.id ?? '' };
  await expect(retryStep(ctx, which)).rejects.toMatchObject({ code: 'conflict' });
  expect(await prisma().job.findFirst({ where: { environmentId } })).toEqual(job);
});

test('no step of a deleted workflow is retried', async () => {
  const { ctx, which, messageId, drain, sends } = await failedRun();
  const workflow = await prisma().workflow.findFirst({ where: { environmentId: ctx.environmentId } });
  await deleteWorkflow(ctx, workflow?.id ?? '');
  await expect(retryStep(ctx, which)).rejects.toMatchObject({
    code: 'unprocessable',
    message: expect.stringContaining('workflow was deleted'),
  });
  await expect(retryMessage(ctx, messageId)).rejects.toMatchObject({ code: 'unprocessable' });
  await drain();
  expect(sends()).toBe(1);
});

test('a retry waits for a simultaneous deletion of the workflow', async () => {
  const { ctx, which, drain, sends } = await failedRun();
  const deletion = await hotPool().connect();
  try {
    await deletion.query('BEGIN');
    await deletion.query('UPDATE workflows SET deleted_at = now() WHERE environment_id = $1', [ctx.environmentId]);
    const retry = retryStep(ctx, which).then(
      () => 'retried',
      ({ message }) => message,
    );
    expect(await Promise.race([retry, untilWaiting(1).then(() => 'waits')])).toBe('waits');
    await deletion.query('COMMIT');
    expect(await retry).toContain('workflow was deleted');
  } finally {
    deletion.release();
  }
  await drain();
  expect(sends()).toBe(1);
});

test('a cancelled run is not retried, and a run of another tenant is not found', async () => {
  const { ctx, which, transactionId, messageId } = await failedRun();
  const other = await failedRun();
  await expect(retryStep(other.ctx, which)).rejects.toMatchObject({ code: 'not_found' });
  await expect(retryMessage(other.ctx, messageId)).rejects.toMatchObject({ code: 'not_found' });
  await retryStep(ctx, which);
  expect(await cancelTransaction(ctx, transactionId)).toBe(true);
  await other.drain();
  await expect(retryStep(ctx, which)).rejects.toMatchObject({ code: 'unprocessable' });
});

test('the failed step of a run that was cancelled later is not retried', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS, DELAY]);
  const { transactionId = '' } = await trigger(ctx, workflowId, REFUSED);
  await drain(sample.now());
  const { environmentId } = ctx;
  const failed = await prisma().job.findFirstOrThrow({ where: { environmentId, status: 'failed' } });
  expect(await cancelTransaction(ctx, transactionId)).toBe(true);
  await drain();
  await expect(retryStep(ctx, { notificationId: failed.notificationId, jobId: failed.id })).rejects.toMatchObject({
    code: 'unprocessable',
    message: 'Cannot retry: the run was cancelled',
  });
});

const waitingIds = async (ctx: Ctx) =>
  (JSON.parse(await listWaiting(ctx, { page: 0, limit: 50 })) as { data: { _id: string }[] }).data.map(
    ({ _id }) => _id,
  );

test('runs with an unfinished step are listed newest first by an index', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  const workflowId = await sampleWorkflow(ctx, [DELAY]);
  const transactions: string[] = [];
  for (const subscriberId of ['ann', 'bob', 'cay']) {
    transactions.push((await trigger(ctx, workflowId, { subscriberId })).transactionId ?? '');
  }
  await drain(new Date(now().getTime() + 1000));
  const runs = (await Promise.all(transactions.map((id) => storedRuns(ctx, id)))).flat().map(({ id }) => id);
  expect(await waitingIds(ctx)).toEqual(runs.sort().reverse());
  await drain(new Date(now().getTime() + 3 * 3_600_000));
  expect(await waitingIds(ctx)).toEqual([]);
});

test('the list of waiting runs reads its page from the index, however many wait', async () => {
  const { ctx } = await sampleEnvironment();
  await hotQuery(
    'test-fill',
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
     SELECT $1, lpad(n::text, 24, 'a'), lpad(n::text, 24, 'a'), 1, now() + interval '1 day' FROM generate_series(1, 20000) n`,
    [ctx.environmentId],
  );
  await hotPool().query('VACUUM ANALYZE work');
  const { rows } = await hotPool().query({
    text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${WAITING}`,
    values: [ctx.environmentId, idFloor(new Date(0)), 11, 0],
  });
  // The work loops of the tests below would claim the rows and discard them one by one.
  await hotPool().query('TRUNCATE work');
  const text = JSON.stringify(rows[0]);
  expect(text).toContain('work_pkey');
  expect(text).not.toContain('Sort');
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(20);
});

const support = { type: 'user', userId: 'u', email: 'sue@example.com', role: 'support', sessionId: 's' } as const;
const developer = { ...support, role: 'developer' } as const;

/** Creates a failed message of a sensitive workflow whose subscriber has since changed the phone number. */
async function movedAway({ unmark = false } = {}) {
  const numbers: unknown[] = [];
  let works = false;
  const sample = await sampleEnvironment(async (environmentId, target, now) => {
    numbers.push(target.address.record.phone);
    if (!works || !target.message) return sendTarget(environmentId, target, now);
    return { messageId: target.messageId, type: 'accepted', sandbox: true };
  });
  const { ctx } = sample;
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const mark = (isSensitive: boolean) => patchWorkflow(ctx, workflowId, { isSensitive } as never);
  await mark(true);
  const { transactionId = '' } = await trigger(ctx, workflowId, REFUSED);
  await sample.drain();
  if (unmark) await mark(false);
  const [run] = await storedRuns(ctx, transactionId);
  const message = await prisma().message.findFirst({ where: { environmentId } });
  const which = { notificationId: run?.id ?? '', jobId: message?.jobId ?? '' };
  works = true;
  numbers.length = 0;
  const moveTo = (phone: string) => prisma().subscriber.updateMany({ where: { environmentId }, data: { phone } });
  return { ...sample, transactionId, which, moveTo, numbers, as: (actor: Ctx['actor']): Ctx => ({ ...ctx, actor }) };
}

test.each([[false], [true]])(
  'sensitive content is retried only to its earlier address (unmarked: %s)',
  async (unmark) => {
    const { ctx, as, drain, which, moveTo, numbers, transactionId } = await movedAway({ unmark });
    await moveTo('+15005559999');
    await retryStep(as(support), which);
    await drain();
    expect(await storedRuns(ctx, transactionId)).toMatchObject([
      { outcome: 'failed', reason: 'address_changed', work: 0 },
    ]);
    expect(numbers).toEqual([]);
    await moveTo(REFUSED.phone);
    await retryStep(as(support), which);
    await drain();
    expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
    expect(numbers).toEqual([REFUSED.phone]);
  },
);

test('a caller who may see the content sends it to the present address, which the message then names', async () => {
  const { ctx, as, drain, which, moveTo, numbers, transactionId } = await movedAway();
  await moveTo('+15005559999');
  await retryStep(as(support), which);
  await drain();
  await retryStep(as(developer), which);
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
  expect(numbers).toEqual(['+15005559999']);
  const where = { environmentId: ctx.environmentId };
  expect(await prisma().message.findFirst({ where })).toMatchObject({ phone: '+15005559999' });
});

test('an automatic attempt does not use a changed address', async () => {
  const { ctx, as, drain, which, moveTo, numbers, transactionId } = await movedAway();
  await retryStep(as(support), which);
  await moveTo('+15005559999');
  await drain();
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'failed', reason: 'address_changed' }]);
  expect(numbers).toEqual([]);
});
