import { expect, test } from 'vitest';
import type { SendResult } from '#lib/engine/decision.ts';
import { prisma } from '#lib/postgres/db.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, storedRuns, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

/** Characters that PostgreSQL does not store. */
const TEXT = 'a\u0000b\ud800c';
const exchange = { request: TEXT, response: TEXT };

const accepted = { type: 'accepted', sandbox: false, providerMessageId: TEXT.repeat(2_000), exchange } as const;
const refused = {
  type: 'refused',
  error: new ProviderError('rejected', { words: TEXT, exchange, isOwn: false }),
} as const;

test.each([
  ['sent', accepted],
  ['failed', refused],
])('for every response of a provider, the message is %s once', async (outcome, answer) => {
  let sends = 0;
  const { ctx, drain } = await sampleEnvironment(async (_, { messageId }): Promise<SendResult> => {
    sends++;
    return { messageId, ...answer };
  });
  await sampleIntegrations(ctx, ['sms']);
  const workflowId = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hi' } }]);
  const { transactionId = '' } = await trigger(ctx, workflowId, { subscriberId: 'jane', phone: '+15555550123' });
  await drain();
  const [run] = await storedRuns(ctx, transactionId);
  expect(run).toMatchObject({ outcome, work: 0 });
  expect(sends).toBe(1);
  const message = await prisma().message.findFirstOrThrow({ where: { environmentId: ctx.environmentId } });
  if (outcome === 'sent') expect(message.providerMessageId).toMatch(/^a\ufffdb\ufffdca.{249}$/);
  else expect(message.errorText).toBe('a\ufffdb\ufffdc');
});
