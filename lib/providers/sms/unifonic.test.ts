import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';

const failed = (status: number, errorCode: string, message: string) => ({
  status,
  body: { success: 'false', message, errorCode, data: {} },
});

// https://docs.unifonic.com/docs/sending-your-first-sms-via-unifonic-api
providerContract({
  id: 'unifonic',
  origins: ['https://el.cloud.unifonic.com'],
  credentials: () => ({ appSid: 'app-sid-5d2f', senderId: 'SHOP', from: 'SHOP' }),
  message: () => sms,
  accepted: {
    answer: {
      status: 200,
      body: { success: 'true', message: '', errorCode: 'ER-00', data: { MessageID: 3200017889310, Status: 'Queued' } },
    },
    id: '3200017889310',
  },
  rejected: { answer: failed(482, 'ER-482', 'Invalid dest num'), words: 'Invalid dest num', code: 'ER-482' },
  unauthorised: { answer: failed(401, 'ER-401', 'Authentication failed'), words: 'Authentication failed' },
  tooMany: { answer: { ...failed(429, 'ER-429', 'Too many'), headers: { 'retry-after': '2' } }, retryAfterMs: 2000 },
  secrets: ['app-sid-5d2f'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { async: 'true' }, sent: 'async=true' },
  wire: {
    method: 'POST',
    path: '/rest/SMS/messages',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      AppSid: 'app-sid-5d2f',
      SenderID: 'SHOP',
      Body: 'Your order & more: 100 % “shipped”',
      Recipient: '15558675310',
      responseType: 'JSON',
      CorrelationID: MESSAGE_ID,
    },
  },
});

answered('unifonic', [
  ['an account without credit', failed(200, 'ER-01', 'No rate found or insufficient funds'), { kind: 'account' }],
  ['a sender of another account', failed(480, 'ER-480', 'Cannot use SenderID'), { kind: 'configuration' }],
  ['no App SID', failed(402, 'ER-402', 'Missing parameter AppSid'), { kind: 'auth' }],
  ['a fault of its own', { status: 599 }, { kind: 'unavailable' }],
]);
