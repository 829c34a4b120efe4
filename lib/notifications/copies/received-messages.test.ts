/** Tests the list of received messages with the real engine and statements. */
import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { resendStep } from '#lib/notifications/retry/resend-step.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { listReceived } from './received-messages.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Order {{ payload.order }}' } };
const MAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Order', body: 'Order {{ payload.order }}' } };
const JANE = { subscriberId: 'jane', phone: '+15555550123', email: 'jane@example.com' };
const JOE = { ...JANE, subscriberId: 'joe' };

async function orders() {
  const sample = await sampleEnvironment();
  const { ctx, drain } = sample;
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms', 'email']);
  const workflowId = await sampleWorkflow(ctx, [SMS, MAIL]);
  const order = async (number: number, to: object = JANE) => {
    const { transactionId = '' } = await trigger(ctx, workflowId, to, { payload: { order: number } });
    await drain();
    return stepOf((await storedRuns(ctx, transactionId))[0]?.id ?? '');
  };
  const stepOf = async (notificationId: string, type = 'sms') => {
    const { id: jobId } = await prisma().job.findFirstOrThrow({ where: { environmentId, notificationId, type } });
    return { notificationId, jobId };
  };
  const received = async (which: { notificationId: string; jobId: string }) => {
    const { data, total } = await listReceived(ctx, which);
    return [total, ...data.map(({ by, channel, _notificationId }) => `${by} ${channel} ${_notificationId}`)];
  };
  return { ...sample, order, stepOf, received };
}

test('the equal messages of other triggers are listed, the newest first, with all messages of the own run', async () => {
  const { order, received, stepOf, ctx } = await orders();
  const [first, , third] = [await order(1), await order(2), await order(1)];
  await order(1, JOE);
  const ofThird = [`run email ${third.notificationId}`, `run sms ${third.notificationId}`].sort();
  const [total, ...rows] = await received(third);
  expect([total, rows.slice(0, 2).sort(), rows.slice(2)]).toEqual([
    3,
    ofThird,
    [`trigger sms ${first.notificationId}`],
  ]);
  expect((await received(first))[1]).toBe(`trigger sms ${third.notificationId}`);
  expect((await received(await stepOf(third.notificationId, 'email'))).at(-1)).toBe(
    `trigger email ${first.notificationId}`,
  );
  const { data } = await listReceived(ctx, third);
  expect(data.find(({ channel, by }) => channel === 'sms' && by === 'run')).toMatchObject({
    ...{ phone: JANE.phone, state: 'sandboxed', messageId: expect.any(String), sentAt: expect.any(String) },
  });
});

test('after sending again, the list of both runs has the earlier messages and the repeat with its reason', async () => {
  const { ctx, drain, order, received, stepOf } = await orders();
  const { environmentId } = ctx;
  const first = await order(1);
  const { notificationId } = await resendStep(ctx, first, { reason: 'She deleted it' });
  const second = await stepOf(notificationId);
  const earlier = [`run email ${first.notificationId}`, `run sms ${first.notificationId}`];
  const original = earlier.map((text) => text.replace('run', 'original'));
  expect((await received(second)).slice(1).sort(), 'while it is not sent').toEqual(original);
  await drain();
  for (const [which, others] of [
    [first, earlier],
    [second, original],
  ] as const) {
    const [total, newest, ...rest] = await received(which);
    expect([total, newest, rest.sort()]).toEqual([3, `resent sms ${notificationId}`, others]);
  }
  const { data } = await listReceived(ctx, second);
  expect(data[0]).toMatchObject({ by: 'resent', note: 'She deleted it', actor: expect.any(String) });
  expect(data.slice(1).map(({ note }) => note)).toEqual([undefined, undefined]);
  await prisma().message.updateMany({ where: { environmentId, ...second }, data: { status: 'error' } });
  expect((await received(second))[0]).toBe(2);
});

test('a failed message lists the equal ones that were sent', async () => {
  const { ctx, order, received } = await orders();
  const { environmentId } = ctx;
  const [first, second] = [await order(1), await order(1)];
  await prisma().message.updateMany({ where: { environmentId, ...second }, data: { status: 'error' } });
  expect(await received(second)).toEqual([
    2,
    `run email ${second.notificationId}`,
    `trigger sms ${first.notificationId}`,
  ]);
});

test('unknown runs, and those of other environments, are not found', async () => {
  const { order, ctx } = await orders();
  const other = await orders();
  const which = await order(1);
  await expect(listReceived(other.ctx, which)).rejects.toMatchObject({ code: 'not_found' });
  await expect(listReceived(ctx, { ...which, notificationId: newId() })).rejects.toMatchObject({ code: 'not_found' });
});
