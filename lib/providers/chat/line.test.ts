import { uuidOf } from '#lib/providers/uuid.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { chat } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const error = (status: number, message: string) => ({ status, body: { message } });
const target = () => ({ channel: 'U4af4980629' });

// https://developers.line.biz/en/reference/messaging-api/#send-push-message
providerContract({
  id: 'line',
  origins: ['https://api.line.me'],
  credentials: () => ({ apiToken: 'line-token5d2f' }),
  message: () => ({ ...chat, target: target() }),
  accepted: {
    answer: { status: 200, body: { sentMessages: [{ id: '461230966842064897', quoteToken: 'IStG5h1Tz7b' }] } },
    id: '461230966842064897',
  },
  rejected: {
    answer: {
      status: 400,
      body: {
        message: 'The request body has 1 error(s)',
        details: [{ message: 'Size must be between 1 and 5', property: 'messages' }],
      },
    },
    words: 'Size must be between 1 and 5',
  },
  unauthorised: {
    answer: error(401, 'Authentication failed. Confirm that the access token in the authorization header is valid.'),
    words: 'Authentication failed',
  },
  tooMany: {
    answer: {
      ...error(429, 'The API rate limit has been exceeded. Try again later.'),
      headers: { 'retry-after': '2' },
    },
    retryAfterMs: 2000,
  },
  secrets: ['line-token5d2f'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { notificationDisabled: true }, sent: '"notificationDisabled":true' },
  check: {
    request: { method: 'GET', path: '/v2/bot/info' },
    answer: { status: 200, body: { userId: 'Ub9952f8', basicId: '@216ru', displayName: 'Shop' } },
    words: 'The token belongs to Shop',
  },
  wire: {
    method: 'POST',
    path: '/v2/bot/message/push',
    headers: {
      authorization: 'Bearer line-token5d2f',
      'content-type': 'application/json',
      'x-line-retry-key': uuidOf(MESSAGE_ID),
    },
    body: { to: 'U4af4980629', messages: [{ type: 'text', text: 'The lamp is on its way' }] },
  },
});

answered(
  'line',
  [
    ['that an earlier attempt was accepted', error(409, 'The retry key is already accepted'), undefined],
    [
      'that the month’s messages are used up',
      error(429, 'You have reached your monthly limit.'),
      { kind: 'account', words: 'You have reached your monthly limit.' },
    ],
    ['an unknown user', error(400, 'Failed to send messages'), { kind: 'recipient' }],
    [
      'a malformed ID',
      error(400, "The property, 'to', in the request body is invalid (line: -, column: -)"),
      { kind: 'recipient' },
    ],
  ],
  { target },
);
