import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const failed = (status: number, code: number, description: string) => ({
  status,
  body: { messages: [], error: { code, description } },
});
const refused = (status: number, code: number, description: string) => ({
  status,
  body: {
    messages: [{ apiMessageId: null, accepted: false, to: '15558675310', error: { code, description } }],
    error: null,
  },
});

// https://guides.clickatell.com/clickatell-chat-commerce-platform/developer/channels/whatsapp-and-sms-one-api/api-reference/messages/send-messages
providerContract({
  id: 'clickatell',
  origins: ['https://platform.clickatell.com'],
  credentials: () => ({ apiKey: 'ct-key-5d2f==' }),
  message: () => sms,
  accepted: {
    answer: {
      status: 202,
      body: { messages: [{ apiMessageId: '77fb2999', accepted: true, to: '15558675310', error: null }], error: null },
    },
    id: '77fb2999',
  },
  rejected: {
    answer: refused(400, 25, 'Invalid recipient address'),
    words: 'Invalid recipient address',
    code: '25',
  },
  unauthorised: {
    answer: failed(401, 1, 'Invalid or missing integration API Key'),
    words: 'Invalid or missing integration API Key',
  },
  tooMany: { answer: { ...failed(429, 43, 'Rate limit'), headers: { 'retry-after': '2' } }, retryAfterMs: 2000 },
  secrets: ['ct-key-5d2f=='],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { extra: 'x' }, sent: '"extra":"x"' },
  wire: {
    method: 'POST',
    path: '/v1/message',
    headers: { authorization: 'ct-key-5d2f==', 'content-type': 'application/json' },
    body: { messages: [{ channel: 'sms', to: '15558675310', content: 'Your order & more: 100 % “shipped”' }] },
  },
});

answered('clickatell', [
  ['an account without credit', refused(402, 20, 'Insufficient account balance'), { kind: 'account' }],
  ['too many requests, with status 400', failed(400, 43, 'Rate limit'), { kind: 'rate_limited' }],
  ['an inactive account', failed(400, 2, 'Account is not active'), { kind: 'account' }],
  ['a recipient who opted out', refused(400, 26, 'Recipient opted out'), { kind: 'rejected', providerCode: '26' }],
  ['a number of another integration', refused(400, 45, 'FROM number is not related'), { kind: 'configuration' }],
]);
