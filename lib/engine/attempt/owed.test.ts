import { expect, test } from 'vitest';
import type { SendResult, SendTarget } from '#lib/engine/decision.ts';
import { writeTallies } from '#lib/engine/record/tallies.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

const MAIL = { type: 'email', name: 'Mail', controlValues: { subject: 'Hi', body: '<p>Hi</p>', editorType: 'html' } };
const [JANE, ANN, BOB] = ['jane@example.com', 'ann@customer.example', 'bob@customer.example'];
const overrides = { email: { cc: ANN, bcc: BOB } };

type Answer = (message: EmailMessage) => Partial<SendResult>;
const exchange = { request: '' };
const unavailable = { kind: 'unavailable', words: '450 Later', retryAfterMs: undefined, unreachable: false } as const;
const refused =
  (more: object): Answer =>
  () =>
    ({ type: 'refused', error: { ...unavailable, status: 450, providerCode: undefined, exchange, ...more } }) as never;
const accepted =
  (...later: string[]): Answer =>
  () =>
    ({
      ...{ type: 'accepted', sandbox: false, providerMessageId: '<1@x>' },
      refusedCopies: later.map((address) => ({ address, kind: 'unavailable', words: '450 Later' })),
    }) as never;

/** Plays attempts with these responses. @returns the recipients of each, and the state stored at the end. */
async function played(...answers: Answer[]) {
  const went: string[] = [];
  const send: SendTarget = async (_, { messageId, message }) => {
    const { only } = message as EmailMessage;
    went.push(only?.join(' ') ?? 'all');
    return {
      messageId,
      ...answers[Math.min(went.length, answers.length) - 1]?.(message as EmailMessage),
    } as SendResult;
  };
  const { ctx, drain } = await sampleEnvironment(send);
  await sampleIntegrations(ctx, ['email']);
  const workflowId = await sampleWorkflow(ctx, [MAIL]);
  const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'jane', email: JANE }, { overrides });
  await drain(new Date(Date.now() + 2 * 86_400_000)); // the last attempt is after a day, plus or minus a fifth
  const [run] = await storedRuns(ctx, transactionId);
  const [message] = await prisma().message.findMany({ where: { environmentId: ctx.environmentId } });
  const details = await prisma().executionDetail.findMany({
    where: { environmentId: ctx.environmentId, messageId: message?.id ?? '' },
    orderBy: { id: 'asc' },
  });
  const reached = details.flatMap(({ reason }) => {
    const { code, evidence } = reason as { code: string; evidence: { address?: string } };
    return code === 'sent' || code === 'sandboxed' ? [evidence.address] : [];
  });
  await writeTallies();
  const counted = await prisma().integrationStat.aggregate({
    where: { environmentId: ctx.environmentId },
    _sum: { sent: true, retried: true, failed: true },
  });
  return { went, run, message, reached, counted: counted._sum };
}

test('a retry sends only to temporarily refused recipients, until all are reached', async () => {
  const { went, run, message } = await played(refused({ taken: [ANN] }), refused({}), accepted());
  expect(went).toEqual(['all', `${JANE} ${BOB}`, `${JANE} ${BOB}`]);
  expect(run).toMatchObject({ outcome: 'sent', work: 0 });
  expect(message).toMatchObject({ status: 'sent', owed: [], errorText: null });
});

test('a temporarily refused copy is sent alone, and the email stays sent', async () => {
  const { went, run, message, reached, counted } = await played(
    accepted(ANN, BOB),
    refused({}),
    accepted(BOB),
    accepted(),
  );
  expect(reached, 'each recipient is recorded as reached once').toEqual([
    'j•••@example.com',
    'a•••@customer.example',
    'b•••@customer.example',
  ]);
  expect(went).toEqual(['all', `${ANN} ${BOB}`, `${ANN} ${BOB}`, BOB]);
  expect(counted, 'one message, counted once').toEqual({ sent: 1, retried: 0, failed: 0 });
  expect(run).toMatchObject({ outcome: 'sent', work: 0, messages: [{ channel: 'email', status: 'sent' }] });
  expect(message).toMatchObject({ owed: [], providerMessageId: '<1@x>', reason: { code: 'sent' } });
});

test('a copy that is never accepted leaves the email sent', async () => {
  const { went, run, message } = await played(accepted(ANN));
  expect(went.slice(1).every((to) => to === ANN)).toBe(true);
  expect(run).toMatchObject({
    outcome: 'sent',
    work: 0,
    jobs: [{ status: 'completed', reason: 'rest_failed' }],
    messages: [{ channel: 'email', status: 'sent' }],
  });
  expect(message).toMatchObject({ status: 'sent', owed: [] });
});
