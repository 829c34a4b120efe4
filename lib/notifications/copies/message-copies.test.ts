/** Tests the marks of equal messages in the list of a subscriber, with the real statements. */
import { expect, test } from 'vitest';
import { newId } from '#lib/id.ts';
import { listMessages } from '#lib/messages/service.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { countEqual, type HashedMessage } from './message-copies.ts';

ownScratchDatabase();

const SMS = { type: 'sms', name: 'Text', controlValues: { body: 'Order {{ payload.order }}' } };
const JANE = { subscriberId: 'jane', phone: '+15555550123' };
const support = { type: 'user', userId: 'u', email: 'sue@example.com', role: 'support', sessionId: 's' } as const;

test('each message in the list of a subscriber has the number of its equal messages', async () => {
  const { ctx, drain } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [SMS]);
  for (const [to, order] of [
    [JANE, 1],
    [JANE, 2],
    [JANE, 1],
    [{ ...JANE, subscriberId: 'joe' }, 1],
    [JANE, 1],
  ] as const) {
    await trigger(ctx, workflowId, to, { payload: { order } });
    // Send one after the other, because the list is in the order of sending.
    await drain();
  }
  const copies = async (query: object, actor: typeof ctx.actor = support) => {
    const text = await listMessages({ ...ctx, actor }, { page: 0, limit: 10, ...query } as never);
    return JSON.parse(text).data.map((message: { content: string; copies?: number }) => [
      message.content,
      message.copies,
    ]);
  };
  const all = [
    ['Order 1', 3],
    ['Order 1', 3],
    ['Order 2', undefined],
    ['Order 1', 3],
  ];
  expect(await copies({ subscriberId: 'jane' })).toEqual(all);
  expect(await copies({ subscriberId: 'jane', limit: 1 }), 'copies on other pages count').toEqual(all.slice(0, 1));
  expect(await copies({ subscriberId: 'jane' }, ctx.actor), 'only people').toEqual(
    all.map(([text]) => [text, undefined]),
  );
  expect((await copies({})).flat()).not.toContain(3);
  const [first] = await prisma().message.findMany({ where: { environmentId }, orderBy: { id: 'asc' } });
  await prisma().message.updateMany({ where: { environmentId, id: first?.id ?? '' }, data: { status: 'error' } });
  expect((await copies({ subscriberId: 'jane' }))[0]).toEqual(['Order 1', 2]);
});

test('messages more than a day apart, and those to further devices, do not count', () => {
  const at = Date.parse('2026-11-27T12:00:00.000Z');
  const message = (hours: number, jobId = `j${hours}`): HashedMessage => {
    const id = newId(new Date(at + hours * 3_600_000));
    return { id, notificationId: 'n', jobId, hash: 'h' };
  };
  const own = message(0);
  const all = [own, message(0, 'j0'), message(23), message(-23), message(25), { ...message(1), hash: 'other' }];
  expect(countEqual(own, all)).toBe(3);
});
