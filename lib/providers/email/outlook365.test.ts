import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount, deliver } from '#lib/providers/deliver.ts';
import { MESSAGE_ID, providerContract } from '#testing/provider-contract.ts';
import { mail, mailCredentials } from '#testing/sample-messages.ts';
import { answered } from '#testing/vendor-answers.ts';
import { type Answer, type Received, startVendor } from '#testing/vendor-server.ts';

const origins = ['https://graph.microsoft.com', 'https://login.microsoftonline.com'];
const credentials = () => ({ tenantId: 'tenant-1', clientId: 'client-1', password: 'secret-5d2f', ...mailCredentials });
const error = (status: number, code: string, message: string) => ({ status, body: { error: { code, message } } });
const token = { token_type: 'Bearer', expires_in: 3599, access_token: 'graph-token-91' };

/** https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow#get-a-token */
function signIn({ path, body }: Received): Answer | undefined {
  if (path !== '/tenant-1/oauth2/v2.0/token') return undefined;
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    client_id: 'client-1',
    client_secret: 'secret-5d2f',
    scope: 'https://graph.microsoft.com/.default',
    grant_type: 'client_credentials',
  });
  return { status: 200, body: token };
}

// https://learn.microsoft.com/en-us/graph/api/user-sendmail
providerContract({
  id: 'outlook365',
  origins,
  credentials,
  message: () => mail,
  otherAnswers: signIn,
  accepted: { answer: { status: 202, body: '' }, id: undefined },
  rejected: {
    answer: error(400, 'ErrorInvalidRecipients', 'At least one recipient isn’t valid.'),
    words: 'At least one recipient isn’t valid.',
    code: 'ErrorInvalidRecipients',
  },
  unauthorised: {
    answer: error(401, 'InvalidAuthenticationToken', 'Access token has expired.'),
    words: 'Access token has expired.',
  },
  tooMany: {
    answer: { ...error(429, 'ApplicationThrottled', 'Too many requests'), headers: { 'retry-after': '10' } },
    retryAfterMs: 10_000,
  },
  secrets: ['secret-5d2f', 'graph-token-91'],
  withoutBody: 'sent',
  carriesId: true,
  override: { given: { importance: 'high' }, sent: '"importance":"high"' },
  wire: {
    method: 'POST',
    path: '/v1.0/users/shop%40shop.example/sendMail',
    headers: { authorization: 'Bearer graph-token-91', 'content-type': 'application/json' },
    body: {
      message: {
        subject: 'Shipped: “Lamp”',
        body: { contentType: 'HTML', content: '<p>It is on its way.</p>' },
        from: { emailAddress: { address: 'shop@shop.example', name: 'Shop, Inc.' } },
        toRecipients: [{ emailAddress: { address: 'jane@customer.example' } }],
        ccRecipients: [
          { emailAddress: { address: 'ann@customer.example' } },
          { emailAddress: { address: 'bob@customer.example' } },
        ],
        bccRecipients: [{ emailAddress: { address: 'archive@shop.example' } }],
        replyTo: [{ emailAddress: { address: 'help@shop.example' } }],
        internetMessageHeaders: [{ name: 'x-message-id', value: MESSAGE_ID }],
        attachments: [
          {
            '@odata.type': '#microsoft.graph.fileAttachment',
            name: 'invoice.pdf',
            contentType: 'application/pdf',
            contentBytes: 'UERG',
          },
          {
            '@odata.type': '#microsoft.graph.fileAttachment',
            name: 'logo.png',
            contentType: 'image/png',
            contentBytes: 'UE5H',
            contentId: 'logo',
            isInline: true,
          },
        ],
      },
      saveToSentItems: false,
    },
  },
});

const APPLICATION = { credentials: { tenantId: 'directory-1', clientId: 'application-1' } };
answered(
  'outlook365',
  [
    [
      'an unknown application',
      {
        status: 401,
        body: { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' },
      },
      { kind: 'auth', words: 'AADSTS7000215: Invalid client secret provided.', isOwn: false },
    ],
    ['no service at its sign-in', { status: 503 }, { kind: 'unavailable', isOwn: true }],
  ],
  APPLICATION,
);
const answeredWith = (answer: Answer) => ({ ...answer, body: { ...(answer.body as object), ...token } });
answered(
  'outlook365',
  [
    [
      'that the application may not send',
      answeredWith(error(403, 'ErrorAccessDenied', 'Access is denied.')),
      { kind: 'account', words: 'Access is denied.' },
    ],
    [
      'a sender without a mailbox',
      answeredWith(error(404, 'MailboxNotEnabledForRESTAPI', 'The mailbox is inactive.')),
      { kind: 'account' },
    ],
  ],
  APPLICATION,
);
answered('outlook365', [['an account with a password only', { status: 202 }, { kind: 'configuration', isOwn: true }]], {
  credentials: { tenantId: '', clientId: '' },
});

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function graph() {
  const vendor = await startVendor((received) => signIn(received) ?? { status: 202 });
  const outbound = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(vendor.stop, outbound.close);
  const tools = {
    outbound,
    now: () => new Date('2026-03-02T10:00:00Z'),
    origins: Object.fromEntries(origins.map((origin) => [origin, vendor.origin])),
  };
  return { vendor, tools, account: { providerId: 'outlook365', sandbox: false, credentials: credentials() } };
}

test('names the headers that Graph does not accept', async () => {
  const { tools, account } = await graph();
  const { leftOut } = await deliver(account, { ...mail, headers: { 'List-Id': 'orders', 'X-Order': 'A-1' } }, tools);
  expect(leftOut).toMatch(/“X-”: List-Id left out$/);
});

test('gets one token for several messages', async () => {
  const { vendor, tools, account } = await graph();
  await Promise.all([deliver(account, mail, tools), deliver(account, mail, tools)]);
  await deliver(account, mail, tools);
  expect(vendor.received.filter(({ path }) => path.endsWith('/token')).length).toBeLessThanOrEqual(1);
});

test('tests the connection by signing in', async () => {
  const { tools, account } = await graph();
  expect(await checkAccount(account, tools)).toMatchObject({
    words: expect.stringContaining('accepts the application'),
  });
});
