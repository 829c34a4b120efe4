import { expect, test } from 'vitest';
import { prisma } from '#lib/postgres/db.ts';
import { createSubscriber } from '#lib/subscribers/service.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { dryRunEvent } from './dry-run.ts';
import { DryRunBody } from './dry-run-schema.ts';

ownScratchDatabase();

test('a dry run predicts that an in-app message is stored while no inbox has connected, as a run does', async () => {
  const { ctx } = await sampleEnvironment();
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['in_app']);
  const name = await sampleWorkflow(ctx, [{ type: 'in_app', name: 'Bell', controlValues: { body: 'Hello' } }]);
  await createSubscriber(ctx, { subscriberId: 'ann' } as never);
  const codes = async () => {
    const { steps, reason } = await dryRunEvent(ctx, DryRunBody.parse({ name, to: 'ann', payload: {} }));
    return [steps[0]?.reason.code, reason?.code];
  };
  expect(await codes()).toEqual(['would_send', 'would_send']);
  await prisma().integration.updateMany({ where: { environmentId }, data: { connected: false } });
  expect(await codes()).toEqual(['stored', 'stored']);
});
