import { providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const webhookUrl = (at: string) => `${at}/api/webhooks/223704706495545344/hook-token-3d89`;
const rateLimit = { message: 'You are being rate limited.', retry_after: 64.57, global: false };

// https://docs.discord.com/developers/resources/webhook#execute-webhook
// https://docs.discord.com/developers/topics/rate-limits
providerContract({
  id: 'discord',
  credentials: () => ({}),
  message: (at) => ({ ...chat, target: { webhookUrl: webhookUrl(at) } }),
  accepted: { answer: { status: 200, body: { id: '1478001', type: 0, channel_id: '1' } }, id: '1478001' },
  rejected: {
    answer: { status: 400, body: { message: 'Invalid Form Body', code: 50035 } },
    words: 'Invalid Form Body',
    code: '50035',
  },
  accessOfRecipient: [401, 403],
  unauthorised: {
    answer: { status: 401, body: { message: '401: Unauthorized', code: 0 } },
    words: '401: Unauthorized',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '65' }, body: rateLimit }, retryAfterMs: 65_000 },
  secrets: ['hook-token-3d89'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { allowedMentions: { parse: [] } }, sent: '"allowed_mentions":{"parse":[]}' },
  wire: {
    method: 'POST',
    path: '/api/webhooks/223704706495545344/hook-token-3d89?wait=true',
    headers: { 'content-type': 'application/json' },
    body: { content: 'The lamp is on its way' },
  },
});

const target = (at: string) => ({ webhookUrl: `${at}/api/webhooks/1/t?thread_id=5` });

answered(
  'discord',
  [
    [
      'the fields that are wrong',
      {
        status: 400,
        body: {
          code: 50035,
          message: 'Invalid Form Body',
          errors: {
            embeds: { 0: { title: { _errors: [{ code: 'MAX', message: 'Must be 256 or fewer in length.' }] } } },
          },
        },
      },
      { kind: 'rejected', words: 'Invalid Form Body: embeds.0.title Must be 256 or fewer in length.' },
    ],
    [
      'a limit that only the body contains',
      { status: 429, body: { message: 'You are being rate limited.', retry_after: 1.5 } },
      { kind: 'rate_limited', retryAfterMs: 1500 },
    ],
    ['an unknown channel', { status: 404, body: { message: 'Unknown Channel', code: 10003 } }, { kind: 'recipient' }],
    ['an unknown webhook', { status: 404, body: { message: 'Unknown Webhook', code: 10015 } }, { kind: 'token_gone' }],
    [
      'an invalid webhook token',
      { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } },
      { kind: 'token_gone' },
    ],
  ],
  { target },
);
