import { expect, test } from 'vitest';
import { redacted, secretsOf } from './exchange.ts';

const KEY =
  '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nAASCBKcwggSjAgEAAoIBAQC7VJTU\n-----END PRIVATE KEY-----\n';

test.each([
  ['as it is', KEY],
  ['with other line breaks', KEY.replaceAll('\n', '\r\n')],
  ['inside JSON', JSON.stringify({ key: KEY })],
  ['on one line', KEY.replaceAll('\n', ' ')],
  ['on one line without spaces', KEY.replaceAll('\n', '')],
])('a key of several lines is hidden %s', (_, echo) => {
  const secrets = secretsOf({ serviceAccount: JSON.stringify({ private_key: KEY }) });
  const text = redacted(`No such key: ${echo}`, secrets);
  expect(text).toContain('No such key');
  expect(text).not.toContain('MIIEvQ');
});

test.each(['user:SECRET-1', 'SECRET-1', 'user:SECRET-1@2'])('an address with %s is shown by its host only', (user) => {
  const address = `https://${user}@hooks.example/services/SECRET-3?key=SECRET-4`;
  const text = redacted(`POST ${address}\n\n${JSON.stringify({ webhookUrl: address })}`, [address]);
  expect(text).toContain('@hooks.example');
  expect(text).not.toContain('SECRET');
});

test.each(['', 'a', 'user:', 'jane+x:'])(
  'a secret is hidden within base64 of a longer text that begins with "%s"',
  (before) => {
    for (const encoding of ['base64', 'base64url'] as const) {
      const echo = Buffer.from(`${before}Zq7?xTr9>mKv2wLp5n and more`).toString(encoding);
      const text = redacted(`You sent ${echo}.`, ['Zq7?xTr9>mKv2wLp5n']);
      expect(text).toContain('••••••');
      for (let at = 0; at + 8 < 20; at++) expect(text).not.toContain(echo.slice(8 + at, 16 + at));
    }
  },
);

test('a secret is hidden in upper and lower case, as a host is written', () => {
  expect(redacted('No zq7xtr9m.example, no ZQ7XTR9M', ['Zq7xTr9m'])).toBe('No ••••••.example, no ••••••');
});
