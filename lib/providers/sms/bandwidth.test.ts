import { expect } from 'vitest';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { sms } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import type { Answer, Received } from '#testing/vendor-server.ts';

const error = (status: number, type: string, description: string, fieldErrors?: object[]) => ({
  status,
  body: { type, description, ...(fieldErrors && { fieldErrors }) },
});
const basic = `Basic ${Buffer.from('client-1:secret-5d2f').toString('base64')}`;

/** https://dev.bandwidth.com/docs/account/credentials/management/ */
function signIn({ path, body, headers }: Received): Answer | undefined {
  if (path !== '/api/v1/oauth2/token') return undefined;
  expect(headers.authorization).toBe(basic);
  expect(body).toBe('grant_type=client_credentials');
  return { status: 200, body: { access_token: 'bw-token-91', expires_in: 3600, token_type: 'Bearer' } };
}

// https://dev.bandwidth.com/docs/messaging/createMessage
providerContract({
  id: 'bandwidth',
  origins: ['https://messaging.bandwidth.com', 'https://api.bandwidth.com'],
  credentials: () => ({
    user: 'client-1',
    password: 'secret-5d2f',
    accountSid: '9900000',
    applicationId: '93de2206-9669',
    from: '+12345678901',
  }),
  message: () => sms,
  otherAnswers: signIn,
  accepted: {
    answer: { status: 202, body: { id: '14762070468292kw2' } },
    id: '14762070468292kw2',
  },
  rejected: {
    answer: error(400, 'request-validation', 'Your request could not be accepted.', [
      { fieldName: 'to', description: 'must be an E164 telephone number' },
    ]),
    words: 'must be an E164 telephone number',
    code: 'request-validation',
  },
  unauthorised: { answer: error(401, 'unauthorized', 'Authentication Failed'), words: 'Authentication Failed' },
  tooMany: {
    answer: {
      ...error(429, 'max-message-queue-size-exceeded', 'The SMS queue for your account is full.'),
      headers: { 'retry-after': '2' },
    },
    retryAfterMs: 2000,
  },
  secrets: ['secret-5d2f', 'bw-token-91'],
  withoutBody: 'rejected',
  carriesId: true,
  override: { given: { priority: 'high' }, sent: '"priority":"high"' },
  check: {
    request: { method: 'GET', path: '/api/v2/users/9900000/messages?sourceTn=%2B12345678901&limit=1' },
    answer: { status: 200, body: { totalCount: 0, pageInfo: {}, messages: [] } },
    words: 'The credential belongs to the account',
  },
  wire: {
    method: 'POST',
    path: '/api/v2/users/9900000/messages',
    headers: { authorization: 'Bearer bw-token-91', 'content-type': 'application/json' },
    body: {
      applicationId: '93de2206-9669',
      to: ['+15558675310'],
      from: '+12345678901',
      text: 'Your order & more: 100 % “shipped”',
      tag: MESSAGE_ID,
    },
  },
});

answered('bandwidth', [
  ['a wrong secret', { status: 401, body: { error: 'invalid_client' } }, { kind: 'auth', words: 'invalid_client' }],
]);
