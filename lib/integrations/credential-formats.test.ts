import { expect, test } from 'vitest';
import { findProvider } from '#lib/providers/catalogue/catalogue.ts';
import type { CredentialField, CredentialFormat } from '#lib/providers/provider.ts';
import { formatProblems } from './credential-formats.ts';
import { CREDENTIAL_MASK } from './credential-mask.ts';

const field = (format: CredentialFormat): CredentialField => ({
  key: 'key',
  displayName: 'It',
  type: 'string',
  format,
  required: true,
  secret: false,
});

test.each([
  ['port', '25'],
  ['port', ' 65535 '],
  ['host', 'smtp.shop.example'],
  ['host', 'mail_relay'],
  ['host', 'smtp.köln.example'],
  ['host', '127.0.0.1'],
  ['host', '::1'],
  ['host', '2001:db8::ffff:10.0.0.1'],
  ['url', 'https://shop.example/hook?token=a@b'],
  ['url', 'HTTP://[::1]:8080'],
  ['urlOrHost', 'abc12.api.infobip.com'],
  ['urlOrHost', 'gateway:8080/path'],
  ['urlOrHost', 'https://abc12.api.infobip.com/'],
  ['headerName', 'X-Api_Key'],
  ['headerValue', 'Bearer a+/=~"{}'],
  ['mailbox', 'no-reply@shop.example'],
  ['mailbox', 'Shop <no-reply@shop.example>'],
  ['mailbox', '"Shop, Inc." <no-reply@shop.example>'],
  ['connections', '3'],
  ['privateKey', '-----BEGIN PRIVATE KEY-----\nMIIB+/a=\n-----END PRIVATE KEY-----\n'],
  ['privateKey', '-----BEGIN RSA PRIVATE KEY-----MIIB -----END RSA PRIVATE KEY-----'],
  ['url', ''],
  ['url', CREDENTIAL_MASK],
] as const)('%s can be %j', (format, key) => {
  expect(formatProblems([field(format)], { key })).toBeUndefined();
});

test.each([
  ['port', ['abc', '0', '99999', '25.5', '-1', '1e3', '٢٥', ' ']],
  ['host', ['[::1]', 'evil host', '127.0.0.1:1025', '999.1.1.1', 'smtp://a', 'a/b', 'me@a', '1::2::3', 'a\tb', ' ']],
  ['url', ['not a url', 'shop.example', 'file:///etc/passwd', 'https:shop.example', 'https://me:pw@shop.example']],
  ['url', ['https://me@shop.example', 'https://shop.example/a b', 'javascript:alert(1)', 'https://']],
  ['urlOrHost', ['not a url', 'file:///etc/passwd', 'me:pw@shop.example', 'https://me@shop.example']],
  ['connections', ['0', '51', '2.5', 'many', '-1']],
  ['privateKey', ['secret', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----', 'MIIB']],
  ['headerName', ['X Key', 'X-Key\r\nHost', 'X-Key:', 'Schlüssel']],
  [
    'mailbox',
    ['not-an-address', 'a@', '@b.example', 'a@b.example, c@d.example', 'Shop <no-reply>', 'a <b@c.example> d', ' '],
  ],
  ['headerValue', ['a\r\nb', 'schlüssel', 'a\u0000', '\u007f']],
] as const)('%s rejects each of %j', (format, values) => {
  for (const key of values) {
    const messages = formatProblems([field(format)], { key })?.['credentials.key']?.messages;
    expect(messages, key).toEqual([expect.stringMatching(/^It (must|is sent) /)]);
  }
});

test.each([
  [
    'from',
    'no-reply@sh\u200bop.example',
    'From email address must not contain invisible characters: U+200B (zero width space) is character 12',
  ],
  [
    'senderName',
    'Shop\r\nBcc: eve@evil.example',
    'Sender name must not contain invisible characters: U+000D (carriage return) is character 5',
  ],
  ['user', 'sh\u202eop', 'User must not contain invisible characters: U+202E (right-to-left override) is character 3'],
  [
    'host',
    'smtp\u2060.shop.example',
    'Host must not contain invisible characters: U+2060 (word joiner) is character 5',
  ],
  [
    'password',
    'se\ufeffcret',
    'Password must not contain invisible characters: U+FEFF (byte order mark) is character 3',
  ],
  [
    'domain',
    'shop\n.example',
    'DKIM: Domain name must not contain invisible characters: U+000A (line feed) is character 5',
  ],
])('invisible characters in %s are reported', (key, value, message) => {
  const fields = findProvider('nodemailer')?.credentials ?? [];
  expect(formatProblems(fields, { [key]: value })).toEqual({ [`credentials.${key}`]: { messages: [message] } });
});

test('line breaks of a secret key and joiners of a name stay', () => {
  const apns = findProvider('apns')?.credentials ?? [];
  const key = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----';
  expect(formatProblems(apns, { secretKey: key })).toBeUndefined();
  expect(
    formatProblems(findProvider('nodemailer')?.credentials ?? [], { senderName: 'می\u200cخواهم' }),
  ).toBeUndefined();
});

test('each invalid value is reported at its field, and a field without a format accepts any value', () => {
  const fields = findProvider('nodemailer')?.credentials ?? [];
  const given = { host: '[::1]', port: '99999', from: 'not-an-address', senderName: '\n', password: 'ключ\t' };
  expect(Object.keys(formatProblems(fields, given) ?? {})).toEqual([
    'credentials.host',
    'credentials.port',
    'credentials.from',
  ]);
});

test('a dropdown with listed options accepts only these, and nothing', () => {
  const fields = findProvider('twilio')?.credentials ?? [];
  for (const region of ['', 'ie1', 'au1']) expect(formatProblems(fields, { region })).toBeUndefined();
  for (const region of ['IE1', 'us1', '__proto__', 'ie1.evil.example/'])
    expect(formatProblems(fields, { region })).toEqual({
      'credentials.region': { messages: ['Region must be empty or one of: ie1, au1'] },
    });
});
