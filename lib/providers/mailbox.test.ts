import { expect, test } from 'vitest';
import { isEmail } from '#lib/subscribers/formats.ts';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { comparable } from './email-address.ts';
import { asciiName, mailboxText, parseMailbox, parseMailboxes } from './mailbox.ts';

test.each([
  [{ email: 'a@b.example' }, 'a@b.example'],
  [{ email: 'a@b.example', name: 'Shop of Jürgen' }, 'Shop of Jürgen <a@b.example>'],
  [{ email: 'a@b.example', name: 'Shop, Inc.' }, '"Shop, Inc." <a@b.example>'],
  [{ email: 'a@b.example', name: 'The "Shop" \\ <x@y.example>' }, '"The \\"Shop\\" \\\\ <x@y.example>" <a@b.example>'],
])('%o is written according to RFC 5322', (mailbox, text) => {
  expect(mailboxText(mailbox)).toBe(text);
});

test('a name that is not ASCII becomes encoded words of at most 75 characters', () => {
  const name = 'Größte Lampen & Leuchten 💡💡💡💡💡💡 für Zürich';
  const { name: encoded = '' } = asciiName({ email: 'a@b.example', name });
  const words = encoded.split(' ');
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
  const decoded = words.map((word) => Buffer.from(/^=\?UTF-8\?B\?(.*)\?=$/.exec(word)?.[1] ?? '', 'base64').toString());
  expect(decoded.join('')).toBe(name);
  expect(asciiName({ email: 'a@b.example', name: 'Shop' })).toEqual({ email: 'a@b.example', name: 'Shop' });
});

// RFC 5322, 3.4 and appendix A.
test.each<[string, string, string?]>([
  ['jane@example.com', 'jane@example.com'],
  ['  <jane@example.com> ', 'jane@example.com'],
  ['Jane <jane@example.com>', 'jane@example.com', 'Jane'],
  ['Joe Q. Public <john.q.public@example.com>', 'john.q.public@example.com', 'Joe Q. Public'],
  ['"Müller, Jo" <jo@example.com>', 'jo@example.com', 'Müller, Jo'],
  ['"Giant; \\"Big\\" Box" <sysservices@example.net>', 'sysservices@example.net', 'Giant; "Big" Box'],
  ['Müller GmbH & Co. KG <a@b.example>', 'a@b.example', 'Müller GmbH & Co. KG'],
  ['jane@example.com (Jane)', 'jane@example.com', 'Jane'],
  ['Pete(A nice \\) chap) <pete@silly.example>', 'pete@silly.example', 'Pete'],
  ['"boss@bank.example" <eve@evil.example>', 'eve@evil.example', 'boss@bank.example'],
  ['"x@y.example, z" <a@b.example>', 'a@b.example', 'x@y.example, z'],
  ['"jane doe"@example.com', '"jane doe"@example.com'],
  ['"a@evil.example"@example.com', '"a@evil.example"@example.com'],
  ['<@relay.example:jane@example.com>', 'jane@example.com'],
  ['Jörg <jörg@bücher.example>', 'jörg@bücher.example', 'Jörg'],
  ['root@localhost', 'root@localhost'],
])('%s is one address', (text, email, name) => {
  expect(parseMailbox(text)).toEqual({ email, ...(name && { name }) });
});

test.each([
  'a@b.example, c@d.example',
  'a@b.example; c@d.example',
  'Jane',
  'Jane <>',
  'jane doe@x.example',
  'Jane <jane@x.example',
  'Jane <jane@x.example> Doe',
  '',
  'Friends: a@b.example, c@d.example;',
  'Undisclosed recipients:;',
  `${'a'.repeat(1000)}@b.example`,
])('%s is not one address', (text) => {
  expect(parseMailbox(text)).toBeUndefined();
});

test.each(['a@b@c.example', 'a..b@x.example', '@b.example', 'Jane <jane@>', 'jane@[127.0.0.1]'])(
  '%s is not a possible address',
  (text) => {
    expect(isEmail(parseMailbox(text)?.email ?? '')).toBe(false);
  },
);

test('hostile texts are parsed quickly', async () => {
  for (const piece of ['<', '(', '"', 'a ', 'a.', ',', '(a)', '"a" ', ':', '\\"']) {
    const text = piece.repeat(998 / piece.length);
    expect(await leastProcessorTime(500, () => parseMailbox(text)), piece).toBeLessThan(500);
  }
});

test('texts that are not addresses are omitted from a list', () => {
  expect(parseMailboxes(['Ann <ann@b.example>', 'nope', 7, null])).toEqual([{ email: 'ann@b.example', name: 'Ann' }]);
  expect(parseMailboxes('ann@b.example')).toEqual([{ email: 'ann@b.example' }]);
  expect(parseMailboxes(undefined)).toEqual([]);
});

test('one address in two forms is the same', () => {
  expect(comparable('Jane@BÜCHER.example')).toBe(comparable('jane@xn--bcher-kva.example'));
  expect(comparable('jane@a.example')).not.toBe(comparable('jane@b.example'));
});
