import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CREDENTIAL_MASK, maskCredentials, openCredentials, sealCredentials } from './credentials.ts';

const owner = { environmentId: '65f1a2b3c4d5e6f708192a3b', integrationId: '65f1a2b3c4d5e6f708192a3c' };

test('what is sealed opens again, whatever its keys and values', () => {
  const key = fc.oneof(fc.constantFrom('apiKey', 'password', 'webhookUrl', 'tlsOptions', 'from', 'host'), fc.string());
  const value = fc.oneof(fc.string(), fc.boolean(), fc.jsonValue(), fc.record({ $sealed: fc.string() }));
  fc.assert(
    fc.property(fc.dictionary(key, value), (credentials) => {
      const stored = JSON.parse(JSON.stringify(sealCredentials(credentials, owner)));
      expect(openCredentials(stored, owner)).toEqual(JSON.parse(JSON.stringify(credentials)));
    }),
  );
});

test('a secret is nowhere in what is stored, everything else is', () => {
  const stored = JSON.stringify(
    sealCredentials(
      {
        apiKey: 'SG.top-secret',
        webhookUrl: 'https://chat.example/T1',
        tlsOptions: { key: 'PEM' },
        from: 'a@b.example',
      },
      owner,
    ),
  );
  for (const secret of ['SG.top-secret', 'chat.example', 'PEM']) expect(stored).not.toContain(secret);
  expect(stored).toContain('a@b.example');
});

test('plain text that looks like ciphertext stays plain text', () => {
  const credentials = { from: 'v1.k1.aaaa.bbbb.cccc', apiKey: 'v1.k1.aaaa.bbbb.cccc' };
  expect(openCredentials({ from: credentials.from }, owner)).toEqual({ from: credentials.from });
  expect(openCredentials(sealCredentials(credentials, owner), owner)).toEqual(credentials);
});

test('a sealed value opens neither for another integration nor under another key, nor when changed', () => {
  const stored = sealCredentials({ apiKey: 'secret' }, owner);
  expect(() => openCredentials(stored, { ...owner, integrationId: '65f1a2b3c4d5e6f708192a3d' })).toThrow();
  expect(() => openCredentials(stored, { ...owner, environmentId: '65f1a2b3c4d5e6f708192a3d' })).toThrow();
  expect(() => openCredentials({ secretKey: stored.apiKey }, owner)).toThrow();
  const { $sealed } = stored.apiKey as { $sealed: string };
  // The first character of the ciphertext: the last one holds bits that count for nothing.
  const tampered = $sealed.replace(/[^.](?=[^.]*\.[^.]*$)/, (first) => (first === 'A' ? 'B' : 'A'));
  expect(() => openCredentials({ apiKey: { $sealed: tampered } }, owner)).toThrow();
});

test('a mask shows that there is a secret and nothing of it', () => {
  const credentials = { apiKey: 'a', password: '', host: 'smtp.example', secure: true, tlsOptions: { key: 'PEM' } };
  const masked = { apiKey: CREDENTIAL_MASK, password: '', host: 'smtp.example', secure: true, tlsOptions: {} };
  expect(maskCredentials(credentials)).toEqual(masked);
  expect(maskCredentials(sealCredentials(credentials, owner))).toEqual(masked);
});
