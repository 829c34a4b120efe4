import { providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, text: string) => ({ status, body: { success: false, error: text } });

// https://docs.rocket.chat/docs/rocketchat-marketplace-integrations
providerContract({
  id: 'rocket-chat',
  credentials: () => ({}),
  message: (at) => ({ ...chat, target: { webhookUrl: `${at}/hooks/66a1/hook-key-7wmyr`, channel: '#orders' } }),
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: { success: true } }, id: undefined },
  rejected: { answer: error(400, 'unknown-error'), words: 'unknown-error' },
  accessOfRecipient: [401, 403],
  unauthorised: { answer: error(401, 'You must be logged in to do this.'), words: 'You must be logged in' },
  tooMany: {
    answer: { ...error(429, 'Error, too many requests.'), headers: { 'retry-after': '4' } },
    retryAfterMs: 4000,
  },
  secrets: ['hook-key-7wmyr'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { alias: 'Shop' }, sent: '"alias":"Shop"' },
  wire: {
    method: 'POST',
    path: '/hooks/66a1/hook-key-7wmyr',
    headers: { 'content-type': 'application/json' },
    body: { text: 'The lamp is on its way', channel: '#orders' },
  },
});

answered(
  'rocket-chat',
  [
    ['an unknown webhook', error(404, 'Invalid integration id or token provided.'), { kind: 'token_gone' }],
    ['an unknown channel', error(400, 'invalid-channel'), { kind: 'recipient', words: 'invalid-channel' }],
    [
      'a channel that the webhook fixes',
      error(400, 'overriding destination channel is disabled for this integration'),
      { kind: 'recipient' },
    ],
    ['a webhook that is switched off', { status: 503, body: 'Service Unavailable' }, { kind: 'unavailable' }],
    ['another page', { status: 200, body: '<html>' }, { kind: 'rejected' }],
  ],
  { target: (at) => ({ webhookUrl: `${at}/hooks/x/y` }) },
);
