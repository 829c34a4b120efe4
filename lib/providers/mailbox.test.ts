import { expect, test } from 'vitest';
import { asciiName, mailboxText } from './mailbox.ts';

test.each([
  [{ email: 'a@b.example' }, 'a@b.example'],
  [{ email: 'a@b.example', name: 'Shop of Jürgen' }, 'Shop of Jürgen <a@b.example>'],
  [{ email: 'a@b.example', name: 'Shop, Inc.' }, '"Shop, Inc." <a@b.example>'],
  [{ email: 'a@b.example', name: 'The "Shop" \\ <x@y.example>' }, '"The \\"Shop\\" \\\\ <x@y.example>" <a@b.example>'],
])('%o is written as RFC 5322 says', (mailbox, text) => {
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
