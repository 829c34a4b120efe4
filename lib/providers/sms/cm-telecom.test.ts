import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const result = (status: number, errorCode: number, details: string, message?: object) => ({
  status,
  body: { details, errorCode, messages: message ? [{ to: '0015558675310', reference: MESSAGE_ID, ...message }] : [] },
});
const invalid = (messageErrorCode: number, messageDetails: string) =>
  result(400, 201, 'One or more errors in the messages', { status: 'Rejected', messageErrorCode, messageDetails });

// https://developers.cm.com/messaging/docs/integration
providerContract({
  id: 'cm-telecom',
  origins: ['https://gw.messaging.cm.com'],
  credentials: () => ({ apiToken: 'cm-token-5d2f', from: 'Shop' }),
  message: () => sms,
  hasOneStatus: true,
  accepted: {
    answer: result(200, 0, 'Created 1 message(s)', { status: 'Accepted', parts: 1, messageErrorCode: 0 }),
    id: MESSAGE_ID,
  },
  rejected: { answer: invalid(303, 'Invalid MSISDN'), words: 'Invalid MSISDN', code: '303' },
  unauthorised: {
    answer: result(401, 103, 'The product token is incorrect.'),
    words: 'The product token is incorrect.',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '2' }, body: '' }, retryAfterMs: 2000 },
  secrets: ['cm-token-5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { batchId: 'b-1' }, sent: '"batchId":"b-1"' },
  wire: {
    method: 'POST',
    path: '/v1.0/message',
    headers: { 'content-type': 'application/json', 'x-cm-producttoken': 'cm-token-5d2f' },
    body: {
      messages: {
        msg: [
          {
            from: 'Shop',
            to: [{ number: '0015558675310' }],
            body: { type: 'auto', content: 'Your order & more: 100 % “shipped”' },
            minimumNumberOfMessageParts: 1,
            maximumNumberOfMessageParts: 8,
            reference: MESSAGE_ID,
          },
        ],
      },
    },
  },
});

answered('cm-telecom', [
  ['an account without credit', result(400, 102, 'Insufficient balance'), { kind: 'account' }],
  ['a sender that is not allowed', invalid(301, 'Invalid From'), { kind: 'configuration' }],
  ['a fault of its own', invalid(500, 'Internal error'), { kind: 'unavailable' }],
  ['no message', result(200, 203, 'The MSG array is incorrect'), { kind: 'rejected' }],
]);
