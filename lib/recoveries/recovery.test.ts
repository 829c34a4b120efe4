/** Tests recoveries of failed runs with the real engine and statements. */
import { expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { sendTarget } from '#lib/engine/attempt/send.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { newId } from '#lib/id.ts';
import { createIntegration } from '#lib/integrations/service.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { listNotifications } from '#lib/notifications/service.ts';
import { execute, prisma } from '#lib/postgres/db.ts';
import { updatePreferences } from '#lib/preferences/service.ts';
import { updateCredentials } from '#lib/subscribers/credentials.ts';
import { createSubscriber } from '#lib/subscribers/service.ts';
import { createSuppression } from '#lib/suppressions/service.ts';
import { startBehavingServer } from '#testing/behaving-server.ts';
import {
  type SampleStep,
  sampleEnvironment,
  sampleGateway,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { advanceRecoveries, advanceRecovery } from './advance.ts';
import { previewRecovery } from './preview.ts';
import type { RecoveryFilter } from './schema.ts';
import { createRecovery, getRecovery, listRecoveries, stopRecovery } from './service.ts';

vi.stubEnv('OUTBOUND_ALLOW', '127.0.0.1');
ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const MAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hello', body: 'Hello' } };
const ALL: RecoveryFilter = { contextKeys: undefined };
const REASON = 'The provider works again';
const REFUSAL = { kind: 'account', words: 'Account suspended', isOwn: false, status: 403 } as const;

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    subscriberId: `p${index}`,
    phone: `+1555555${1000 + index}`,
    email: `p${index}@example.com`,
  }));

/** Creates an environment in which the messages to `count` people failed, because the provider rejected everything. */
async function failedRuns(
  count: number,
  more: object = {},
  steps: readonly SampleStep[] = [SMS],
  { refusal = REFUSAL as object, gateway = '' } = {},
) {
  let works = false;
  const sent: unknown[] = [];
  const sample = await sampleEnvironment(async (environmentId, target, now) => {
    if (!works) return { messageId: target.messageId, type: 'refused', error: refusal as never };
    sent.push(target.address.record.phone);
    return sendTarget(environmentId, target, now);
  });
  const { ctx, drain } = sample;
  if (gateway) await sampleGateway(ctx, gateway);
  else
    await sampleIntegrations(
      ctx,
      steps.map(({ type }) => type),
    );
  const workflowId = await sampleWorkflow(ctx, steps, more);
  const { transactionId = '' } = await trigger(ctx, workflowId, people(count));
  await drain();
  works = true;
  const runs = () => storedRuns(ctx, transactionId);
  const as = (actor: Ctx['actor']): Ctx => ({ ...ctx, actor });
  return { ...sample, workflowId, transactionId, sent, runs, as };
}

const optOut = (ctx: Ctx, subscriberId: string) => updatePreferences(ctx, subscriberId, { channels: { sms: false } });

const start = (ctx: Ctx, filter: RecoveryFilter = ALL) => createRecovery(ctx, { filter, reason: REASON });

async function toTheEnd({ environmentId }: Ctx, most = 20) {
  for (let batch = 0; batch < most; batch++) await advanceRecovery(environmentId);
}

/** Counts how many times each run was queued by request. */
async function requests({ environmentId }: Ctx): Promise<Map<string, number>> {
  const details = await prisma().executionDetail.findMany({ where: { environmentId, isRetry: true } });
  const requested = details.filter(({ reason }) => (reason as { code?: string }).code === 'retry_requested');
  return new Map(
    [...Map.groupBy(requested, ({ notificationId }) => notificationId)].map(([id, { length }]) => [id, length]),
  );
}

/** Makes a statement on some rows fail in the database during `work`. */
async function failing(table: string, event: string, rows: string, work: () => Promise<void>): Promise<void> {
  await execute(
    "CREATE FUNCTION broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$",
  );
  await execute(
    `CREATE TRIGGER broken BEFORE ${event} ON ${table} FOR EACH ROW WHEN (${rows}) EXECUTE FUNCTION broken()`,
  );
  try {
    await work();
  } finally {
    await execute('DROP FUNCTION broken CASCADE');
  }
}

test('failed runs are retried together once the cause is gone, and those of people who opted out are skipped', async () => {
  const { ctx, drain, runs, sent, as } = await failedRuns(4);
  await optOut(ctx, 'p1');
  await createSuppression(ctx, { channel: 'sms', address: '+15555551002' });
  expect(await previewRecovery(ctx, { filter: ALL })).toEqual({
    ...{ total: 4, failed: 4, retryable: 4, wouldSend: 2, wouldWait: 0, likelyToFail: [], isPartial: false },
    wouldSkip: expect.arrayContaining([
      { code: 'preference_global', count: 1 },
      { code: 'suppressed', count: 1 },
    ]),
    ...{ wouldFail: [], notRetryable: [], mayHaveArrived: 0 },
  });
  expect(sent).toEqual([]);
  expect((await runs()).map(({ outcome, work }) => [outcome, work])).toEqual(Array(4).fill(['failed', 0]));

  const ann = { type: 'user', userId: 'u', email: 'ann@example.com', role: 'developer', sessionId: 's' } as const;
  const { _id, ...recovery } = await start(as(ann));
  expect(recovery).toMatchObject({ status: 'running', total: 4, retried: 0, reason: REASON });
  expect(recovery.requestedBy).toEqual({ type: 'user', _id: 'u', label: 'ann@example.com' });
  await advanceRecoveries();
  const { environmentId } = ctx;
  const lanes = await prisma().work.findMany({ where: { environmentId }, select: { lane: true } });
  expect(lanes).toEqual(Array(4).fill({ lane: LANES.fanout }));
  await drain();
  expect((await runs()).map(({ outcome, reason }) => reason ?? outcome).sort()).toEqual([
    'preference_global',
    'sandboxed',
    'sandboxed',
    'suppressed',
  ]);
  expect(sent).toHaveLength(2);
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'done', retried: 4, skipped: 0 });
  const entries = await prisma().auditEntry.findMany({ where: { environmentId, action: { startsWith: 'messages.' } } });
  expect(entries.map(({ action, after }) => [action, after])).toEqual([
    ['messages.recover', { filter: {}, reason: REASON, total: 4 }],
  ]);
  const [detail] = await prisma().executionDetail.findMany({ where: { environmentId, isRetry: true }, take: 1 });
  expect(detail?.reason).toMatchObject({ code: 'retry_requested', evidence: { actor: 'ann@example.com' } });
});

test('a dry count predicts what really happens: blocked, suppressed and missing addresses, choices, deactivation', async () => {
  const provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"},"id":"vendor-2"}');
  let works = false;
  const sample = await sampleEnvironment(async (environmentId, target, now) => {
    if (works) return sendTarget(environmentId, target, now);
    return { messageId: target.messageId, type: 'refused', error: REFUSAL as never };
  });
  const { ctx, drain } = sample;
  const { environmentId } = ctx;
  await sampleGateway(ctx, provider.url);
  const hooks = { name: 'Hooks', identifier: 'hooks', providerId: 'chat-webhook', channel: 'chat' };
  await createIntegration(ctx, { ...hooks, active: true, sandbox: false, credentials: {} } as never);
  await sampleIntegrations(ctx, ['email']);
  const chat = { type: 'chat', name: 'Chat', controlValues: { body: 'Hello' } };
  const [texts, chats, mails] = [[SMS], [chat], [MAIL]].map((steps) => sampleWorkflow(ctx, steps));
  const members = people(6);
  for (const member of members) await createSubscriber(ctx, member as never);
  const connect = (subscriberId: string, webhookUrl: string) =>
    updateCredentials(ctx, subscriberId, { providerId: 'chat-webhook', credentials: { webhookUrl } } as never);
  const HOOKS = [`${provider.url}/0`, 'http://10.1.2.3/1', 'http://[::ffff:192.168.0.1]/2', `${provider.url}/3`];
  for (const [index, url] of HOOKS.entries()) await connect(`p${index}`, url);
  await trigger(ctx, await (texts as Promise<string>), members);
  await trigger(ctx, await (chats as Promise<string>), members.slice(0, HOOKS.length));
  await trigger(ctx, await (mails as Promise<string>), members.slice(0, 1));
  await drain();
  works = true;
  await optOut(ctx, 'p1');
  await createSuppression(ctx, { channel: 'sms', address: '+15555551002' });
  await prisma().subscriber.updateMany({ where: { environmentId, subscriberId: 'p3' }, data: { phone: null } });
  await prisma().integration.updateMany({
    where: { environmentId, channel: 'email' },
    data: { active: false, primary: false },
  });

  const { wouldSend, wouldSkip, wouldFail, ...counts } = await previewRecovery(ctx, { filter: ALL });
  expect(provider.requests, 'nothing is sent').toBe(0);
  expect(counts).toMatchObject({ total: 11, failed: 11, retryable: 11, isPartial: false });
  const predicted = Object.fromEntries([...wouldSkip, ...wouldFail].map(({ code, count }) => [code, count]));
  expect(predicted).toMatchObject({ preference_global: 1, suppressed: 1, no_address: 1, outbound_blocked: 2 });
  await start(ctx);
  await toTheEnd(ctx);
  await drain();
  const outcomes = await prisma().notificationOutcome.findMany({ where: { environmentId } });
  const real = Map.groupBy(outcomes, ({ reason }) => reason);
  expect({ ...predicted, sent: wouldSend }).toEqual(
    Object.fromEntries([...real].map(([reason, { length }]) => [reason, length])),
  );
  const [recovery] = (await listRecoveries(ctx)).data;
  const sumOf = (list: readonly { count: number }[]) => list.reduce((sum, { count }) => sum + count, 0);
  const results = { sent: wouldSend, failed: sumOf(wouldFail), skipped: sumOf(wouldSkip), running: 0 };
  expect(recovery).toMatchObject({ status: 'done', retried: 11, results });
  const listed = async (status?: 'failed') => {
    const query = {
      recoveryId: recovery?._id,
      page: 0,
      limit: 50,
      contextKeys: undefined,
      ...(status && { status: [status] }),
    };
    return JSON.parse(await listNotifications(ctx, query as never)).data.length;
  };
  expect([await listed(), await listed('failed')]).toEqual([11, results.failed]);
  provider.stop();
});

test('a dry count separates the runs that will likely fail again, and those whose provider is unavailable', async () => {
  const provider = await startBehavingServer('answers', '{"message":{"id":"vendor-1"}}');
  const counted = async (kind: string, change?: (ctx: Ctx) => Promise<unknown>) => {
    const { ctx } = await failedRuns(3, {}, [SMS], { refusal: { ...REFUSAL, kind }, gateway: provider.url });
    await change?.(ctx);
    const { wouldSend, wouldWait, likelyToFail } = await previewRecovery(ctx, { filter: ALL });
    return { wouldSend, wouldWait, likely: likelyToFail.map(({ code, count }) => `${code} ${count}`) };
  };
  const saved = ({ environmentId }: Ctx) =>
    prisma().integration.updateMany({ where: { environmentId }, data: { updatedAt: new Date() } });
  const moved = ({ environmentId }: Ctx) =>
    prisma().subscriber.updateMany({ where: { environmentId, subscriberId: 'p0' }, data: { phone: '+15555559999' } });
  const breaker = async ({ environmentId }: Ctx) => {
    const { id: integrationId } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
    const at = new Date();
    const data = { environmentId, integrationId, openedAt: at, probeAt: at, words: 'No response' };
    await prisma().circuitBreaker.create({ data });
  };
  const [all, none] = [
    { wouldSend: 3, wouldWait: 0, likely: [] },
    { wouldSend: 0, wouldWait: 0 },
  ];
  expect(await counted('rejected')).toEqual({ ...none, likely: ['provider_rejected 3'] });
  expect(await counted('rejected', moved)).toEqual({ ...all, wouldSend: 1, likely: ['provider_rejected 2'] });
  expect(await counted('auth')).toEqual({ ...none, likely: ['provider_auth 3'] });
  expect(await counted('auth', saved), 'the credentials may be new').toEqual(all);
  expect(await counted('account'), 'an account is fixed at the provider').toEqual(all);
  expect(await counted('account', breaker)).toEqual({ ...all, wouldSend: 0, wouldWait: 3 });
  expect(provider.requests, 'nothing is sent').toBe(0);
  provider.stop();
});

test('a dry count names the runs whose message may have arrived already', async () => {
  const { ctx, runs } = await failedRuns(3);
  const { environmentId } = ctx;
  const [first, second] = await runs();
  const lost = { code: 'outcome_unknown', evidence: { attempt: 1 } };
  for (const { id } of [first, second].flatMap((run) => run ?? []))
    await prisma().executionDetail.updateMany({ where: { environmentId, notificationId: id }, data: { reason: lost } });
  await prisma().executionDetail.updateMany({ where: { environmentId }, data: { isTest: false } });
  expect(await previewRecovery(ctx, { filter: ALL })).toMatchObject({ retryable: 3, mayHaveArrived: 2 });
  await optOut(ctx, 'p0');
  await optOut(ctx, 'p1');
  await optOut(ctx, 'p2');
  const skipped = await previewRecovery(ctx, { filter: ALL });
  expect(skipped.mayHaveArrived, 'a skipped message is not sent again').toBe(0);
});

test('a dry count names the runs that would fail again and those that cannot be retried', async () => {
  const { ctx, runs } = await failedRuns(6);
  const { environmentId } = ctx;
  const ids = (await runs()).map(({ id }) => id);
  const unusable = { code: 'render_failed', evidence: { problem: 'no', control: 'body' } };
  const of = (from: number, to: number) => ({ in: ids.slice(from, to) });
  await prisma().job.updateMany({ where: { environmentId, notificationId: of(0, 2) }, data: { reason: unusable } });
  const ended = { code: 'canceled', evidence: {} };
  await prisma().notification.updateMany({ where: { environmentId, id: of(2, 5) }, data: { ended } });
  await prisma().integration.updateMany({ where: { environmentId }, data: { active: false, primary: false } });
  const preview = await previewRecovery(ctx, { filter: ALL });
  expect(preview).toEqual({
    ...{
      total: 6,
      failed: 6,
      retryable: 1,
      wouldSend: 0,
      wouldWait: 0,
      likelyToFail: [],
      wouldSkip: [],
      mayHaveArrived: 0,
      isPartial: false,
    },
    wouldFail: [{ code: 'no_integration', count: 1 }],
    notRetryable: [
      { reason: 'the run was cancelled', count: 3 },
      { reason: 'the step must be changed, but a retry runs its old version', count: 2 },
    ],
  });
  const { _id } = await start(ctx);
  await toTheEnd(ctx, 2);
  const counts = { total: preview.total, retried: preview.retryable, notRetried: preview.notRetryable };
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'done', skipped: 5, ...counts });
});

test('counting stops when the time is over', async () => {
  const { ctx } = await failedRuns(3);
  const preview = await previewRecovery(ctx, { filter: ALL }, -1);
  expect(preview).toMatchObject({ total: 3, failed: 0, wouldSend: 0, isPartial: true });
});

test('several workers at the same time and a worker that dies retry each run once', async () => {
  const { ctx, drain, runs, sent } = await failedRuns(60);
  const { _id } = await start(ctx);
  const { environmentId } = ctx;
  await failing('recoveries', 'UPDATE', 'NEW.retried + NEW.skipped = 4', async () => {
    await expect(advanceRecovery(environmentId)).rejects.toThrow('broken');
  });
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'running', retried: 3 });
  for (let round = 0; round < 2; round++)
    await Promise.all(Array.from({ length: 3 }, () => advanceRecovery(environmentId)));
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'done', retried: 60, skipped: 0 });
  expect([...(await requests(ctx)).values()]).toEqual(Array(60).fill(1));
  await drain();
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(Array(60).fill('sent'));
  expect(new Set(sent).size).toBe(60);
  expect(sent).toHaveLength(60);
});

test('a run whose retry always fails is skipped', async () => {
  const { ctx, runs } = await failedRuns(3);
  const [, second] = await runs();
  const { _id } = await start(ctx);
  await failing('work', 'INSERT', `NEW.notification_id = '${second?.id}'`, () => toTheEnd(ctx, 2));
  const notRetried = [{ reason: 'the retry failed with an internal error', count: 1 }];
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'done', retried: 2, skipped: 1, notRetried });
  expect((await runs()).map(({ work, outcome }) => [work, outcome])).toEqual([
    [1, null],
    [0, 'failed'],
    [1, null],
  ]);
});

test('a recovery that is stopped leaves the rest failed, and another one continues', async () => {
  const { ctx, runs } = await failedRuns(55);
  const { _id } = await start(ctx);
  await expect(start(ctx)).rejects.toMatchObject({ code: 'conflict', extra: { recoveryId: _id } });
  await toTheEnd(ctx, 1);
  expect(await stopRecovery(ctx, _id)).toMatchObject({ status: 'stopped', retried: 50 });
  const [entry] = await prisma().auditEntry.findMany({ where: { action: 'messages.stopRecovery', resourceId: _id } });
  expect(entry?.after).toMatchObject({ status: 'stopped', retried: 50 });
  await toTheEnd(ctx, 2);
  const queued = (await runs()).filter(({ work }) => work > 0);
  expect(queued).toHaveLength(50);
  await expect(stopRecovery(ctx, _id)).rejects.toMatchObject({ code: 'conflict' });
  await expect(stopRecovery(ctx, newId())).rejects.toMatchObject({ code: 'not_found' });
  const second = await start(ctx);
  expect(second.total).toBe(5);
  await toTheEnd(ctx, 1);
  expect((await listRecoveries(ctx)).data).toMatchObject([
    { _id: second._id, status: 'done', retried: 5 },
    { _id, status: 'stopped', retried: 50 },
  ]);
  await expect(start(ctx)).rejects.toMatchObject({ code: 'unprocessable' });
});

test('other runs stay as they are: retried in the meantime, of other filters, later, and of other environments', async () => {
  const { ctx, runs, transactionId } = await failedRuns(3);
  const other = await failedRuns(1);
  const { environmentId } = ctx;
  const filter = { ...ALL, transactionId: [transactionId], channels: ['sms' as const], after: '2020-01-01' };
  const { _id } = await start(ctx, filter);
  const [first] = await runs();
  const job = await prisma().job.findFirstOrThrow({ where: { environmentId, notificationId: first?.id ?? '' } });
  await retryStep(ctx, { notificationId: job.notificationId, jobId: job.id });
  await toTheEnd(ctx, 1);
  const notRetried = [{ reason: 'no longer failed', count: 1 }];
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'done', total: 3, retried: 2, skipped: 1, notRetried });
  expect([...(await requests(ctx)).values()]).toEqual([1, 1, 1]);
  expect((await other.runs())[0]).toMatchObject({ outcome: 'failed', work: 0 });
  await expect(getRecovery(other.ctx, _id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(stopRecovery(other.ctx, _id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(start(ctx, { ...ALL, channels: ['email'] })).rejects.toMatchObject({ code: 'unprocessable' });
});

test('a stop takes effect within a batch', async () => {
  const { ctx } = await failedRuns(45);
  const { _id } = await start(ctx);
  const batch = advanceRecovery(ctx.environmentId);
  await expect.poll(async () => (await getRecovery(ctx, _id)).retried, { interval: 5 }).toBeGreaterThan(0);
  const { retried } = await stopRecovery(ctx, _id);
  await batch;
  expect(retried).toBeLessThan(45);
  expect(await getRecovery(ctx, _id)).toMatchObject({ status: 'stopped', retried, total: 45 });
  expect((await requests(ctx)).size).toBe(retried);
});

test('all failed steps of a run are retried, or those of the channels of the filter', async () => {
  const retriedTypes = async (filter: RecoveryFilter) => {
    const { ctx, runs, drain } = await failedRuns(1, {}, [SMS, MAIL]);
    await start(ctx, filter);
    await toTheEnd(ctx, 1);
    await drain();
    const [run] = await runs();
    return run?.jobs.map(({ type, status }) => [type, status]);
  };
  expect(await retriedTypes({ ...ALL, channels: ['email'] })).toEqual([
    ['sms', 'failed'],
    ['email', 'completed'],
  ]);
  expect(await retriedTypes(ALL)).toEqual([
    ['sms', 'completed'],
    ['email', 'completed'],
  ]);
});

test('sensitive content goes to the addresses of the time of the request', async () => {
  const { ctx, drain, runs } = await failedRuns(2, { isSensitive: true });
  const { environmentId } = ctx;
  await start(ctx);
  const [row] = await prisma().recovery.findMany({ where: { environmentId } });
  await toTheEnd(ctx, 1);
  const work = await prisma().work.findMany({ where: { environmentId } });
  expect(work.map(({ addressAllowedAt }) => addressAllowedAt)).toEqual(Array(2).fill(row?.createdAt));
  await drain();
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
});

test('maintenance deletes recoveries that ended 90 days ago', async () => {
  const { ctx } = await failedRuns(1);
  const { environmentId } = ctx;
  const { _id } = await start(ctx);
  const in91Days = new Date(Date.now() + 91 * 86_400_000);
  await maintain(in91Days);
  expect(await prisma().recovery.count({ where: { environmentId } })).toBe(1);
  await stopRecovery(ctx, _id);
  await maintain(in91Days);
  expect(await prisma().recovery.count({ where: { environmentId } })).toBe(0);
});
