import { providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const path = '/api/v1/external/slack_incoming?api_key=zulip-key-5d2&stream=orders';
const error = (status: number, code: string, msg: string) => ({ status, body: { result: 'error', msg, code } });

// https://zulip.com/integrations/slack_incoming
// https://zulip.com/api/rest-error-handling
providerContract({
  id: 'zulip',
  credentials: () => ({}),
  message: (at) => ({ ...chat, target: { webhookUrl: `${at}${path}`, channel: 'lamps' } }),
  hasOneStatus: true,
  accepted: { answer: { status: 200, body: { result: 'success', msg: '' } }, id: undefined },
  rejected: {
    answer: error(400, 'BAD_REQUEST', 'Message must not be empty'),
    words: 'Message must not be empty',
    code: 'BAD_REQUEST',
  },
  accessOfRecipient: [401, 403],
  unauthorised: { answer: error(401, 'UNAUTHORIZED', 'Not logged in'), words: 'Not logged in' },
  tooMany: {
    answer: { ...error(429, 'RATE_LIMIT_HIT', 'API usage exceeded rate limit'), headers: { 'retry-after': '28' } },
    retryAfterMs: 28_000,
  },
  secrets: ['zulip-key-5d2'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { iconEmoji: ':lamp:' }, sent: '"icon_emoji":":lamp:"' },
  wire: {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: { text: 'The lamp is on its way', channel: 'lamps' },
  },
});

const target = (at: string) => ({ webhookUrl: `${at}${path}` });

answered(
  'zulip',
  [
    ['an unknown channel', error(400, 'STREAM_DOES_NOT_EXIST', 'Unknown'), { kind: 'recipient' }],
    ['a key that is not valid', error(401, 'INVALID_API_KEY', 'Invalid API key'), { kind: 'token_gone' }],
    ['what Slack answers', { status: 200, body: { ok: true } }, undefined],
    [
      'an answer of another server',
      { status: 200, body: { id: '1' } },
      {
        kind: 'rejected',
        words: 'The response (200) does not confirm that the message was accepted: {"id":"1"}',
        isOwn: true,
      },
    ],
    [
      'an error in an answer of 200',
      { status: 200, body: { ok: false, error: 'x' } },
      { kind: 'rejected', words: 'x' },
    ],
  ],
  { target },
);
