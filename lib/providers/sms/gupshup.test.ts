import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { startVendor } from '#testing/vendor-server.ts';

const error = (code: number, text: string) => ({ status: 200, body: `error | ${code} | ${text}` });
const accepted = { status: 200, body: 'success | 15558675310 | 3562707498794989059-328736121207676738' };

// https://docs.gupshup.io/docs/send-message-to-single-number
providerContract({
  id: 'gupshup',
  origins: ['https://enterprise.smsgupshup.com'],
  credentials: () => ({ user: '2000190000', password: 'gs-password5d2f' }),
  message: () => sms,
  accepted: { answer: accepted, id: '3562707498794989059-328736121207676738' },
  rejected: {
    answer: error(105, 'The phone number is not valid.'),
    words: 'The phone number is not valid.',
    code: '105',
  },
  unauthorised: {
    answer: error(102, 'Authentication failed due to invalid userId or password.'),
    words: 'Authentication failed due to invalid userId or password.',
  },
  tooMany: { answer: { status: 429, headers: { 'retry-after': '2' }, body: '' }, retryAfterMs: 2000 },
  secrets: ['gs-password5d2f'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { dltTemplateId: '1107' }, sent: 'dltTemplateId=1107' },
  wire: {
    method: 'POST',
    path: '/GatewayAPI/rest',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      userid: '2000190000',
      password: 'gs-password5d2f',
      method: 'SendMessage',
      auth_scheme: 'plain',
      v: '1.1',
      format: 'text',
      msg_type: 'Unicode_text',
      send_to: '15558675310',
      msg: 'Your order & more: 100 % “shipped”',
    },
  },
});

answered('gupshup', [
  ['a disabled user', error(104, 'The user is disabled.'), { kind: 'account', providerCode: '104' }],
  ['a sender that is none', error(108, 'Invalid mask.'), { kind: 'configuration' }],
  ['a number abroad without the service for it', error(175, 'The service is disabled for you.'), { kind: 'account' }],
]);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

test('sends a text in ASCII as such, with the sender of the message', async () => {
  const vendor = await startVendor(accepted);
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(vendor.stop, outbound.close);
  const account = { providerId: 'gupshup', sandbox: false, credentials: { user: '1', password: 'p' } };
  const origins = { 'https://enterprise.smsgupshup.com': vendor.origin };
  await deliver(account, { ...sms, content: 'Shipped', from: 'SHOP' }, { outbound, now: () => new Date(), origins });
  const form = Object.fromEntries(new URLSearchParams(vendor.received[0]?.body));
  expect(form).toMatchObject({ msg_type: 'TEXT', mask: 'SHOP', msg: 'Shipped' });
});
