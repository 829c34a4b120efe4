import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { startVendor } from '#testing/vendor-server.ts';

const result = (statusCode: number, status: string, messageId = 'None') => ({
  status: 201,
  body: {
    SMSMessageData: {
      Message: 'Sent to 1/1 Total Cost: KES 0.8000',
      Recipients: [{ statusCode, number: '+15558675310', status, cost: 'KES 0.8000', messageId }],
    },
  },
});
const noRecipient = (Message: string) => ({ status: 201, body: { SMSMessageData: { Message, Recipients: [] } } });

// http://docs.africastalking.com/sms/sending/nodejs
providerContract({
  id: 'africas-talking',
  origins: ['https://api.africastalking.com'],
  credentials: () => ({ apiKey: 'at-key-5d2f', user: 'shop', from: 'SHOP' }),
  message: () => sms,
  accepted: { answer: result(101, 'Success', 'ATPid_SampleTxnId123'), id: 'ATPid_SampleTxnId123' },
  rejected: { answer: result(403, 'InvalidPhoneNumber'), words: 'InvalidPhoneNumber', code: '403' },
  unauthorised: {
    answer: { status: 401, body: 'The supplied authentication is invalid' },
    words: 'The supplied authentication is invalid',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '2' }, body: '' }, retryAfterMs: 2000 },
  secrets: ['at-key-5d2f'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { enqueue: '1' }, sent: 'enqueue=1' },
  check: {
    request: { method: 'GET', path: '/version1/user?username=shop' },
    answer: { status: 200, body: { UserData: { balance: 'KES 1785.50' } } },
    words: 'The key works. The balance is KES 1785.50',
  },
  wire: {
    method: 'POST',
    path: '/version1/messaging',
    headers: {
      accept: 'application/json',
      apikey: 'at-key-5d2f',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: { username: 'shop', to: '+15558675310', message: 'Your order & more: 100 % “shipped”', from: 'SHOP' },
  },
});

answered('africas-talking', [
  ['that the message waits', result(102, 'Success', 'ATPid_2'), 'ATPid_2'],
  ['an account without credit', result(405, 'InsufficientBalance'), { kind: 'account' }],
  ['a sender of another account', noRecipient('InvalidSenderId'), { kind: 'configuration', words: 'InvalidSenderId' }],
  ['a recipient who opted out', result(406, 'UserInBlacklist'), { kind: 'rejected', words: 'UserInBlacklist' }],
  ['a fault of its gateway', result(501, 'GatewayError'), { kind: 'unavailable' }],
]);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

test('sends as the user “sandbox” to the host of the sandbox', async () => {
  const vendor = await startVendor(result(101, 'Success', 'ATPid_3'));
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(vendor.stop, outbound.close);
  const credentials = { apiKey: 'k', user: 'sandbox', from: 'SHOP' };
  const origins = { 'https://api.sandbox.africastalking.com': vendor.origin };
  const account = { providerId: 'africas-talking', sandbox: false, credentials };
  expect(await deliver(account, sms, { outbound, now: () => new Date(), origins })).toMatchObject({
    providerMessageId: 'ATPid_3',
  });
});
