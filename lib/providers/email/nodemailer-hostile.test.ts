/** Tests hostile settings and content of an SMTP provider, which the library would interpret. */
import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount, deliver } from '#lib/providers/deliver.ts';
import { closeConnections } from '#lib/providers/http/connections.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { certificate } from '#testing/certificate.ts';
import { MESSAGE_ID } from '#testing/provider-contract.ts';

/** An address of this machine that the guard forbids, so that Belfry must never connect to it. */
const BAD = process.platform === 'linux' ? '127.0.0.2' : '::1';

const cleanups: (() => unknown)[] = [];
let reached = 0;
let canaryPort = 0;

beforeEach(async () => {
  reached = 0;
  const canary = createServer((socket: Socket) => {
    reached++;
    socket.end('220 secret banner\r\n');
  });
  await new Promise<void>((resolve) => canary.listen(0, BAD, resolve));
  canaryPort = (canary.address() as AddressInfo).port;
  cleanups.push(() => canary.close());
});

afterEach(async () => {
  closeConnections();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function mailServer(options: SMTPServerOptions) {
  const mails: { to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

function account(port: number, credentials: object) {
  const own = { host: '127.0.0.1', port: String(port), from: 'shop@shop.example', senderName: 'Shop' };
  return { providerId: 'nodemailer', sandbox: false, credentials: { ...own, ...credentials } };
}

function tools() {
  const outbound = createOutbound({ allow: ['127.0.0.1'], timeoutMs: 30_000 });
  cleanups.push(outbound.close);
  return { outbound, now: () => new Date(), timeoutMs: 20_000 };
}

const message: EmailMessage = {
  channel: 'email',
  id: MESSAGE_ID,
  to: { email: 'jane@customer.example' },
  subject: 'Shipped',
  html: '<p>It is on its way.</p>',
  text: 'It is on its way.',
};

/** Without a check, each of these settings opens another connection or runs code in Node's TLS. */
const hostile: [string, (port: number) => object][] = [
  ['another host', (port) => ({ socket: null, host: BAD, port })],
  ['another host without a socket', (port) => ({ socket: false, host: BAD, port, lookup: null })],
  ['a path', () => ({ socket: null, path: '/run/docker.sock' })],
  ['native code', () => ({ clientCertEngine: '/tmp/engine.so' })],
  ['a key of native code', () => ({ privateKeyEngine: '/tmp/engine.so', privateKeyIdentifier: 'x' })],
  ['servername as an object', () => ({ servername: { toString: null } })],
  ['a trap', () => JSON.parse(`{"__proto__": {"socket": null, "host": "${BAD}"}, "constructor": 1}`)],
];

test.each(hostile)('TLS options with %s do not redirect the connection', async (_, tlsOf) => {
  for (const [secure, requireTls] of [
    [true, false],
    [false, true],
  ]) {
    const { port, mails } = await mailServer({ ...certificate, secure: secure === true, disabledCommands: [] });
    const tlsOptions = { rejectUnauthorized: false, ...tlsOf(canaryPort) };
    const own = account(port, { secure, requireTls, tlsOptions });
    const checked = await checkAccount(own, tools());
    expect(checked?.words).toContain(`127.0.0.1:${port} answers`);
    await deliver(own, message, tools());
    expect(mails).toHaveLength(1);
  }
  expect(reached).toBe(0);
});

/** Without a check, each of these overrides adds lines, recipients or files to the email. */
const overrides: [string, object][] = [
  ['prepared headers', { headers: { 'X-A': { prepared: true, value: 'a\r\nX-Evil: 1' } } }],
  ['a list of prepared headers', { headers: [{ key: 'X-A', value: { prepared: true, value: 'a\r\nX-Evil: 1' } }] }],
  ['prepared headers in a list', { headers: { 'X-A': [{ prepared: true, value: 'a\r\nX-Evil: 1' }] } }],
  ['a header value of two lines', { headers: { 'X-A': 'a\r\nX-Evil: 1' } }],
  ['a header name of two lines', { headers: { 'X-A: a\r\nX-Evil': '1' } }],
  ['recipients in headers', { headers: { Bcc: 'evil@x.example', to: 'evil@x.example', CC: ['evil@x.example'] } }],
  ['a content type', { headers: { 'Content-Type': 'multipart/mixed; boundary=X-Evil' } }],
  ['a group of recipients', { cc: [{ name: 'g', group: [{ address: 'evil@x.example' }] }] }],
  ['an address of two lines', { replyTo: { name: 'a\r\nX-Evil: 1', address: 'a@x.example\r\nX-Evil: 1' } }],
  ['a sender of two lines', { sender: 'a@x.example\r\nX-Evil: 1' }],
  ['references of two lines', { references: 'a\r\nX-Evil: 1', inReplyTo: 'b\r\nX-Evil: 1' }],
  ['references as objects', { references: [{ prepared: true, value: 'a\r\nX-Evil: 1' }], inReplyTo: { a: 1 } }],
  ['list headers of two lines', { list: { help: 'x@x.example\r\nX-Evil: 1', 'a: b\r\nX-Evil': 'x@x.example' } }],
  ['a comment of two lines', { list: { help: { url: 'x@x.example', comment: 'a\r\nX-Evil: 1' } } }],
  ['a file', { html: { path: '/etc/passwd' }, text: { path: '/etc/passwd' }, attachments: [{ path: '/etc/passwd' }] }],
  ['an address to fetch', { attachments: [{ href: `http://${BAD}:1/` }], html: { href: `http://${BAD}:1/` } }],
  [
    'raw content',
    { raw: 'X-Evil: 1\r\n\r\nhacked', alternatives: [{ raw: 'X-Evil: 1' }], icalEvent: { path: '/etc/passwd' } },
  ],
  ['an envelope', { envelope: { to: 'evil@x.example' }, to: 'evil@x.example', dkim: { keySelector: 'a' } }],
  ['priority as an object', { priority: { toString: 1 } }],
];

test.each(overrides)('overrides with %s add nothing to the email', async (_, given) => {
  const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] });
  await deliver(account(port, {}), { ...message, overrides: given as Record<string, unknown> }, tools());
  expect(mails[0]?.to).toEqual(['jane@customer.example']);
  expect(mails[0]?.raw).not.toMatch(/^X-Evil|root:|hacked|boundary="?X-Evil|evil@x\.example/im);
  expect(reached).toBe(0);
});

const fields: [string, Partial<EmailMessage>][] = [
  ['a header name', { headers: { 'X-A: a\r\nX-Evil': '1' } }],
  ['a header value', { headers: { 'X-A': 'a\nX-Evil: 1' } }],
  ['recipients in headers', { headers: { bcc: 'evil@x.example' } }],
  ['a type', { attachments: [{ name: 'a', contentType: 'text/plain\r\nX-Evil: 1', content: Buffer.from('') }] }],
  ['a file name', { attachments: [{ name: 'a\r\nX-Evil: 1', content: Buffer.from('') }] }],
  ['a content id', { attachments: [{ name: 'a', contentId: 'a\r\nX-Evil: 1', content: Buffer.from('') }] }],
  ['a sender name', { senderName: 'a\r\nX-Evil: 1' }],
];

test.each(fields)('a message with line breaks in %s adds nothing', async (_, changes) => {
  const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] });
  await deliver(account(port, {}), { ...message, ...changes }, tools());
  expect(mails[0]?.to).toEqual(['jane@customer.example']);
  expect(mails[0]?.raw).not.toMatch(/^X-Evil|evil@x\.example/im);
});

test.each([
  ['domain', { domain: 'shop.example\r\nX-Evil: 1' }],
  ['selector', { accountSid: 'mail\r\nX-Evil: 1' }],
])('a DKIM %s of two lines adds nothing', async (_, changes) => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secretKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const dkim = { domain: 'shop.example', accountSid: 'mail', secretKey, ...changes };
  await deliver(account(port, dkim), message, tools()).catch(() => undefined);
  for (const { raw } of mails) expect(raw).not.toMatch(/^\s*X-Evil/im);
});

test('overrides of known fields and plain values go out', async () => {
  const { port, mails } = await mailServer({ disabledCommands: ['STARTTLS'] });
  const given = {
    headers: { 'X-Order': 'A-1', 'X-Tags': ['a', 'b'], 'X-Count': 2 },
    cc: [{ name: 'Ann', address: 'ann@customer.example' }],
    replyTo: 'help@shop.example',
    references: ['<a@x.example>', '<b@x.example>'],
    inReplyTo: '<a@x.example>',
    list: { unsubscribe: { url: 'https://shop.example/u', comment: 'Leave' } },
    priority: 'high',
  };
  await deliver(account(port, {}), { ...message, overrides: given }, tools());
  expect(mails[0]?.to).toEqual(['jane@customer.example', 'ann@customer.example']);
  for (const line of [
    'X-Order: A-1',
    'X-Tags: a',
    'X-Tags: b',
    'X-Count: 2',
    'Cc: Ann <ann@customer.example>',
    'Reply-To: help@shop.example',
    'References: <a@x.example> <b@x.example>',
    'In-Reply-To: <a@x.example>',
    'List-Unsubscribe: <https://shop.example/u> (Leave)',
    'X-Priority: 1 (Highest)',
  ]) {
    expect(mails[0]?.raw).toContain(`${line}\r\n`);
  }
});
