import { expect, test } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { checkRecorded, sendRecorded } from '#testing/vendor-requests.ts';
import type { Answer, Received } from '#testing/vendor-server.ts';

const plan = 'jd63jf88477ll123ab4567cd89012ef3';
const error = (status: number, code: string, text: string) => ({ status, body: { code, text } });

// https://developers.sinch.com/docs/sms/api-reference/sms/tag/Batches/
providerContract({
  id: 'sinch',
  origins: ['https://us.sms.api.sinch.com'],
  credentials: () => ({ servicePlanId: plan, apiToken: 'sinch-token5d2', region: 'us', from: '+12025551234' }),
  message: () => sms,
  accepted: { answer: { status: 201, body: { id: '01FC66621XXXXX119Z8PMV1QPQ' } }, id: '01FC66621XXXXX119Z8PMV1QPQ' },
  rejected: {
    answer: error(400, 'syntax_invalid_parameter_format', 'to: invalid MSISDN'),
    words: 'to: invalid MSISDN',
    code: 'syntax_invalid_parameter_format',
  },
  unauthorised: { answer: error(401, 'unauthorized', 'Unauthorized'), words: 'Unauthorized' },
  tooMany: {
    answer: { ...error(429, 'too_many_requests', 'Slow down'), headers: { 'retry-after': '1' } },
    retryAfterMs: 1000,
  },
  secrets: ['sinch-token5d2'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { deliveryReport: 'full' }, sent: '"delivery_report":"full"' },
  check: {
    request: { method: 'GET', path: `/xms/v1/${plan}/batches?page_size=1` },
    answer: { status: 200, body: { count: 0, page: 0, batches: [], page_size: 0 } },
    words: 'The token belongs to the service plan',
  },
  wire: {
    method: 'POST',
    path: `/xms/v1/${plan}/batches`,
    headers: { authorization: 'Bearer sinch-token5d2', 'content-type': 'application/json' },
    body: {
      from: '+12025551234',
      to: ['+15558675310'],
      body: 'Your order & more: 100 % “shipped”',
      client_reference: MESSAGE_ID,
      delivery_report: 'per_recipient',
    },
  },
});

const refused = (status: number, code: string) => ({ status, body: { code, text: 'No' } });

answered('sinch', [
  ['a landline', refused(403, 'illegal_number_type'), { kind: 'rejected', words: 'No' }],
  ['a plan that is not set up', refused(403, 'missing_svc_conf'), { kind: 'account' }],
  ['an unknown plan', { status: 404 }, { kind: 'configuration' }],
  ['a wrong token', refused(403, 'unauthorized'), { kind: 'auth' }],
]);

let projects = 0;

/** A separate project, so that no token is cached from another test. */
const project = (region = 'us') => ({
  ...{ projectId: `project-${++projects}`, keyId: `key-${projects}`, keySecret: `key-secret-7c${projects}` },
  ...{ region, from: '+12025551234' },
});

/** https://developers.sinch.com/docs/identity-access-management/authenticate/oauth2 */
const signedIn =
  (answer: (received: Received) => Answer) =>
  (received: Received): Answer =>
    received.path === '/oauth2/token'
      ? { status: 200, body: { access_token: 'jwt-token-5d2', expires_in: 3599, token_type: 'bearer' } }
      : answer(received);
const taken = { status: 201, body: { id: '01FC66621' } };

test('keys of a project sign in at the token endpoint, and send through the host for projects', async () => {
  const credentials = project();
  const { requests, result } = await sendRecorded('sinch', credentials, sms, { answer: signedIn(() => taken) });
  expect(requests.map(({ url }) => url)).toEqual([
    'https://auth.sinch.com/oauth2/token',
    `https://zt.us.sms.api.sinch.com/xms/v1/${credentials.projectId}/batches`,
  ]);
  const [signIn, sending] = requests;
  expect(signIn?.body).toBe('grant_type=client_credentials');
  const { keyId, keySecret } = credentials;
  expect(signIn?.headers.authorization).toBe(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
  expect(sending?.headers.authorization).toBe('Bearer jwt-token-5d2');
  expect(result).toMatchObject({ providerMessageId: '01FC66621' });
  expect(JSON.stringify(result)).not.toMatch(/jwt-token|key-secret/);
  const again = await checkRecorded('sinch', credentials, { answer: { status: 200, body: {} } });
  expect(again.requests).toHaveLength(1);
  expect(again.result).toMatchObject({ words: 'The access key belongs to the project' });
});

test('an expired token is renewed once', async () => {
  let refusals = 1;
  const answer = signedIn(() => (refusals-- > 0 ? error(401, 'unauthorized', 'Unauthorized') : taken));
  const { requests, result } = await sendRecorded('sinch', project('eu'), sms, { answer });
  expect(requests.map(({ path }) => path.split('/').at(-1))).toEqual(['token', 'batches', 'token', 'batches']);
  expect(result).toMatchObject({ providerMessageId: '01FC66621' });
});

test.each([
  [401, { error: 'invalid_client', error_description: 'Client authentication failed' }, 'auth'],
  [503, {}, 'unavailable'],
])('a token endpoint that answers %i sends nothing', async (status, body, kind) => {
  const { requests, result } = await sendRecorded('sinch', project(), sms, { answer: { status, body } });
  expect(requests).toHaveLength(1);
  expect(result).toMatchObject({ kind, status });
});

test('a region without project keys is a configuration error', async () => {
  const { requests, result } = await sendRecorded('sinch', project('br'), sms, { answer: signedIn(() => taken) });
  expect(requests).toEqual([]);
  expect(result).toMatchObject({ kind: 'configuration', words: expect.stringContaining('EU and US only') });
});
