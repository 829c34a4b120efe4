/** Tests real-world SMTP servers: few connections, wrong TLS settings, invalid keys. */
import { generateKeyPairSync } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { checkAccount } from '#lib/providers/deliver.ts';
import {
  answer,
  mailAccount,
  mailed,
  mailServer,
  mailTools,
  plainMail,
  stopMailServers,
} from '#testing/mail-server.ts';

afterEach(stopMailServers);

test('a server with a limit of three connections receives 120 emails over three connections', async () => {
  const server = await mailServer({ maxClients: 3 });
  const tools = mailTools(50_000);
  const sending = (n: number) =>
    mailed(server.port, { id: plainMail.id.slice(0, -3) + String(n).padStart(3, '0') }, {}, tools);
  const sent = await Promise.all(Array.from({ length: 120 }, (_, n) => sending(n)));
  expect(sent.filter((each) => each instanceof Error)).toEqual([]);
  expect(server.mails).toHaveLength(120);
  const refusedAtFirst = server.connections() - 3;
  expect(refusedAtFirst).toBeLessThanOrEqual(10);
  await Promise.all(Array.from({ length: 30 }, (_, n) => sending(200 + n)));
  expect(server.connections() - 3, 'from then on none is refused').toBe(refusedAtFirst);
});

test.each([421, 432])('a greeting of %i does not count as an attempt', async (code) => {
  const { port } = await mailServer({ onConnect: (_, done) => done(answer(code, '4.3.2 Too busy')) });
  const error = await mailed(port);
  expect(error).toMatchObject({ kind: 'unavailable', status: code, retryAfterMs: expect.any(Number) });
});

test('the integration determines the number of connections', async () => {
  const server = await mailServer();
  const tools = mailTools();
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      mailed(server.port, { id: plainMail.id.slice(0, -2) + String(n).padStart(2, '0') }, { connections: '2' }, tools),
    ),
  );
  expect(server.mails).toHaveLength(20);
  expect(server.connections()).toBe(2);
});

test('emails that wait for a connection are sent, however many other accounts are used', async () => {
  const release = Promise.withResolvers<void>();
  const slow = await mailServer({ onRcptTo: (_, __, done) => void release.promise.then(() => done()) });
  const fast = await mailServer();
  const tools = mailTools(50_000);
  const id = (n: number) => plainMail.id.slice(0, -3) + String(n).padStart(3, '0');
  const waiting = [0, 1, 2].map((n) => mailed(slow.port, { id: id(n) }, { connections: '1' }, tools));
  for (let n = 0; n < 205; n += 41)
    await Promise.all(
      Array.from({ length: 41 }, (_, at) =>
        mailed(fast.port, { id: id(100 + n + at) }, { password: `p${n + at}` }, tools),
      ),
    );
  release.resolve();
  expect((await Promise.all(waiting)).filter((each) => each instanceof Error)).toEqual([]);
  expect([slow.mails.length, fast.mails.length]).toEqual([3, 205]);
});

const SELF_SIGNED = /^The certificate of \S+ (is self-signed|has expired)\. /;
test.each<[string, object, object, RegExp]>([
  ['TLS to a server without', {}, { secure: true }, /does not begin with TLS: set Encryption to “Automatic”;/],
  [
    'no TLS to a server with it',
    { secure: true },
    { secure: false },
    /expects TLS from the first byte: set Encryption to “TLS from the start”$/,
  ],
  ['a certificate of one’s own', { secure: true }, { secure: true }, SELF_SIGNED],
  ['the same after STARTTLS', { disabledCommands: [] }, {}, SELF_SIGNED],
  [
    'STARTTLS that is missing',
    {},
    { requireTls: true },
    /offers no STARTTLS \(“500 .*”\): set Encryption to “Automatic”, or/,
  ],
  [
    'TLS that is ignored and wanted',
    {
      disabledCommands: [],
      authOptional: false,
      onAuth: (_: unknown, __: unknown, done: (e: null, a: object) => void) => done(null, { user: 'a' }),
    },
    { ignoreTls: true, user: 'a', password: 'secret-9' },
    /accepts no mail without TLS \(“538 .*STARTTLS.*”\): set Encryption to “Automatic”$/,
  ],
  [
    'versions of TLS apart',
    { secure: true, maxVersion: 'TLSv1.2' },
    { secure: true, tlsOptions: { rejectUnauthorized: false, minVersion: 'TLSv1.3' } },
    /have no form of TLS in common \(.*\): correct minVersion/,
  ],
  [
    'a key that is none',
    { secure: true },
    { secure: true, tlsOptions: { cert: 'nonsense', key: 'nonsense' } },
    /A certificate or key in TLS options cannot be read \(no start line\): correct TLS options$/,
  ],
])('%s is a misconfiguration with the name of the field', async (_, options, credentials, words) => {
  const { port, mails } = await mailServer(options);
  const error = await mailed(port, {}, credentials, mailTools(1500));
  expect(error).toMatchObject({ kind: 'configuration', retryable: false, isOwn: true });
  expect(error).toHaveProperty('words', expect.stringMatching(words));
  expect(error).toHaveProperty('words', expect.not.stringMatching(/openssl|error:0|ssl3?_/i));
  expect(mails).toEqual([]);
  const checked = checkAccount(mailAccount(port, credentials), mailTools(1500));
  await expect(checked, 'the test of the connection says the same').rejects.toMatchObject({
    kind: 'configuration',
    words: expect.stringMatching(words),
  });
});

test('a temporary TLS refusal is retried', async () => {
  const { port } = await mailServer({
    disabledCommands: [],
    onSecure: (_, __, done) => done(answer(454, 'TLS not available')),
  });
  expect(await mailed(port, {}, { tlsOptions: { rejectUnauthorized: false } })).toMatchObject({ kind: 'unavailable' });
});

const pem = (type: 'rsa' | 'ed25519') => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 1024 }) : generateKeyPairSync('ed25519');
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

test.each<[string, (pem: string) => string]>([
  ['without line breaks', (pem) => pem.replaceAll('\n', '')],
  ['with blanks for line breaks', (pem) => pem.replaceAll('\n', ' ')],
  ['with written line breaks', (pem) => pem.replaceAll('\n', '\\n')],
])('a DKIM key %s signs', async (_, written) => {
  const { port, mails } = await mailServer();
  await mailed(port, {}, { domain: 'shop.example', accountSid: 'mail2026', secretKey: written(pem('rsa')) });
  expect(mails[0]?.raw).toMatch(/^DKIM-Signature: /m);
});

test.each<[string, object, RegExp]>([
  ['a key that is none', { secretKey: 'secret' }, /“DKIM: Private key” is not an RSA key/],
  ['a key of another kind', { secretKey: pem('ed25519') }, /“DKIM: Private key” is not an RSA key/],
  ['a key that is cut off', { secretKey: pem('rsa').slice(0, 200) }, /“DKIM: Private key” is not an RSA key/],
  ['no key', { secretKey: '' }, /Without “DKIM: Private key”/],
  ['no selector', { secretKey: pem('rsa'), accountSid: '' }, /Without “DKIM: Key selector”/],
])('with %s no unsigned email is sent', async (_, changes, words) => {
  const { port, mails } = await mailServer();
  const dkim = { domain: 'shop.example', accountSid: 'mail2026', ...changes };
  const error = await mailed(port, {}, dkim);
  expect(error).toMatchObject({ kind: 'configuration', isOwn: true, words: expect.stringMatching(words) });
  expect(mails).toEqual([]);
  await expect(checkAccount(mailAccount(port, dkim), mailTools())).rejects.toMatchObject({ kind: 'configuration' });
});
