import { expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { startVendor } from '#testing/vendor-server.ts';

// https://grafana.com/docs/oncall/latest/integrations/webhook/
providerContract({
  id: 'grafana-on-call',
  credentials: () => ({ title: 'Orders', state: 'alerting', externalLink: 'https://shop.example/orders' }),
  message: (at) => ({
    ...chat,
    target: {
      webhookUrl: `${at}/integrations/v1/formatted_webhook/m12xmIjOcg/`,
      title: 'The lamp',
      imageUrl: 'https://shop.example/lamp.png',
    },
  }),
  accepted: { answer: { status: 200, body: '"Ok."' }, id: undefined },
  rejected: { answer: { status: 400, body: 'Bad request' }, words: 'Bad request' },
  accessOfRecipient: [401, 403],
  unauthorised: { answer: { status: 403, body: 'Forbidden' }, words: 'Forbidden' },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '300' }, body: 'Ratelimited' }, retryAfterMs: 300_000 },
  secrets: ['m12xmIjOcg'],
  withoutBody: 'sent',
  carriesId: true,
  override: { given: { severity: 'low' }, sent: '"severity":"low"' },
  wire: {
    method: 'POST',
    path: '/integrations/v1/formatted_webhook/m12xmIjOcg/',
    headers: { 'content-type': 'application/json' },
    body: {
      alert_uid: MESSAGE_ID,
      title: 'The lamp',
      image_url: 'https://shop.example/lamp.png',
      state: 'alerting',
      link_to_upstream_details: 'https://shop.example/orders',
      message: 'The lamp is on its way',
    },
  },
});

test('the alert of the subscriber takes precedence over the integration’s', async () => {
  const vendor = await startVendor();
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const credentials = { alertUid: 'of-integration', state: 'ok' };
  const account = { providerId: 'grafana-on-call', sandbox: false, credentials };
  const tools = { outbound, now: () => new Date() };
  await deliver(account, { ...chat, target: { webhookUrl: vendor.origin, alertUid: 'of-subscriber' } }, tools);
  await deliver(account, { ...chat, target: { webhookUrl: vendor.origin } }, tools);
  await Promise.all([outbound.close(), vendor.stop()]);
  const message = chat.content;
  expect(vendor.received.map(({ body }) => JSON.parse(body))).toEqual([
    { alert_uid: 'of-subscriber', state: 'ok', message },
    { alert_uid: 'of-integration', state: 'ok', message },
  ]);
});
