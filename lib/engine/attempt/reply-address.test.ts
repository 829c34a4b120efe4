import { expect, test, vi } from 'vitest';
import { createIntegration } from '#lib/integrations/service.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

ownScratchDatabase();

test('the provider gets the reply address of the step, rendered, or else of the environment', async () => {
  const fetch = vi.spyOn(outbound(), 'fetch').mockResolvedValue({ status: 202, headers: {}, body: '' });
  const { ctx, drain } = await sampleEnvironment();
  const { environmentId } = ctx;
  await createIntegration(ctx, {
    ...{ name: 'Mail', providerId: 'sendgrid', channel: 'email', kind: 'delivery', active: true, sandbox: false },
    credentials: { apiKey: 'SG.1', from: 'shop@example.com', senderName: 'Shop' },
  } as never);
  const mail = (controls: object) => ({
    ...{ type: 'email', name: 'Mail' },
    controlValues: { subject: 'Hello', body: '<p>Hello</p>', editorType: 'html', layoutId: null, ...controls },
  });
  const workflow = await sampleWorkflow(ctx, [mail({ replyTo: '{{ payload.team }}@example.com' }), mail({})]);
  const replyAddresses = async () => {
    fetch.mockClear();
    await trigger(ctx, workflow, { subscriberId: 'ann', email: 'ann@example.com' }, { payload: { team: 'billing' } });
    await drain();
    return fetch.mock.calls.map(([, request]) => JSON.parse(String(request?.body)).reply_to);
  };
  expect(await replyAddresses()).toEqual([{ email: 'billing@example.com' }, undefined]);
  const data = { replyTo: 'Help <help@example.com>' };
  await prisma().environment.update({ where: { id: environmentId }, data });
  expect(await replyAddresses()).toEqual([
    { email: 'billing@example.com' },
    { email: 'help@example.com', name: 'Help' },
  ]);
  fetch.mockRestore();
});
