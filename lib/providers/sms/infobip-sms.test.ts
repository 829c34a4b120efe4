import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const resultOf = (groupName: string, name: string, description: string) => ({
  status: 200,
  body: { messages: [{ messageId: '2250be2d4219', status: { groupName, name, description } }] },
});
const error = (status: number, errorCode: string, description: string) => ({
  status,
  body: { errorCode, description, action: 'Check.', violations: [], resources: [] },
});

// https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages
// Fields and errors also follow the vendor's library: https://github.com/infobip/infobip-api-java-client
providerContract({
  id: 'infobip-sms',
  credentials: (at) => ({ apiKey: 'ib-key5d2f', baseUrl: `${at}/`, from: 'Shop' }),
  message: () => sms,
  hasOneStatus: true,
  accepted: { answer: resultOf('PENDING', 'PENDING_ACCEPTED', 'Message accepted'), id: '2250be2d4219' },
  rejected: {
    answer: resultOf('REJECTED', 'REJECTED_DESTINATION', 'Destination is not valid'),
    words: 'Destination is not valid',
    code: 'REJECTED_DESTINATION',
  },
  unauthorised: {
    answer: {
      status: 401,
      body: { requestError: { serviceException: { messageId: 'UNAUTHORIZED', text: 'Invalid login details' } } },
    },
    words: 'Invalid login details',
  },
  tooMany: {
    answer: { ...error(429, 'E429', 'Too many requests'), headers: { 'retry-after': '3' } },
    retryAfterMs: 3000,
  },
  secrets: ['ib-key5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { options: { tracking: {} } }, sent: '"options":{"tracking":{}}' },
  check: {
    request: { method: 'GET', path: '/account/1/balance' },
    answer: { status: 200, body: { balance: 47.8, currency: 'EUR' } },
    words: 'The key works. The balance is 47.8 EUR',
  },
  wire: {
    method: 'POST',
    path: '/sms/3/messages',
    headers: { authorization: 'App ib-key5d2f', 'content-type': 'application/json' },
    body: {
      messages: [
        {
          sender: 'Shop',
          destinations: [{ to: '15558675310' }],
          content: { text: 'Your order & more: 100 % “shipped”' },
          webhooks: { callbackData: MESSAGE_ID },
        },
      ],
    },
  },
});

answered(
  'infobip-sms',
  [
    [
      'a request that cannot be processed',
      error(400, 'E400', 'Request cannot be processed.'),
      { kind: 'rejected', words: 'Request cannot be processed.', providerCode: 'E400' },
    ],
  ],
  { credentials: { baseUrl: 'abc123.api.infobip.com' } },
);

answered('infobip-sms', [
  ['spent credit', resultOf('REJECTED', 'REJECTED_NOT_ENOUGH_CREDITS', 'Not enough credits'), { kind: 'account' }],
  ['a sender that is not registered', resultOf('REJECTED', 'REJECTED_SENDER', 'Sender'), { kind: 'configuration' }],
  [
    'the field that is wrong',
    {
      status: 400,
      body: {
        errorCode: 'E400',
        description: 'Request cannot be processed.',
        violations: [{ property: 'messages[0].content.text', violation: 'must not be blank' }],
      },
    },
    { kind: 'rejected', words: 'Request cannot be processed. messages[0].content.text must not be blank' },
  ],
]);
