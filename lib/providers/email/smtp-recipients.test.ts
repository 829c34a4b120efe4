/** Tests several recipients, and the forms of addresses and headers, with a real SMTP server. */
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { answer, mailed, mailServer, stopMailServers } from '#testing/mail-server.ts';

afterEach(stopMailServers);

const copies = { cc: [{ email: 'ann@customer.example', name: 'Ann' }], bcc: [{ email: 'archive@shop.example' }] };

/** Returns the options of a server that refuses the addresses in the table. */
function refusing(table: Record<string, Error>): SMTPServerOptions {
  return { onRcptTo: ({ address }, _, done) => done(table[address] ?? null) };
}

test.each([true, false])(
  'a refused recipient fails although copies are accepted (pipelining hidden: %s)',
  async (hidePIPELINING) => {
    const no = answer(550, '5.1.1 No such user');
    const { port, mails } = await mailServer({ hidePIPELINING, ...refusing({ 'jane@customer.example': no }) });
    const error = await mailed(port, copies);
    expect(error).toMatchObject({
      ...{
        name: 'ProviderError',
        kind: 'rejected',
        retryable: false,
        status: 550,
        providerCode: '5.1.1',
        isOwn: false,
      },
      words: '550 5.1.1 No such user',
      taken: ['ann@customer.example', 'archive@shop.example'],
    });
    expect(error.exchange.response).toBe('<jane@customer.example>: 550 5.1.1 No such user\n250 queued as 4F1');
    expect(mails.map(({ to }) => to)).toEqual([['ann@customer.example', 'archive@shop.example']]);
  },
);

const DEFERRED: [number, string][] = [
  [452, '4.2.2 Mailbox full'],
  [450, '4.2.1 Try later'],
  [450, '4.7.1 Greylisted'],
  [451, '4.7.1 Greylisted'],
  [451, '4.1.8 Later'],
  [452, 'Mailbox full'],
  [450, 'Greylisted'],
];
const UNAVAILABLE: [number, string][] = [
  [452, '4.3.1 Insufficient system storage'],
  [451, '4.3.0 Later'],
  [450, '4.4.1 No route'],
  [452, '4.5.3 Too many recipients'],
  [421, '4.7.0 Too many connections'],
];
test.each([
  ...DEFERRED.map((each) => ['deferred', ...each] as const),
  ...UNAVAILABLE.map((each) => ['unavailable', ...each] as const),
])(
  '%s: a temporarily refused recipient (%i %s) is retried, and no recipient gets two copies',
  async (kind, code, text) => {
    const { port, mails } = await mailServer(refusing({ 'jane@customer.example': answer(code, text) }));
    const first = await mailed(port, copies);
    expect(first).toMatchObject({ kind, retryable: true, status: code });
    const again = await mailed(port, { ...copies, only: ['jane@customer.example'] });
    expect(again).toMatchObject({ kind, status: code, taken: [] });
    if (code !== 421) expect(mails.map(({ to }) => to)).toEqual([['ann@customer.example', 'archive@shop.example']]);
  },
);

test.each([
  [
    'unavailable',
    { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(answer(451, '4.7.1 Later')) },
  ],
  ['unavailable', { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(answer(450, 'Later')) }],
  ['deferred', { onData: taking(answer(452, '4.2.2 Mailbox full')) }],
  ['unavailable', { onData: taking(answer(451, '4.7.1 Later')) }],
  ['unavailable', { onData: taking(answer(452, '4.3.1 No room')) }],
])('%s: the refused command determines the cause of a temporary refusal', async (kind, options) => {
  const { port } = await mailServer(options);
  expect(await mailed(port)).toMatchObject({ kind, retryable: true });
});

/** Creates a handler that reads the message, then refuses it. */
function taking(error: Error): SMTPServerOptions['onData'] {
  return (stream, _, done) => {
    stream.on('end', () => done(error));
    stream.resume();
  };
}

test('a further attempt reaches missing recipients, with all recipients in the header', async () => {
  const { port, mails } = await mailServer();
  await mailed(port, { ...copies, only: ['Jane@CUSTOMER.example'] });
  await mailed(port, { ...copies, only: ['archive@shop.example'] });
  expect(mails.map(({ to }) => to)).toEqual([['jane@customer.example'], ['archive@shop.example']]);
  for (const { raw } of mails)
    expect(raw).toMatch(/^To: jane@customer\.example\r\nCc: Ann <ann@customer\.example>\r\n/m);
});

test('a refused copy is recorded with the success', async () => {
  const table = {
    'ann@customer.example': answer(550, '5.1.1 No Ann'),
    'archive@shop.example': answer(451, '4.3.0 Later'),
  };
  const { port, mails } = await mailServer(refusing(table));
  expect(await mailed(port, copies)).toMatchObject({
    status: 250,
    refusedCopies: [
      { address: 'ann@customer.example', kind: 'rejected', words: '550 5.1.1 No Ann', providerCode: '5.1.1' },
      { address: 'archive@shop.example', kind: 'unavailable', words: '451 4.3.0 Later', status: 451 },
    ],
  });
  expect(mails[0]?.to).toEqual(['jane@customer.example']);
});

test('the rejection of the recipient decides among several', async () => {
  const table = {
    'jane@customer.example': answer(550, '5.1.1 No Jane'),
    'ann@customer.example': answer(451, '4.3.0 Later'),
    'archive@shop.example': answer(451, '4.3.0 Later'),
  };
  const { port } = await mailServer(refusing(table));
  expect(await mailed(port, copies)).toMatchObject({ kind: 'rejected', words: '550 5.1.1 No Jane', taken: [] });
  const later = await mailed(port, { ...copies, only: ['ann@customer.example'] });
  expect(later).toMatchObject({ refusedCopies: [{ address: 'ann@customer.example', words: '451 4.3.0 Later' }] });
});

test('an address with a name or a duplicate is one bare address in the envelope', async () => {
  const { port, mails } = await mailServer();
  const { exchange } = await mailed(port, {
    to: { email: 'jane@bücher.example', name: 'Jane, Doe' },
    cc: [{ email: 'JANE@xn--bcher-kva.example' }],
    from: { email: 'no-reply@acmé.example', name: 'Acme Shop' },
  });
  expect(exchange?.request.split('\n').slice(1, 4)).toEqual([
    expect.stringMatching(/^MAIL FROM:<no-reply@xn--acm-dma\.example>/),
    'RCPT TO:<jane@xn--bcher-kva.example>',
    'DATA',
  ]);
  expect(mails[0]?.raw).toContain('From: Acme Shop <no-reply@xn--acm-dma.example>\r\n');
  expect(mails[0]?.raw).toContain('To: "Jane, Doe" <jane@xn--bcher-kva.example>\r\n');
  expect(mails[0]?.raw).toMatch(/^Message-ID: <[\da-f]{24}@xn--acm-dma\.example>\r$/m);
});

test('the sender of the integration can have a name', async () => {
  const { port, mails } = await mailServer();
  await mailed(port, {}, { from: 'Lamps <lamps@shop.example>' });
  expect(mails[0]).toMatchObject({ from: 'lamps@shop.example' });
  expect(mails[0]?.raw).toContain('From: Shop <lamps@shop.example>\r\n');
});

test('letters beyond ASCII before the @ need SMTPUTF8', async () => {
  const to = { email: 'jörg@customer.example' };
  const without = await mailServer({ hideSMTPUTF8: true });
  const error = await mailed(without.port, { to });
  expect(error).toMatchObject({ kind: 'rejected', isOwn: true, providerCode: 'SMTPUTF8' });
  expect(error).toHaveProperty(
    'words',
    `127.0.0.1:${without.port} accepts no address with letters beyond ASCII, as in jörg@customer.example: it does not offer SMTPUTF8`,
  );
  expect(without.mails).toEqual([]);
  expect(await mailed(without.port), 'others go on').toMatchObject({ status: 250 });
  const offering = await mailServer();
  expect(await mailed(offering.port, { to })).toMatchObject({ status: 250 });
  expect(offering.mails[0]?.to).toEqual(['jörg@customer.example']);
});

const headerLines = (raw = '') => raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n');

test('a subject without a blank is folded as encoded words', async () => {
  const { port, mails } = await mailServer();
  const subject = 'ab'.repeat(750);
  await mailed(port, { subject });
  const lines = headerLines(mails[0]?.raw);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(78);
  const words = [...lines.join('').matchAll(/=\?UTF-8\?B\?([\w+/=]+)\?=/g)];
  expect(words.map(([, word = '']) => Buffer.from(word, 'base64').toString()).join('')).toBe(subject);
});

test.each([
  ['a header', { headers: { 'X-Order': 'x'.repeat(1500) } }],
  ['a name', { senderName: 'x'.repeat(1500) }],
])('%s that fits on no line is rejected', async (_, changes) => {
  const { port, mails } = await mailServer();
  const error = await mailed(port, changes);
  expect(error).toMatchObject({ kind: 'rejected', isOwn: true, words: expect.stringMatching(/^The header .* 998$/) });
  expect(mails).toEqual([]);
});

test('a long header with blanks is folded', async () => {
  const { port, mails } = await mailServer();
  await mailed(port, { headers: { 'X-Order': 'lamp '.repeat(400).trim() }, subject: 'word '.repeat(300) });
  for (const line of headerLines(mails[0]?.raw)) expect(line.length).toBeLessThanOrEqual(78);
});
