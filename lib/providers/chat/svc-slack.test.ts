import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const failed = (error: string) => ({ status: 200, body: { ok: false, error } });

// https://docs.slack.dev/reference/methods/chat.postMessage
providerContract({
  id: 'svc-slack',
  origins: ['https://slack.com'],
  credentials: () => ({}),
  message: () => ({ ...chat, target: { channel: 'C024BE91L', oauthAccessToken: 'xoxb-token-4d' } }),
  hasOneStatus: true,
  accepted: {
    answer: { status: 200, body: { ok: true, channel: 'C024BE91L', ts: '1503435956.000247' } },
    id: '1503435956.000247',
  },
  rejected: { answer: failed('msg_too_long'), words: 'msg_too_long', code: 'msg_too_long' },
  accessOfRecipient: [401, 403],
  unauthorised: { answer: failed('invalid_auth'), words: 'invalid_auth' },
  tooMany: {
    answer: { ...failed('ratelimited'), status: 429, headers: { 'retry-after': '10' } },
    retryAfterMs: 10_000,
  },
  secrets: ['xoxb-token-4d'],
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

answered(
  'svc-slack',
  [
    ['that a webhook took the message', { status: 200, body: 'ok' }, undefined],
    ['a removed webhook', { status: 404, body: 'no_service' }, { kind: 'token_gone' }],
  ],
  { target: (at) => ({ webhookUrl: `${at}/services/T0/B0/x` }) },
);
