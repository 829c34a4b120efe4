import { expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { uuidOf } from '#lib/providers/uuid.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { push } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { startVendor } from '#testing/vendor-server.ts';

const applicationId = '8250eaf6-1a58-489e-b136-7c74a864b434';

// https://documentation.onesignal.com/reference/push-notification
// https://documentation.onesignal.com/reference/idempotent-notification-requests
providerContract({
  id: 'one-signal',
  origins: ['https://api.onesignal.com'],
  credentials: () => ({ applicationId, apiKey: 'os_v2_app_key5d2' }),
  message: () => push,
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: { id: '458dcec4-cf53', external_id: null } }, id: '458dcec4-cf53' },
  rejected: {
    answer: { status: 400, body: { errors: ['Message Notifications must have English language content'] } },
    words: 'Message Notifications must have English language content',
  },
  unauthorised: {
    answer: { status: 403, body: { errors: ['Access denied. Please include an Authorization header'] } },
    words: 'Access denied.',
  },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '8' }, body: { errors: ['API rate limit exceeded'] } },
    retryAfterMs: 8000,
  },
  secrets: ['os_v2_app_key5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { iosSound: 'bell.wav' }, sent: '"ios_sound":"bell.wav"' },
  check: {
    request: { method: 'GET', path: `/notifications?limit=1&app_id=${applicationId}` },
    answer: { status: 200, body: { total_count: 0, notifications: [] } },
    words: 'The key belongs to the application',
  },
  wire: {
    method: 'POST',
    path: '/notifications?c=push',
    headers: { authorization: 'Key os_v2_app_key5d2', 'content-type': 'application/json' },
    body: {
      app_id: applicationId,
      include_subscription_ids: ['device-token-1'],
      headings: { en: 'Shipped' },
      contents: { en: 'Your lamp is on its way' },
      data: { order: 'A-1', items: 2, tags: ['a'] },
      idempotency_key: uuidOf(MESSAGE_ID),
      collapse_id: MESSAGE_ID,
    },
  },
});

const unsent = (errors: unknown) => ({ status: 200, body: { id: '', errors } });

answered('one-signal', [
  [
    'that no one is subscribed',
    unsent(['All included players are not subscribed']),
    { kind: 'recipient', words: 'All included players are not subscribed' },
  ],
  ['an unknown subscription', unsent({ invalid_player_ids: ['device-token-1'] }), { kind: 'token_gone' }],
  // A user with this external ID may subscribe later.
  ['an unknown external id', unsent({ invalid_aliases: { external_id: ['jane'] } }), { kind: 'recipient' }],
]);

test('with external IDs the token is sent as an external ID', async () => {
  const vendor = await startVendor({ status: 200, body: { id: 'n-1' } });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const credentials = { applicationId, apiKey: 'k-1', apiVersion: 'externalId' };
  const origins = { 'https://api.onesignal.com': vendor.origin };
  await deliver({ providerId: 'one-signal', sandbox: false, credentials }, push, {
    outbound,
    now: () => new Date(),
    origins,
  });
  await Promise.all([outbound.close(), vendor.stop()]);
  const body = JSON.parse(vendor.received[0]?.body ?? '');
  expect(body).toMatchObject({ include_aliases: { external_id: ['device-token-1'] }, target_channel: 'push' });
  expect(body).not.toHaveProperty('include_subscription_ids');
});
