import { expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { deliver } from '#lib/providers/deliver.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { checkRecorded, sendRecorded } from '#testing/vendor-requests.ts';
import { startVendor } from '#testing/vendor-server.ts';

const sid = 'AC00000000000000000000000000000001';

// https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
// https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions
providerContract({
  id: 'twilio',
  origins: ['https://api.twilio.com'],
  credentials: () => ({ accountSid: sid, token: 'auth-token-7c1', from: '+15557122661' }),
  message: () => ({
    channel: 'sms',
    id: MESSAGE_ID,
    to: '+15558675310',
    content: 'Your order & more: 100 % “shipped”',
  }),
  accepted: { answer: { status: 201, body: { sid: 'SM1', status: 'queued', error_code: null } }, id: 'SM1' },
  rejected: {
    answer: {
      status: 400,
      body: { code: 21211, message: "The 'To' number +1555 is not a valid phone number.", status: 400 },
    },
    words: "The 'To' number +1555 is not a valid phone number.",
    code: '21211',
  },
  unauthorised: {
    answer: { status: 401, body: { code: 20003, message: 'Authenticate', status: 401 } },
    words: 'Authenticate',
  },
  tooMany: {
    answer: { status: 429, headers: { 'retry-after': '2' }, body: { code: 20429, message: 'Too Many Requests' } },
    retryAfterMs: 2000,
  },
  secrets: ['auth-token-7c1', `${sid}:auth-token-7c1`],
  withoutBody: 'rejected',
  carriesId: false,
  override: {
    given: { statusCallback: 'https://shop.example/s' },
    sent: 'StatusCallback=https%3A%2F%2Fshop.example%2Fs',
  },
  wire: {
    method: 'POST',
    path: `/2010-04-01/Accounts/${sid}/Messages.json`,
    headers: {
      authorization: `Basic ${Buffer.from(`${sid}:auth-token-7c1`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: { To: '+15558675310', From: '+15557122661', Body: 'Your order & more: 100 % “shipped”' },
  },
});

const refused = (status: number, code: number) => ({ status, body: { status, code, message: 'No' } });

answered('twilio', [
  ['an account that is not its own', refused(404, 20404), { kind: 'configuration' }],
  ['a sender that is not its own', refused(400, 21606), { kind: 'configuration' }],
  ['a trial', refused(400, 21608), { kind: 'account' }],
  ['a country that is not enabled', refused(400, 21408), { kind: 'account' }],
  ['a full queue', refused(400, 21611), { kind: 'rate_limited' }],
  ['a number that is none', refused(400, 21211), { kind: 'rejected' }],
]);

test.each([
  ['MG Motor', 'From'],
  ['MGM Resorts', 'From'],
  ['+15557122661', 'From'],
  [`MG${'0a'.repeat(16)}`, 'MessagingServiceSid'],
])('the sender %s goes out as %s', async (from, field) => {
  const vendor = await startVendor({ status: 201, body: { sid: 'SM1' } });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const account = { providerId: 'twilio', sandbox: false, credentials: { accountSid: sid, token: 'token-1', from } };
  const origins = { 'https://api.twilio.com': vendor.origin };
  await deliver(account, sms, { outbound, now: () => new Date(), origins });
  await outbound.close();
  await vendor.stop();
  const body = new URLSearchParams(vendor.received[0]?.body);
  expect([body.get('From'), body.get('MessagingServiceSid')].filter(Boolean)).toEqual([from]);
  expect(body.get(field)).toBe(from);
});

test.each([
  ['https://belfry.example/events', 'https://belfry.example/events'],
  [undefined, null],
])('a message names the address for events: %s', async (eventsUrl, named) => {
  const vendor = await startVendor({ status: 201, body: { sid: 'SM1' } });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  const credentials = { accountSid: sid, token: 'auth-token-7c1', from: '+15557122661' };
  const tools = { outbound, now: () => new Date(), origins: { 'https://api.twilio.com': vendor.origin } };
  await deliver({ providerId: 'twilio', sandbox: false, credentials, eventsUrl }, sms, tools);
  expect(new URLSearchParams(vendor.received[0]?.body).get('StatusCallback')).toBe(named);
  await Promise.all([vendor.stop(), outbound.close()]);
});

const account = { accountSid: sid, token: 'auth-token-7c1', from: '+15557122661' };
const apiKey = { apiKey: `SK${'0b'.repeat(16)}`, secretKey: 'api-key-secret-9d3' };
const basicOf = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const sent = { answer: { status: 201, body: { sid: 'SM1' } } };

// https://www.twilio.com/docs/usage/requests-to-twilio
test.each([
  ['the auth token', account, basicOf(sid, 'auth-token-7c1')],
  ['an API key', { ...account, ...apiKey }, basicOf(apiKey.apiKey, 'api-key-secret-9d3')],
  ['an API key alone', { ...account, ...apiKey, token: '' }, basicOf(apiKey.apiKey, 'api-key-secret-9d3')],
])('signs in with %s', async (_, credentials, authorization) => {
  const { requests, result } = await sendRecorded('twilio', credentials, sms, sent);
  expect(requests).toMatchObject([{ path: `/2010-04-01/Accounts/${sid}/Messages.json`, headers: { authorization } }]);
  expect(result).toMatchObject({ providerMessageId: 'SM1' });
  expect(JSON.stringify(result)).not.toMatch(/api-key-secret|SK0b/);
});

// https://www.twilio.com/docs/iam/api-keys: only main API keys can read the account.
test('an API key is tested with messages, because it may not read the account', async () => {
  const credentials = { ...account, ...apiKey };
  const { requests, result } = await checkRecorded('twilio', credentials, { answer: { status: 200, body: {} } });
  expect(requests).toMatchObject([{ method: 'GET', path: `/2010-04-01/Accounts/${sid}/Messages.json?PageSize=1` }]);
  expect(result).toMatchObject({ words: 'The API key belongs to the account' });
});

test('without auth token and API key, nothing is sent', async () => {
  const { requests, result } = await sendRecorded('twilio', { ...account, token: '' }, sms, sent);
  expect(requests).toEqual([]);
  expect(result).toMatchObject({ kind: 'configuration', words: 'Auth token is missing' });
});

// https://www.twilio.com/docs/global-infrastructure/using-the-twilio-rest-api-in-a-non-us-region
test.each([
  [undefined, 'api.twilio.com'],
  ['ie1', 'api.dublin.ie1.twilio.com'],
  ['au1', 'api.sydney.au1.twilio.com'],
])('the region %s has the host %s', async (region, host) => {
  const { requests } = await sendRecorded('twilio', { ...account, region }, sms, sent);
  expect(requests.map(({ url }) => new URL(url).host)).toEqual([host]);
});

const messagingServiceSid = `MG${'0a'.repeat(16)}`;

test.each([
  ['a Messaging Service replaces From', {}, { MessagingServiceSid: messagingServiceSid }],
  ['a sender of the trigger replaces the Messaging Service', { from: '+15550001111' }, { From: '+15550001111' }],
])('%s', async (_, changes, sender) => {
  const credentials = { accountSid: sid, token: 'auth-token-7c1', messagingServiceSid };
  const { requests } = await sendRecorded('twilio', credentials, { ...sms, ...changes }, sent);
  const { To: _to, Body: _body, ...rest } = Object.fromEntries(new URLSearchParams(requests[0]?.body));
  expect(rest).toEqual(sender);
});
