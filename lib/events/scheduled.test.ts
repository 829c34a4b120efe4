import { expect, test } from 'vitest';
import { ApiError } from '#lib/api/errors.ts';
import { prisma } from '#lib/postgres/db.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import {
  type Sample,
  sampleEnvironment,
  sampleIntegrations,
  sampleWorkflow,
  storedRuns,
  trigger,
} from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { cancelTransaction } from './cancel-transaction.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Hello' } };
const JANE = { subscriberId: 'jane', phone: '+15555550123' };

async function environment(): Promise<Sample & { name: string; inTwoHours: Date; after: (hours: number) => Date }> {
  const sample = await sampleEnvironment();
  await sampleIntegrations(sample.ctx, ['sms']);
  const name = await sampleWorkflow(sample.ctx, [SMS]);
  const start = Date.now();
  const after = (hours: number) => new Date(start + hours * HOUR_MS);
  return { ...sample, name, after, inTwoHours: after(2) };
}

test('a scheduled trigger waits for its time, with the reason, and then runs like any other', async () => {
  const { ctx, name, drain, now, after, inTwoHours } = await environment();
  const { transactionId = '', status } = await trigger(ctx, name, JANE, { scheduledAt: inTwoHours });
  expect(status).toBe('processed');
  await drain(after(1.9));
  const [waiting] = await storedRuns(ctx, transactionId);
  expect(waiting).toMatchObject({
    outcome: null,
    work: 1,
    jobs: [{ status: 'queued', reason: 'delayed' }],
    messages: [],
  });
  const job = await prisma().job.findFirst({ where: { environmentId: ctx.environmentId } });
  expect(job).toMatchObject({ dueAt: inTwoHours, reason: { evidence: { until: inTwoHours.toISOString() } } });
  await drain(after(2));
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome: 'sent', work: 0, messages: [{ status: 'sent' }] });
  expect(run?.details[0]).toBe('Step queued');
  expect(now() >= inTwoHours).toBe(true);
});

test('a scheduled trigger is cancelled before its time like any other', async () => {
  const { ctx, name, drain, after, inTwoHours } = await environment();
  const { transactionId = '' } = await trigger(ctx, name, JANE, { scheduledAt: inTwoHours });
  expect(await cancelTransaction(ctx, transactionId)).toBe(true);
  await drain(after(3));
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'cancelled', work: 0, messages: [] }]);
});

test('a scheduled trigger of a topic reaches the subscribers at that time', async () => {
  const { ctx, name, drain, after, inTwoHours } = await environment();
  const { environmentId } = ctx;
  await trigger(ctx, name, [JANE, { subscriberId: 'bob', phone: '+15555550124' }]);
  const subscribe = (subscriberId: string) =>
    createSubscriptions(ctx, 'news', { subscriptions: [subscriberId] } as never);
  await subscribe('jane');
  const to = { type: 'Topic', topicKey: 'news' };
  const { transactionId = '' } = await trigger(ctx, name, to, { scheduledAt: inTwoHours });
  const cancelled = await trigger(ctx, name, to, { scheduledAt: inTwoHours });
  await drain(after(1.9));
  expect(await storedRuns(ctx, transactionId)).toEqual([]);
  await subscribe('bob');
  expect(await cancelTransaction(ctx, cancelled.transactionId ?? '')).toBe(true);
  await drain(after(2));
  expect((await storedRuns(ctx, transactionId)).map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
  expect(await storedRuns(ctx, cancelled.transactionId ?? '')).toEqual([]);
  expect(await prisma().fanout.count({ where: { environmentId } })).toBe(0);
});

test('a past time means immediately, and a time beyond the limit is an error', async () => {
  const { ctx, name, drain } = await environment();
  const { transactionId = '' } = await trigger(ctx, name, JANE, { scheduledAt: new Date(0) });
  await drain(new Date(Date.now() + 1_000));
  expect(await storedRuns(ctx, transactionId)).toMatchObject([{ outcome: 'sent' }]);
  const scheduledAt = new Date(Date.now() + 200 * 24 * HOUR_MS);
  const error = await trigger(ctx, name, JANE, { scheduledAt }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).errors).toMatchObject({ scheduledAt: { messages: ['must be within 180 days'] } });
});
