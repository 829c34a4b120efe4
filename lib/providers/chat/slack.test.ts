import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import type { ProviderError } from '#lib/providers/send.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { startVendor } from '#testing/vendor-server.ts';

const credentials = () => ({
  applicationId: 'A1',
  clientId: 'C1',
  secretKey: 'client-secret-1',
  signingSecret: 'signing-1',
});
const secrets = ['client-secret-1', 'signing-1'];

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors
providerContract({
  id: 'slack',
  credentials,
  message: (at) => ({
    channel: 'chat',
    id: MESSAGE_ID,
    target: { webhookUrl: `${at}/services/T0/B0/webhook-key-8f` },
    content: 'The lamp is *on its way*',
  }),
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: 'ok' }, id: undefined },
  rejected: { answer: { status: 400, body: 'no_text' }, words: 'no_text', code: 'no_text' },
  accessOfRecipient: [401, 403],
  unauthorised: { answer: { status: 403, body: 'invalid_token' }, words: 'invalid_token' },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '30' }, body: 'rate_limited' }, retryAfterMs: 30_000 },
  secrets: [...secrets, 'webhook-key-8f'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { unfurlLinks: false }, sent: '"unfurl_links":false' },
  wire: {
    method: 'POST',
    path: '/services/T0/B0/webhook-key-8f',
    headers: { 'content-type': 'application/json' },
    body: { text: 'The lamp is *on its way*' },
  },
});

const posted = { status: 200, body: { ok: true, channel: 'C024BE91L', ts: '1503435956.000247' } };

// https://docs.slack.dev/reference/methods/chat.postMessage
providerContract({
  id: 'slack',
  origins: ['https://slack.com'],
  credentials,
  message: () => ({
    channel: 'chat',
    id: MESSAGE_ID,
    target: { channel: 'C024BE91L', oauthAccessToken: 'xoxb-token-4d' },
    content: 'The lamp is on its way',
  }),
  hasOneStatus: true,
  accepted: { answer: posted, id: '1503435956.000247' },
  rejected: {
    answer: { status: 200, body: { ok: false, error: 'msg_too_long' } },
    words: 'msg_too_long',
    code: 'msg_too_long',
  },
  accessOfRecipient: [401, 403],
  unauthorised: { answer: { status: 200, body: { ok: false, error: 'invalid_auth' } }, words: 'invalid_auth' },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '10' }, body: { ok: false, error: 'ratelimited' } },
    retryAfterMs: 10_000,
  },
  secrets: [...secrets, 'xoxb-token-4d'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { threadTs: '1.2' }, sent: '"thread_ts":"1.2"' },
  wire: {
    method: 'POST',
    path: '/api/chat.postMessage',
    headers: { authorization: 'Bearer xoxb-token-4d', 'content-type': 'application/json' },
    body: {
      channel: 'C024BE91L',
      text: 'The lamp is on its way',
      metadata: { event_type: 'message', event_payload: { message_id: MESSAGE_ID } },
    },
  },
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

test.each([
  ['token_revoked', 'recipient'],
  ['account_inactive', 'recipient'],
  ['channel_not_found', 'recipient'],
  ['is_archived', 'recipient'],
  ['not_in_channel', 'recipient'],
  ['invalid_blocks', 'rejected'],
  ['ratelimited', 'rate_limited'],
  ['internal_error', 'unavailable'],
  ['service_unavailable', 'unavailable'],
])('a response of 200 with %s is %s', async (error, kind) => {
  const vendor = await startVendor({ status: 200, body: { ok: false, error } });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(vendor.stop, outbound.close);
  const target = { channel: 'C1', oauthAccessToken: 'xoxb' };
  const sent = deliver(
    { providerId: 'slack', sandbox: false, credentials: credentials() },
    { channel: 'chat', id: MESSAGE_ID, target, content: 'x' },
    { outbound, now: () => new Date(), origins: { 'https://slack.com': vendor.origin } },
  );
  expect(await sent.catch((caught: ProviderError) => caught)).toMatchObject({
    kind,
    words: error,
    providerCode: error,
  });
});
