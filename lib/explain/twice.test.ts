/** Tests explanations of messages that came several times, with the real engine and statements. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { listReceived } from '#lib/notifications/copies/received-messages.ts';
import { retryStep } from '#lib/notifications/retry/retry-step.ts';
import { prisma } from '#lib/postgres/db.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { type Sample, sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { JANE, step } from '#testing/stored-reasons.ts';
import { ExplainQuery, Explanation } from './schema.ts';
import { explain } from './service.ts';
import { attemptRemarks } from './summary.ts';

ownScratchDatabase();

afterEach(() => vi.unstubAllEnvs());

async function explained(ctx: Ctx, question: Record<string, string>): Promise<Explanation> {
  return Explanation.parse(JSON.parse(JSON.stringify(await explain(ctx, ExplainQuery.parse(question)))));
}

/** Runs the jobs that are due within a second. */
const beginWaits = (sample: Sample) => sample.drain(new Date(Date.now() + 1_000));

test('of several messages, the named one is explained with its own copies', async () => {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const sms = (body: string) => ({ type: 'sms', name: body, controlValues: { body } });
  const workflowId = await sampleWorkflow(ctx, [sms('News {{ payload.order }}'), sms('Hello')]);
  const order = async (number: number) => {
    const { transactionId = '' } = await trigger(ctx, workflowId, JANE, { payload: { order: number } });
    await sample.drain();
    return transactionId;
  };
  await order(1);
  const { environmentId } = ctx;
  const transactionId = await order(2);
  const messages = await prisma().message.findMany({ where: { environmentId, transactionId } });
  const [different, equal] = ['News 2', 'Hello'].map((text) => messages.find(({ content }) => content === text)?.id);
  expect((await explained(ctx, { subscriber: equal ?? '' })).equal).toMatchObject({ messageId: equal, messages: 2 });
  expect((await explained(ctx, { subscriber: different ?? '' })).equal).toBeUndefined();
  expect((await explained(ctx, { subscriber: transactionId })).equal, 'the whole run').toMatchObject({
    messageId: equal,
  });
});

test('a question about a person lists the message that came several times, although a newer one is explained', async () => {
  const sample = await sampleEnvironment();
  const { ctx } = sample;
  await sampleIntegrations(ctx, ['sms']);
  const sms = (body: string) => sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body } }]);
  const [orders, news] = [await sms('Order {{ payload.order }}'), await sms('News')];
  const send = async (workflowId: string, order = 0) => {
    const { transactionId = '' } = await trigger(ctx, workflowId, JANE, { payload: { order } });
    await sample.drain();
    return transactionId;
  };
  await send(orders, 1);
  await send(orders, 1);
  const twice = await send(orders, 1);
  const newest = await send(news);
  const { decisive, equal, alternatives } = await explained(ctx, { subscriber: 'jane' });
  expect([decisive.run?.transactionId, equal]).toEqual([newest, undefined]);
  expect(alternatives.filter((each) => each.type === 'run' && each.run.transactionId === twice)).toMatchObject([
    { equal: { messages: 3, triggers: 3 } },
  ]);
  const named = await explained(ctx, { subscriber: 'jane', twice: 'true' });
  expect(named).toMatchObject({ decisive: { run: { transactionId: twice } }, equal: { messages: 3 } });
  const other = await explained(ctx, { subscriber: 'jane', twice: 'true', channel: 'email' });
  expect(other.decisive.run?.transactionId, 'no email came twice').not.toBe(twice);
});

test('a retry that waits again, and attempts with an unknown outcome, are named', async () => {
  const lost = { kind: 'unavailable', words: 'No response', isOwn: true, mayBeAccepted: true } as const;
  const sample = await sampleEnvironment(async (_, target) => ({
    messageId: target.messageId,
    type: 'refused',
    error: lost as never,
  }));
  const { ctx } = sample;
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [step('sms')]);
  const { transactionId = '' } = await trigger(ctx, workflowId, JANE);
  await beginWaits(sample);
  const first = await explained(ctx, { subscriber: transactionId });
  expect(first.decisive.retried).toBeUndefined();
  const { id: jobId, notificationId } = await prisma().job.findFirstOrThrow({ where: { environmentId } });
  await retryStep(ctx, { notificationId, jobId }, { reason: 'The customer waits' });
  await beginWaits(sample);
  const { decisive, ...answer } = await explained(ctx, { subscriber: transactionId });
  expect(decisive.outcome).toBe('waiting');
  expect(decisive.retried).toMatchObject({ code: 'retry_requested', evidence: { note: 'The customer waits' } });
  expect(decisive.unknown?.count).toBeGreaterThan(first.decisive.unknown?.count ?? 0);
  const attempts = answer.evidence.filter(({ field }) => field === 'attempts');
  expect(attempts.map(({ label, value }) => [label, value])).toEqual([
    ['Attempts since the retry', (decisive.unknown?.count ?? 0) - (first.decisive.unknown?.count ?? 0)],
    ['Attempts in all', decisive.unknown?.count],
  ]);
  expect(attemptRemarks({ ...answer, decisive }, timesAt(Date.now(), 'UTC'))).toEqual([
    expect.stringMatching(/^Retried by .+ at \d\d:\d\d: “The customer waits”; SMS waits again\.$/),
    expect.stringMatching(/^SMS may have arrived up to \d+ times: the outcomes of \d+ attempts are unknown\.$/),
  ]);
});

test.each([undefined, 'https://belfry.example'])(
  'emails that differ only in their links to the recipient’s page are equal, with the address %s',
  async (publicUrl) => {
    vi.stubEnv('PUBLIC_URL', publicUrl);
    const sample = await sampleEnvironment();
    const { ctx } = sample;
    await sampleIntegrations(ctx, ['email']);
    const body = '{{ payload.order }} <a href="{{ unsubscribeUrl }}">Stop</a> {{ whyUrl }}';
    const workflowId = await sampleWorkflow(ctx, [
      { type: 'email', name: 'Mail', controlValues: { subject: 'Order', body, editorType: 'html' } },
    ]);
    for (const order of [1, 2, 1]) {
      await trigger(ctx, workflowId, { subscriberId: 'jane', email: 'jane@example.com' }, { payload: { order } });
      await sample.drain();
    }
    const { equal } = await explained(ctx, { subscriber: 'jane', twice: 'true' });
    expect(equal).toMatchObject({ channel: 'email', messages: 2, triggers: 2 });
    const { id: messageId } = await prisma().message.findFirstOrThrow({
      ...{ where: { environmentId: ctx.environmentId }, orderBy: { id: 'desc' } },
    });
    expect(equal?.messageId).toBe(messageId);
    const { notificationId, jobId } = await prisma().message.findFirstOrThrow({ where: { id: messageId } });
    expect((await listReceived(ctx, { notificationId, jobId: jobId ?? '' })).total).toBe(2);
  },
);
