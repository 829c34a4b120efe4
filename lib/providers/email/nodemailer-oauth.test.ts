/** Sign-in at a real SMTP server with access tokens of an issuer on this machine. */
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount } from '#lib/providers/deliver.ts';
import type { ProviderError } from '#lib/providers/send.ts';
import { mailAccount, mailed, mailServer, mailTools, stopMailServers } from '#testing/mail-server.ts';
import { type Answer, type Received, startVendor } from '#testing/vendor-server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  await stopMailServers();
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

let accounts = 0;

/** A separate account, so that no token is cached from another test. */
const google = () => ({
  signIn: 'google',
  user: 'shop@gmail.example',
  clientId: `client-${++accounts}.apps.example`,
  clientSecret: `client-secret-${accounts}`,
  refreshToken: `1//refresh-${accounts}`,
});

const ISSUERS = ['https://oauth2.googleapis.com', 'https://login.microsoftonline.com'];

/** Issues `access-1`, then `access-2`, and so on. */
async function issuer(answer?: (received: Received) => Answer) {
  let issued = 0;
  const vendor = await startVendor(
    (received) => answer?.(received) ?? { status: 200, body: { access_token: `access-${++issued}`, expires_in: 3599 } },
  );
  cleanups.push(vendor.stop);
  const origins = Object.fromEntries(ISSUERS.map((origin) => [origin, vendor.origin]));
  return { vendor, tools: { ...mailTools(), origins } };
}

/** A server that accepts one user with the given tokens. */
async function tokenServer(accepted: readonly string[]) {
  const attempts: (string | undefined)[] = [];
  const server = await mailServer({
    authMethods: ['XOAUTH2'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, accessToken }, _session, done) => {
      attempts.push(accessToken);
      const isAccepted = username === 'shop@gmail.example' && accepted.includes(accessToken ?? '');
      if (isAccepted) done(null, { user: username });
      else done(null, { data: { status: '401', schemes: 'bearer', scope: 'mail' } } as never);
    },
  });
  return { ...server, attempts };
}

const formOf = (received?: Received) => Object.fromEntries(new URLSearchParams(received?.body));

// https://developers.google.com/identity/protocols/oauth2/web-server
test('a Google account signs in with a token from its refresh token, requested once', async () => {
  const { vendor, tools } = await issuer();
  const { port, mails, attempts } = await tokenServer(['access-1']);
  const credentials = google();
  const sent = await mailed(port, {}, credentials, tools);
  expect(sent).toMatchObject({ status: 250 });
  await mailed(port, {}, credentials, tools);
  expect(mails).toHaveLength(2);
  expect(attempts).toEqual(['access-1']);
  expect(vendor.received.map(({ path }) => path)).toEqual(['/token']);
  const { clientId: client_id, clientSecret: client_secret, refreshToken: refresh_token } = credentials;
  expect(formOf(vendor.received[0])).toEqual({ client_id, client_secret, refresh_token, grant_type: 'refresh_token' });
  expect(JSON.stringify(sent)).not.toMatch(/access-1|refresh-|client-secret/);
});

// https://learn.microsoft.com/en-us/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
test.each([
  [
    'with a refresh token',
    { refreshToken: '0.refresh' },
    '/common/oauth2/v2.0/token',
    { grant_type: 'refresh_token', scope: 'https://outlook.office.com/SMTP.Send offline_access' },
  ],
  [
    'itself',
    { refreshToken: '', tenantId: 'shop.example' },
    '/shop.example/oauth2/v2.0/token',
    { grant_type: 'client_credentials', scope: 'https://outlook.office365.com/.default' },
  ],
])('an application at Microsoft 365 signs in %s', async (_, options, path, form) => {
  const { vendor, tools } = await issuer();
  const { port, mails } = await tokenServer(['access-1']);
  await mailed(port, {}, { ...google(), signIn: 'microsoft', ...options }, tools);
  expect(mails).toHaveLength(1);
  expect(vendor.received.map((received) => received.path)).toEqual([path]);
  expect(formOf(vendor.received[0])).toMatchObject(form);
});

test('a token that the server refuses is renewed once', async () => {
  const { vendor, tools } = await issuer();
  const { port, mails, attempts } = await tokenServer(['access-2']);
  await mailed(port, {}, google(), tools);
  expect(attempts).toEqual(['access-1', 'access-2']);
  expect(mails).toHaveLength(1);
  expect(vendor.received).toHaveLength(2);
});

test('a server that refuses every token is an error of the credentials, without the tokens', async () => {
  const { tools } = await issuer();
  const { port, mails } = await tokenServer([]);
  const failure = await mailed(port, {}, google(), tools);
  expect(failure).toMatchObject({ kind: 'auth', status: 535 });
  expect(mails).toEqual([]);
  expect(JSON.stringify(failure)).not.toMatch(/access-|refresh-|client-secret/);
});

test.each([
  [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 'auth', /or revoked/],
  [503, {}, 'unavailable', /answered 503/],
])('an issuer that answers %i is quoted, and the server is not contacted', async (status, body, kind, words) => {
  const { tools } = await issuer(() => ({ status, body }));
  const { port, connections } = await tokenServer([]);
  const credentials = google();
  const failure = (await mailed(port, {}, credentials, tools)) as ProviderError;
  expect(failure).toMatchObject({ kind, status, words: expect.stringMatching(words) });
  expect(failure.exchange.request).toContain('grant_type');
  for (const secret of [credentials.clientSecret, credentials.refreshToken])
    for (const form of [secret, encodeURIComponent(secret)]) expect(JSON.stringify(failure)).not.toContain(form);
  expect(connections()).toBe(0);
});

test('tokens are requested through the outbound guard', async () => {
  const { vendor, tools } = await issuer();
  const { port, connections } = await tokenServer(['access-1']);
  const outbound = createOutbound();
  cleanups.push(outbound.close);
  expect(await mailed(port, {}, google(), { ...tools, outbound })).toMatchObject({ kind: 'blocked' });
  expect(vendor.received).toEqual([]);
  expect(connections()).toBe(0);
});

test('the connection test signs in with a token, and sends nothing', async () => {
  const { tools } = await issuer();
  const { port, mails, attempts } = await tokenServer(['access-1']);
  const checked = await checkAccount(mailAccount(port, google()), tools);
  expect(checked?.words).toContain('lets shop@gmail.example in');
  expect(attempts).toEqual(['access-1']);
  expect(mails).toEqual([]);
});

test.each([
  [{ user: '' }, 'needs “User”'],
  [{ clientId: '' }, 'needs “OAuth 2: Client ID”'],
  [{ clientSecret: '' }, 'needs “OAuth 2: Client secret”'],
  [{ refreshToken: '' }, 'needs “OAuth 2: Refresh token”'],
  [{ signIn: 'microsoft', refreshToken: '' }, 'needs “OAuth 2: Tenant ID” or a refresh token'],
])('%j is incomplete, so nothing is requested', async (changes, words) => {
  const { vendor, tools } = await issuer();
  const { port } = await tokenServer([]);
  const failure = await mailed(port, {}, { ...google(), ...changes }, tools);
  expect(failure).toMatchObject({ kind: 'configuration', words: expect.stringContaining(words) });
  expect(vendor.received).toEqual([]);
});

test.each([
  ['relay.shop.example', 'relay.shop.example'],
  ['192.0.2.7', '[192.0.2.7]'],
  ['2001:db8::7', '[IPv6:2001:db8::7]'],
])('the EHLO name %s is sent as %s', async (ehloName, named) => {
  const names: (string | false)[] = [];
  const { port } = await mailServer({
    onMailFrom: (_address, { hostNameAppearsAs }, done) => {
      names.push(hostNameAppearsAs);
      done();
    },
  });
  await mailed(port, {}, { ehloName });
  // The test server reports names in lower case.
  expect(names).toEqual([named.toLowerCase()]);
});
