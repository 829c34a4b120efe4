import { expect, test } from 'vitest';
import { prisma } from '#lib/postgres/db.ts';
import { createTopic } from '#lib/topics/service.ts';
import { createSubscriptions } from '#lib/topics/subscriptions.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { readRecipientPage } from './service.ts';

ownScratchDatabase();

test('the page names the topics of the run, and not the others', async () => {
  const { ctx, drain } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const workflow = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  await trigger(ctx, workflow, { subscriberId: 'ann', phone: '+15555550123' });
  for (const key of ['news', 'offers']) {
    await createTopic(ctx, { key, name: `About ${key}` } as never);
    await createSubscriptions(ctx, key, { subscriptions: ['ann'] } as never);
  }
  const { transactionId } = await trigger(ctx, workflow, [{ type: 'Topic', topicKey: 'news' }]);
  await drain();
  const run = await prisma().notification.findFirstOrThrow({ where: { environmentId, transactionId } });
  const linked = { environmentId, subscriberId: run.subscriberId, workflowId: workflow, runId: run.id };
  const page = await readRecipientPage(linked);
  expect(page?.run).toEqual({ at: run.createdAt, topics: ['About news'] });
});
