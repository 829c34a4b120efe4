import { expect, test, vi } from 'vitest';
import { cancelTransaction } from '#lib/events/cancel-transaction.ts';
import { execute, prisma, query } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { sendTarget } from './attempt/send.ts';
import { recoverWork } from './queue/recovery.ts';
import { claimWork, LANES } from './queue/work.ts';

ownScratchDatabase();

const EMAIL = {
  type: 'email',
  name: 'Mail',
  controlValues: { subject: 'Hello {{ subscriber.firstName }}', body: '<p>Hi</p>', editorType: 'html' },
};
const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Code {{ payload.code }}' } };
const DELAY = { type: 'delay', name: 'Wait', controlValues: { type: 'regular', amount: 2, unit: 'hours' } };
const JANE = { subscriberId: 'jane', firstName: 'Jane', email: 'jane@example.com', phone: '+15555550123' };

test('a trigger creates a run, and every step is delivered, recorded and explained', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['email', 'sms']);
  const workflowId = await sampleWorkflow(ctx, [EMAIL, SMS]);
  const { status, transactionId = '' } = await trigger(ctx, workflowId, JANE, { payload: { code: '42' } });
  expect(status).toBe('processed');
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0 });
  expect(run?.jobs).toEqual([
    { type: 'email', status: 'completed', reason: 'sandboxed', attempts: 1 },
    { type: 'sms', status: 'completed', reason: 'sandboxed', attempts: 1 },
  ]);
  expect(run?.messages).toEqual([
    { channel: 'email', status: 'sent' },
    { channel: 'sms', status: 'sent' },
  ]);
  expect(run?.details.slice(0, 4)).toEqual([
    'Step queued',
    'Integration instance selected',
    'Message created',
    'Message sent',
  ]);
});

test('a transaction ID creates one run, however often it is triggered', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['email']);
  const workflowId = await sampleWorkflow(ctx, [EMAIL]);
  const results = await Promise.all(
    Array.from({ length: 5 }, () => trigger(ctx, workflowId, JANE, { transactionId: 'order-1' })),
  );
  expect(results.filter(({ error }) => error === undefined)).toHaveLength(1);
  await drain();
  expect(await storedRuns(ctx, 'order-1')).toHaveLength(1);
});

test('a delay waits and the steps after it follow', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [DELAY, SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await drain(new Date(now().getTime() + 3_600_000));
  const [waiting] = await storedRuns(ctx, transactionId);
  expect(waiting).toMatchObject({ outcome: null, work: 1 });
  expect(waiting?.jobs.map(({ status }) => status)).toEqual(['delayed', 'pending']);
  await drain(new Date(now().getTime() + 3 * 3_600_000));
  const [done] = await storedRuns(ctx, transactionId);
  expect(done).toMatchObject({ outcome: 'sent', work: 0 });
  expect(done?.jobs.map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('temporary rejections are retried, and permanent ones are not', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const flaky = await trigger(ctx, workflowId, { subscriberId: 'flaky', phone: '+15005550008' });
  const rejected = await trigger(ctx, workflowId, { subscriberId: 'rejected', phone: '+15005550001' });
  await drain(new Date(now().getTime() + 60_000));
  const [recovered] = await storedRuns(ctx, flaky.transactionId ?? '');
  expect(recovered).toMatchObject({ outcome: 'sent' });
  expect(recovered?.jobs[0]?.attempts).toBeGreaterThan(1);
  expect(recovered?.messages).toEqual([{ channel: 'sms', status: 'sent' }]);
  const [failed] = await storedRuns(ctx, rejected.transactionId ?? '');
  expect(failed).toMatchObject({ outcome: 'failed', reason: 'provider_rejected' });
  expect(failed?.jobs[0]?.attempts).toBe(1);
});

test('a job with an interrupted attempt is requeued, and the attempt does not count', async () => {
  let calls = 0;
  const { ctx, drain, now } = await sampleEnvironment((...input) => {
    if (++calls === 1) throw new Error('A defect in the engine');
    return sendTarget(...input);
  });
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await drain(new Date(now().getTime() + 10_000));
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0, jobs: [{ status: 'completed', attempts: 1 }] });
  expect(calls).toBe(2);
});

test('an integration without credentials fails the step, and the reason names the missing ones', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const { environmentId } = ctx;
  await prisma().integration.updateMany({ where: { environmentId }, data: { sandbox: false } });
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'failed', reason: 'integration_invalid' });
  const [job] = await prisma().job.findMany({ where: { environmentId } });
  expect(job?.reason).toMatchObject({ evidence: { problem: expect.stringMatching(/Auth token.* missing$/) } });
});

test('the next step is sent before slow retries, and the run ends once, after both', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms', 'email']);
  const workflowId = await sampleWorkflow(ctx, [SMS, EMAIL]);
  const { transactionId = '' } = await trigger(ctx, workflowId, {
    ...JANE,
    subscriberId: 'down',
    phone: '+15005550004',
  });
  await drain(new Date(now().getTime() + 20 * 60_000));
  const [waiting] = await storedRuns(ctx, transactionId);
  expect(waiting?.jobs.map(({ status }) => status)).toEqual(['queued', 'completed']);
  expect(waiting?.outcome).toBeNull();
  await drain(new Date(now().getTime() + 2 * 86_400_000));
  const [ended] = await storedRuns(ctx, transactionId);
  expect(ended).toMatchObject({ outcome: 'failed', reason: 'retries_exhausted', work: 0 });
});

test('a cancelled transaction ends waiting steps, with its reason', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [DELAY, SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await drain(new Date(now().getTime() + 1000));
  expect(await cancelTransaction(ctx, transactionId)).toBe(true);
  await drain(new Date(now().getTime() + 1000));
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'cancelled', reason: 'canceled', work: 0, messages: [] });
  expect(await cancelTransaction(ctx, transactionId)).toBe(false);
});

test('a cancellation also ends the wait of a step that a worker holds', async () => {
  const holding = Promise.withResolvers<void>();
  const { ctx, drain, now } = await sampleEnvironment(async (...sending) => {
    holding.resolve();
    await cancelled.promise;
    return sendTarget(...sending);
  });
  const cancelled = Promise.withResolvers<void>();
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS, DELAY, SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, { ...JANE, phone: '+15005550004' });
  const drained = drain(new Date(now().getTime() + 1000));
  await holding.promise;
  expect(await cancelTransaction(ctx, transactionId)).toBe(true);
  cancelled.resolve();
  await drained;
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'cancelled', work: 0 });
  expect(run?.jobs.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled']);
});

test('a missing address skips the step and leaves a message with the reason', async () => {
  const { ctx, drain } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['email']);
  const workflowId = await sampleWorkflow(ctx, [EMAIL]);
  const { transactionId = '' } = await trigger(ctx, workflowId, 'unknown');
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({
    outcome: 'skipped',
    reason: 'no_address',
    messages: [{ channel: 'email', status: 'warning' }],
  });
});

test('a job of a dead worker is requeued and counted, and its old record is rejected', async () => {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  const now = new Date(Date.now() + 1);
  const holder = { workerId: 'dead-worker', now, leaseMs: 30_000 };
  const [work] = await claimWork({ environmentId: ctx.environmentId, lane: LANES.normal }, holder, 1);
  expect(work).toMatchObject({ claims: 1, attempts: 0 });
  expect(await recoverWork(['dead-worker'], now)).toBe(1);
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0 });
  expect(run?.jobs[0]?.attempts).toBe(2);
  expect(run?.messages).toHaveLength(1);
  const late = await query('late-record', 'DELETE FROM work WHERE job_id = $1 AND claims = 1 RETURNING 1', [
    work?.jobId,
  ]);
  expect(late).toEqual([]);
});

test.each([
  ['workflow', 'workflow_snapshots'],
  ['steps', 'job_steps'],
])('a run whose stored %s cannot be found is neither discarded nor shortened', async (_name, table) => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['email', 'sms']);
  const workflowId = await sampleWorkflow(ctx, [EMAIL, SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE, { payload: { code: '42' } });
  const hidden = await query<{ text: string }>(
    `hide-${table}`,
    `WITH gone AS (DELETE FROM ${table} WHERE environment_id = $1 RETURNING *) SELECT to_jsonb(gone)::text AS text FROM gone`,
    [ctx.environmentId],
  );
  await drain(now());
  const [waiting] = await storedRuns(ctx, transactionId);
  expect(waiting).toMatchObject({ outcome: null, messages: [], work: 1 });
  expect(waiting?.jobs.map(({ status }) => status)).toEqual(['queued', 'pending']);
  for (const { text } of hidden)
    await query(
      `show-${table}`,
      `INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1::jsonb)`,
      [text],
    );
  await drain();
  const [sent] = await storedRuns(ctx, transactionId);
  expect(sent).toMatchObject({ outcome: 'sent', work: 0 });
  expect(sent?.jobs.map(({ status }) => status)).toEqual(['completed', 'completed']);
});

test('a run with a missing step sends nothing, even if only a later step is missing', async () => {
  const { ctx, drain, now } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['email', 'sms']);
  const workflowId = await sampleWorkflow(ctx, [EMAIL, SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await query('hide-later', `DELETE FROM job_steps WHERE environment_id = $1 AND content ->> 'type' = 'sms'`, [
    ctx.environmentId,
  ]);
  await drain(now());
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: null, messages: [], work: 1 }]);
});

test('a message is sent once, although the disk of the database is full when it is recorded', async () => {
  const send = vi.fn(sendTarget);
  const { ctx, drain } = await sampleEnvironment(send);
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await execute(`CREATE SEQUENCE full_disk;
    CREATE FUNCTION be_full() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('full_disk') < 3 THEN RAISE 'No space left on device' USING ERRCODE = '53100'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON messages FOR EACH ROW EXECUTE FUNCTION be_full()`);
  try {
    await drain();
  } finally {
    await execute('DROP FUNCTION be_full CASCADE; DROP SEQUENCE full_disk');
  }
  expect(send).toHaveBeenCalledOnce();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0 });
  expect(run?.jobs[0]?.attempts).toBe(1);
});

test('a stop waits for the last attempt, not only for the first', async () => {
  const [first, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const { ctx, start } = await sampleEnvironment(async (environmentId, target, now) => {
    begun++;
    await (target.address.record.phone === '+15555550123' ? first : last).promise;
    return sendTarget(environmentId, target, now);
  });
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  const to = ['+15555550123', '+15555550199'].map((phone) => ({ subscriberId: phone, phone }));
  const { transactionId = '' } = await trigger(ctx, workflowId, to);
  const loop = start();
  await vi.waitFor(() => expect(begun).toBe(2), 5_000);
  const ended: string[] = [];
  const stopped = loop.stop(10_000).finally(() => ended.push('loop'));
  first.resolve();
  const outcomes = async () => (await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome).sort();
  await vi.waitFor(async () => expect(await outcomes()).toEqual([null, 'sent']), 5_000);
  expect(ended).toEqual([]);
  last.resolve();
  expect(await stopped).toBe(true);
  expect(await outcomes()).toEqual(['sent', 'sent']);
});
