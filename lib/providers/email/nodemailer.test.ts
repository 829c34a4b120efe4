import { generateKeyPairSync, verify } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createOutbound } from '#lib/outbound/outbound.ts';
import { checkAccount, deliver } from '#lib/providers/deliver.ts';
import { closeConnections } from '#lib/providers/http/connections.ts';
import type { EmailMessage } from '#lib/providers/message.ts';
import { ProviderError } from '#lib/providers/send.ts';
import { MESSAGE_ID } from '#testing/provider-contract.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  closeConnections();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

interface Mail {
  from: string | false;
  to: string[];
  raw: string;
}

interface MailServer {
  port: number;
  mails: Mail[];
  connections: () => number;
}

/** A real SMTP server (RFC 5321) on this machine. */
async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: Mail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 10,
    logger: false,
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'shop' && password === 'smtp-pass-1'
        ? done(null, { user: username })
        : done(new Error('No such user')),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = envelope;
        const from = mailFrom ? mailFrom.address : false;
        mails.push({ from, to: rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done(null, 'queued as 4F1');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return { port: (server.server.address() as AddressInfo).port, mails, connections: () => connections };
}

function outbound(allow = ['127.0.0.1']) {
  const made = createOutbound({ allow, timeoutMs: 10_000 });
  cleanups.push(made.close);
  return made;
}

const message: EmailMessage = {
  channel: 'email',
  id: MESSAGE_ID,
  to: { email: 'jane@customer.example' },
  cc: [{ email: 'ann@customer.example' }],
  bcc: [{ email: 'archive@shop.example' }],
  replyTo: { email: 'help@shop.example' },
  subject: 'Versandt: „Lampe“',
  html: '<p>It is on its way.</p>',
  text: 'It is on its way.',
  headers: { 'X-Order': 'A-1' },
  attachments: [{ name: 'invoice.txt', contentType: 'text/plain', content: Buffer.from('INVOICE') }],
};
const sender = { from: 'shop@shop.example', senderName: 'Shop' };

function sending(
  port: number,
  credentials: object = {},
  changes: Partial<EmailMessage> = {},
  through = outbound(),
  timeoutMs = 10_000,
) {
  const own = { host: '127.0.0.1', port: String(port), ...sender, ...credentials };
  const account = { providerId: 'nodemailer', sandbox: false, credentials: own };
  return deliver(account, { ...message, ...changes }, { outbound: through, now: () => new Date(), timeoutMs });
}

async function failure(sent: Promise<unknown>): Promise<ProviderError> {
  const error = await sent.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

test('an email arrives with all its parts, and the same Message-ID on every attempt', async () => {
  const { port, mails, connections } = await mailServer();
  const sent = await sending(port, { user: 'shop', password: 'smtp-pass-1' });
  expect(sent).toMatchObject({ providerMessageId: `<${MESSAGE_ID}@shop.example>`, status: 250 });
  expect(sent.exchange.response).toBe('250 queued as 4F1');
  const [mail] = mails;
  expect(mail).toMatchObject({
    from: 'shop@shop.example',
    to: ['jane@customer.example', 'ann@customer.example', 'archive@shop.example'],
  });
  const raw = mail?.raw ?? '';
  for (const line of [
    'From: Shop <shop@shop.example>',
    'To: jane@customer.example',
    'Cc: ann@customer.example',
    'Reply-To: help@shop.example',
    `Message-ID: <${MESSAGE_ID}@shop.example>`,
    'X-Order: A-1',
  ]) {
    expect(raw).toContain(`${line}\r\n`);
  }
  expect(raw).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(raw).not.toContain('archive@shop.example');
  expect(raw).toMatch(/multipart\/mixed[\s\S]*multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
  expect(raw).toContain(Buffer.from('INVOICE').toString('base64'));

  await sending(port, { user: 'shop', password: 'smtp-pass-1' });
  expect(mails[1]?.raw.match(/^Message-ID: .*$/m)?.[0]).toBe(raw.match(/^Message-ID: .*$/m)?.[0]);
  expect(connections(), 'the connection is used again').toBe(1);
});

test('the stored exchange has addresses and the response, but no content and no password', async () => {
  const { port } = await mailServer();
  const { exchange } = await sending(port, { user: 'shop', password: 'smtp-pass-1' });
  expect(exchange.request).toContain('RCPT TO:<jane@customer.example>');
  const kept = JSON.stringify(exchange);
  for (const text of ['smtp-pass-1', 'on its way', 'Versandt']) expect(kept).not.toContain(text);
});

test('the email is signed if DKIM is configured (RFC 6376)', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secretKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { port, mails } = await mailServer();
  await sending(port, { domain: 'shop.example', accountSid: 'mail2026', secretKey });
  const header = /^DKIM-Signature: ((?:.*\r\n[ \t])*.*)\r\n/m.exec(mails[0]?.raw ?? '')?.[0] ?? '';
  const tags = Object.fromEntries(
    header
      .replace(/^DKIM-Signature:|\s/g, '')
      .split(';')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
  expect(tags).toMatchObject({ d: 'shop.example', s: 'mail2026', a: 'rsa-sha256' });
  expect(tags.h?.toLowerCase().split(':')).toEqual(expect.arrayContaining(['from', 'to', 'subject']));
  const signed = canonical(mails[0]?.raw ?? '', tags.h ?? '', header);
  expect(verify('sha256', Buffer.from(signed), publicKey, Buffer.from(tags.b ?? '', 'base64'))).toBe(true);
});

/** The signed headers in relaxed canonical form (RFC 6376, 3.4.2 and 3.7). */
function canonical(raw: string, names: string, own: string): string {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).split(/\r\n(?![ \t])/);
  const relaxed = (line: string) => {
    const [name = '', ...value] = line.split(':');
    return `${name.trim().toLowerCase()}:${value.join(':').replace(/\s+/g, ' ').trim()}`;
  };
  const lines = names.split(':').map((name) => {
    const found = head.findLast((line) => line.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return relaxed(found ?? '');
  });
  return [...lines, relaxed(own.replace(/\bb=[^;]*$/s, 'b='))].join('\r\n');
}

test('TLS starts immediately or after STARTTLS', async () => {
  const options = { tlsOptions: { rejectUnauthorized: false } };
  const direct = await mailServer({ secure: true, disabledCommands: [] });
  await sending(direct.port, { secure: true, ...options });
  expect(direct.mails).toHaveLength(1);
  const upgraded = await mailServer({ disabledCommands: [] });
  await sending(upgraded.port, { requireTls: true, ...options });
  expect(upgraded.mails).toHaveLength(1);
  const refused = await failure(sending(upgraded.port, { requireTls: true }));
  expect(refused.words).toMatch(/certificate/i);
  expect(upgraded.mails).toHaveLength(1);
});

test('nothing is sent without a required TLS', async () => {
  const { port, mails } = await mailServer();
  await failure(sending(port, { requireTls: true }));
  expect(mails).toEqual([]);
});

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

const afterData =
  (status: number, text: string): SMTPServerOptions['onData'] =>
  (stream, _session, done) => {
    stream.resume();
    stream.on('end', () => done(answer(status, text)));
  };
const atRecipient = (status: number, text: string): SMTPServerOptions => ({
  onRcptTo: (_, __, done) => done(answer(status, text)),
});

test.each<[string, SMTPServerOptions, object, object]>([
  [
    'a wrong password',
    { authOptional: false },
    { user: 'shop', password: 'wrong-1' },
    { kind: 'auth', status: 535, words: /^535 .*No such user/ },
  ],
  [
    'a refused recipient',
    { onRcptTo: (_, __, done) => done(answer(550, '5.1.1 No such mailbox')) },
    {},
    { kind: 'rejected', status: 550, providerCode: '5.1.1', words: /550 5\.1\.1 No such mailbox/ },
  ],
  [
    'a recipient that is greylisted',
    { onRcptTo: (_, __, done) => done(answer(451, '4.7.1 Try again later')) },
    {},
    { kind: 'deferred', status: 451, words: /Try again later/ },
  ],
  [
    'a refused sender',
    { onMailFrom: (_, __, done) => done(answer(553, '5.7.1 Sender not allowed')) },
    {},
    { kind: 'rejected', status: 553, providerCode: '5.7.1', words: /Sender not allowed/ },
  ],
  [
    'a mail that is too large',
    { onData: afterData(552, '5.3.4 Message too big') },
    {},
    { kind: 'rejected', status: 552, providerCode: '5.3.4', words: /Message too big/ },
  ],
  [
    'a server that has no time',
    { onConnect: (_, done) => done(answer(421, '4.3.2 Shutting down')) },
    {},
    { kind: 'unavailable', status: 421, words: /Shutting down/ },
  ],
])('%s is reported in the text of the server', async (_, options, credentials, wanted) => {
  const { port, mails } = await mailServer(options);
  const { words, ...rest } = wanted as { words: RegExp };
  const error = await failure(sending(port, credentials));
  expect(error).toMatchObject(rest);
  expect(error.words).toMatch(words);
  expect(error.unreachable).toBe(false);
  expect(JSON.stringify(error.exchange)).not.toContain('wrong-1');
  expect(mails).toEqual([]);
});

test.each<[status: number, text: string, options: SMTPServerOptions, kind: string]>([
  [552, '5.2.2 Mailbox full', atRecipient(552, '5.2.2 Mailbox full'), 'deferred'],
  [550, '5.2.2 Over quota', atRecipient(550, '5.2.2 Over quota'), 'deferred'],
  [552, '5.2.2 Over quota', { onData: afterData(552, '5.2.2 Over quota') }, 'deferred'],
  [452, '5.2.2 Mailbox full', atRecipient(452, '5.2.2 Mailbox full'), 'deferred'],
  [552, 'Quota exceeded', atRecipient(552, 'Quota exceeded'), 'deferred'],
  [552, 'Too much mail data', { onData: afterData(552, 'Too much mail data') }, 'rejected'],
  [552, '5.2.3 Too long', { onData: afterData(552, '5.2.3 Too long') }, 'rejected'],
  [552, '5.3.4 Too big', atRecipient(552, '5.3.4 Too big'), 'rejected'],
  [550, '5.2.1 Mailbox disabled', atRecipient(550, '5.2.1 Mailbox disabled'), 'rejected'],
])('%i %s retries a full mailbox, and another refusal is final', async (status, text, options, kind) => {
  const { port } = await mailServer(options);
  const error = await failure(sending(port));
  expect(error).toMatchObject({ kind, status, words: `${status} ${text}` });
});

async function tcpServer(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test.each<[string, (socket: Socket) => void, RegExp, number?]>([
  ['says nothing', () => undefined, /^127\.0\.0\.1:\d+ did not greet within 0\.4 s$/, 600],
  [
    'answers a byte now and then',
    (socket) => {
      const timer = setInterval(() => socket.write('2'), 50);
      socket.on('close', () => clearInterval(timer));
    },
    /^127\.0\.0\.1:\d+ did not greet within 0\.4 s$/,
    600,
  ],
  ['closes at once', (socket) => socket.end(), /closed the connection before the message was sent$/],
  ['uses another protocol', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), /./],
])('a server that %s is soon unavailable', async (_, onSocket, words, timeoutMs) => {
  const begun = Date.now();
  const error = await failure(sending(await tcpServer(onSocket), {}, {}, outbound(), timeoutMs));
  expect(error).toMatchObject({ kind: 'unavailable', retryable: true });
  expect(error.words).toMatch(words);
  expect(Date.now() - begun).toBeLessThan(20_000);
});

test('a missing server is unreachable, and one at a private address is blocked', async () => {
  const { port } = await mailServer();
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const closedPort = (gone.address() as AddressInfo).port;
  await new Promise((resolve) => gone.close(resolve));
  const refused = await failure(sending(closedPort));
  expect(refused).toMatchObject({ kind: 'unavailable', unreachable: true });
  expect(refused.words).toMatch(/could not be reached: .*ECONNREFUSED/);
  expect(refused.isOwn).toBe(true);
  expect(refused.exchange).toEqual({ request: `SMTP 127.0.0.1:${closedPort}` });
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '::ffff:127.0.0.1']) {
    const blocked = await failure(sending(port, { host }, {}, outbound([])));
    expect(blocked).toMatchObject({ kind: 'blocked', words: expect.stringContaining('OUTBOUND_ALLOW') });
  }
});

/** Creates a server that follows SMTP up to one command, and then calls `instead`. */
function speaking(at: RegExp, instead: (socket: Socket) => void) {
  return (socket: Socket) => {
    socket.write('220 mail.example\r\n');
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (at.test(line)) instead(socket);
        else if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 OK\r\n');
        else if (line === 'DATA') socket.write('354 Go on\r\n');
      }
    });
  };
}

test('the error of a broken connection contains the stage and the exchange', async () => {
  const during = await tcpServer(speaking(/^Subject:/, (socket) => socket.destroy()));
  const broken = await failure(sending(during));
  expect(broken).toMatchObject({ kind: 'unavailable', isOwn: true, unreachable: false, mayBeAccepted: true });
  expect(broken.words).toMatch(
    /closed the connection while the message was being sent; the server may have accepted the message$/,
  );
  expect(broken.exchange.request).toMatch(/\nMAIL FROM:[\s\S]*\nRCPT TO:<jane[\s\S]*\nDATA\nMessage-ID: /);
  const before = await tcpServer(speaking(/^RCPT/, (socket) => socket.end()));
  const early = await failure(sending(before));
  expect(early.words).toMatch(/closed the connection before the message was sent$/);
  expect(early.exchange.request).toMatch(/\nMAIL FROM:/);
  expect(early.exchange.request).not.toMatch(/DATA/);
  const silent = await tcpServer(speaking(/^\.$/, () => undefined));
  const late = await failure(sending(silent, {}, {}, outbound(), 2_000));
  expect(late.words).toMatch(/did not answer within 2 s; the server may have accepted the message$/);
});

test('each of many simultaneous emails keeps its own exchange', async () => {
  const { port, connections } = await mailServer({
    onRcptTo: ({ address }, _session, done) => {
      const error = address.startsWith('gone') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null;
      setTimeout(done, Math.random() * 5, error);
    },
  });
  const through = outbound();
  const people = Array.from({ length: 60 }, (_, n) => `${n % 3 === 0 ? 'gone' : 'here'}-${n}@customer.example`);
  const requests = await Promise.all(
    people.map((to, n) => {
      const id = MESSAGE_ID.slice(0, -2) + String(n).padStart(2, '0');
      const sent = sending(port, {}, { id, to: { email: to }, cc: [], bcc: [] }, through);
      return sent.catch((error: ProviderError) => error).then(({ exchange }) => exchange?.request ?? '');
    }),
  );
  expect(connections()).toBeGreaterThan(1);
  expect(requests.map((request) => request.match(/(?<=RCPT TO:<).*?(?=>)/g))).toEqual(people.map((to) => [to]));
});

test('an error text of the library is not shown as a text of the server', async () => {
  const { port } = await mailServer();
  const error = await failure(sending(port, {}, { to: { email: '' }, cc: [], bcc: [] }));
  expect(error).toMatchObject({ kind: 'rejected', isOwn: true, exchange: { request: `SMTP 127.0.0.1:${port}` } });
  expect(error.words).toMatch(/^The message could not be handed to 127\.0\.0\.1:\d+: /);
});

test.each([{ port: 'mail' }, { port: '70000' }, { port: '0' }, { host: 'no host' }, { host: 'http://mail.example' }])(
  'a server at %o fails immediately as a misconfigured integration',
  async (wrong) => {
    expect(await failure(sending(25, wrong))).toMatchObject({ kind: 'configuration', retryable: false, isOwn: true });
  },
);

test('a connection that breaks between emails does no harm', async () => {
  const sockets: Socket[] = [];
  const { port, mails } = await mailServer({
    onConnect: (_session, done) => done(),
  });
  const through = createOutbound({ allow: ['127.0.0.1'] });
  cleanups.push(through.close);
  const watched = {
    ...through,
    connect: async (host: string, at: number) => {
      const socket = await through.connect(host, at);
      sockets.push(socket);
      return socket;
    },
  };
  await sending(port, {}, {}, watched);
  sockets[0]?.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await sending(port, {}, {}, watched);
  expect(mails).toHaveLength(2);
  expect(sockets).toHaveLength(2);
});

test('neither overrides nor content read files or fetch addresses', async () => {
  const { port, mails } = await mailServer();
  const overrides = {
    attachments: [{ path: '/etc/passwd' }],
    html: { path: '/etc/passwd' },
    raw: 'hacked',
    envelope: { to: 'other@x.example' },
    priority: 'high',
  };
  await sending(port, {}, { overrides });
  expect(mails[0]?.raw).toContain('X-Priority: 1');
  expect(mails[0]?.raw).not.toMatch(/root:|hacked/);
  expect(mails[0]?.to).not.toContain('other@x.example');
});

test('headers contain exactly the given values', async () => {
  const { port, mails } = await mailServer();
  await sending(port, {}, { subject: 'Hello\r\nBcc: evil@x.example', headers: { 'X-A': 'a\r\nX-B: b' } });
  expect(mails[0]?.to).not.toContain('evil@x.example');
  expect(mails[0]?.raw).not.toMatch(/^(Bcc|X-B):/im);
});

test('the test of the connection signs in, and shows the response of the server', async () => {
  const { port, mails } = await mailServer({ authOptional: false });
  const through = outbound();
  const check = (password: string) =>
    checkAccount(
      {
        providerId: 'nodemailer',
        sandbox: false,
        credentials: { host: '127.0.0.1', port: String(port), user: 'shop', password, ...sender },
      },
      { outbound: through, now: () => new Date() },
    );
  const checked = await check('smtp-pass-1');
  expect(checked?.words).toMatch(new RegExp(`^127\\.0\\.0\\.1:${port} answers, and lets shop in: 235 .*successful`));
  expect(checked?.exchange.response).toMatch(/^220 .* ESMTP[\s\S]*^235 /m);
  expect(JSON.stringify(checked)).not.toContain('smtp-pass-1');
  expect(checked?.exchange.response).not.toContain(Buffer.from('smtp-pass-1').toString('base64'));
  expect((await failure(check('nope-9'))).words).toMatch(/^535 .*No such user/);
  expect(mails).toEqual([]);
});
