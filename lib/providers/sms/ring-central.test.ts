import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount } from '#lib/providers/deliver.ts';
import { providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { type Answer, type Received, startVendor } from '#testing/vendor-server.ts';

const credentials = () => ({ clientId: 'app-1', secretKey: 'secret-5d2f', token: 'jwt-77ab', from: '+16505550100' });
const error = (status: number, errorCode: string, message: string) => ({
  status,
  body: { errorCode, message, errors: [{ errorCode, message }] },
});
const token = { access_token: 'rc-token-91', token_type: 'bearer', expires_in: 3600 };

/** https://developers.ringcentral.com/guide/authentication/jwt-flow */
function signIn({ path, body, headers }: Received): Answer | undefined {
  if (path !== '/restapi/oauth/token') return undefined;
  expect(headers.authorization).toBe(`Basic ${Buffer.from('app-1:secret-5d2f').toString('base64')}`);
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'jwt-77ab' };
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual(form);
  return { status: 200, body: token };
}

// https://developers.ringcentral.com/api-reference/SMS/createSMSMessage
providerContract({
  id: 'ring-central',
  origins: ['https://platform.ringcentral.com'],
  credentials,
  message: () => sms,
  otherAnswers: signIn,
  accepted: { answer: { status: 200, body: { id: 5863220004, messageStatus: 'Queued' } }, id: '5863220004' },
  rejected: {
    answer: error(400, 'CMN-101', 'Parameter [to.phoneNumber] value is invalid'),
    words: 'Parameter [to.phoneNumber] value is invalid',
    code: 'CMN-101',
  },
  unauthorised: { answer: error(401, 'OAU-213', 'Token not found'), words: 'Token not found' },
  tooMany: {
    answer: { ...error(429, 'CMN-301', 'Request rate exceeded'), headers: { 'retry-after': '60' } },
    retryAfterMs: 60_000,
  },
  secrets: ['secret-5d2f', 'jwt-77ab', 'rc-token-91'],
  withoutBody: 'rejected',
  carriesId: false,
  override: { given: { country: { isoCode: 'US' } }, sent: '"isoCode":"US"' },
  wire: {
    method: 'POST',
    path: '/restapi/v1.0/account/~/extension/~/sms',
    headers: { authorization: 'Bearer rc-token-91', 'content-type': 'application/json' },
    body: {
      from: { phoneNumber: '+16505550100' },
      to: [{ phoneNumber: '+15558675310' }],
      text: 'Your order & more: 100 % “shipped”',
    },
  },
});

answered('ring-central', [
  [
    'a wrong JWT',
    { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid assertion' } },
    { kind: 'auth', words: 'Invalid assertion' },
  ],
]);
const off = error(403, 'MSG-242', 'The requested feature is not available');
answered('ring-central', [
  ['a number without SMS', { ...off, body: { ...off.body, ...token } }, { kind: 'account', providerCode: 'MSG-242' }],
]);

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

test('tests the connection by signing in, to the sandbox if it is chosen', async () => {
  const vendor = await startVendor((received) => signIn(received) ?? { status: 404 });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(vendor.stop, outbound.close);
  const account = { providerId: 'ring-central', sandbox: false, credentials: { ...credentials(), secure: true } };
  const origins = { 'https://platform.devtest.ringcentral.com': vendor.origin };
  expect(await checkAccount(account, { outbound, now: () => new Date(), origins })).toMatchObject({
    words: expect.stringContaining('accepts the application'),
  });
});
