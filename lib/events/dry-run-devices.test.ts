import { expect, test } from 'vitest';
import { updateCredentials } from '#lib/subscribers/credentials.ts';
import { createSubscriber } from '#lib/subscribers/service.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { dryRunEvent } from './dry-run.ts';
import { DryRunBody } from './dry-run-schema.ts';

ownScratchDatabase();

const push = (name: string) => ({ type: 'push', name, controlValues: { subject: 'Hello', body: 'Hello' } });

test('later steps of a dry run do not send to a device that no longer exists', async () => {
  const { ctx } = await sampleEnvironment();
  await sampleIntegrations(ctx, ['push']);
  const name = await sampleWorkflow(ctx, [push('First'), push('Second')]);
  await createSubscriber(ctx, { subscriberId: 'ann' } as never);
  const credentials = { deviceTokens: ['sandbox-gone', 'phone'] };
  await updateCredentials(ctx, 'ann', { providerId: 'fcm', credentials } as never);
  const { steps } = await dryRunEvent(ctx, DryRunBody.parse({ name, to: 'ann', payload: {} }));
  expect(steps?.map(({ messages }) => messages.length)).toEqual([2, 1]);
});
