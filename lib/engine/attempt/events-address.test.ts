import { expect, test, vi } from 'vitest';
import { createIntegration } from '#lib/integrations/service.ts';
import { outbound } from '#lib/outbound/outbound.ts';
import { prisma } from '#lib/postgres/db.ts';
import { sampleEnvironment, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';

vi.stubEnv('PUBLIC_URL', 'https://belfry.example');
ownScratchDatabase();

test.each([
  [true, true],
  [false, false],
  [undefined, false],
])('messages name the address for events if the integration is set so: %s', async (inboundWebhookEnabled, isNamed) => {
  const fetch = vi.spyOn(outbound(), 'fetch').mockResolvedValue({ status: 201, headers: {}, body: '{"sid":"SM1"}' });
  const { ctx, drain } = await sampleEnvironment();
  await createIntegration(ctx, {
    ...{ name: 'Twilio', providerId: 'twilio', channel: 'sms', kind: 'delivery', active: true, sandbox: false },
    credentials: { accountSid: 'AC1', token: 'auth-token-7c1', from: '+15557122661' },
    configurations: { inboundWebhookEnabled },
  } as never);
  const workflow = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  await trigger(ctx, workflow, { subscriberId: 'ann', phone: '+15555550123' });
  await drain();
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId: ctx.environmentId } });
  const place = `https://belfry.example/api/v2/inbound-webhooks/delivery-providers/${ctx.environmentId}/${id}`;
  expect(fetch).toHaveBeenCalledOnce();
  const form = new URLSearchParams(String(fetch.mock.calls[0]?.[1]?.body));
  expect(form.get('StatusCallback')).toBe(isNamed ? place : null);
  fetch.mockRestore();
});
