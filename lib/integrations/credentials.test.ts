import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CREDENTIAL_MASK,
  lacksCredential,
  maskChanges,
  maskCredentials,
  openCredentials,
  resealCredentials,
  sealCredentials,
} from './credentials.ts';

const owner = { environmentId: '65f1a2b3c4d5e6f708192a3b', integrationId: '65f1a2b3c4d5e6f708192a3c' };

test('sealed credentials open again for all keys and values', () => {
  const key = fc.oneof(fc.constantFrom('apiKey', 'password', 'webhookUrl', 'tlsOptions', 'from', 'host'), fc.string());
  const value = fc.oneof(fc.string(), fc.boolean(), fc.jsonValue(), fc.record({ $sealed: fc.string() }));
  fc.assert(
    fc.property(fc.dictionary(key, value), (credentials) => {
      const stored = JSON.parse(JSON.stringify(sealCredentials(credentials, owner)));
      expect(openCredentials(stored, owner)).toEqual(JSON.parse(JSON.stringify(credentials)));
    }),
  );
});

test('stored credentials contain no plain text, known to the catalogue or not', () => {
  const credentials = {
    apiKey: 'SG.top-secret',
    webhookUrl: 'https://chat.example/T1',
    tlsOptions: { key: 'private-key' },
    from: 'a@b.example',
    keyOfNoProvider: 'vendor-secret',
    nested: { deep: ['nested-secret'] },
    secure: true,
  };
  const stored = JSON.stringify(sealCredentials(credentials, owner));
  for (const text of [
    'SG.top-secret',
    'chat.example',
    'private-key',
    'a@b.example',
    'vendor-secret',
    'nested-secret',
  ]) {
    expect(stored).not.toContain(text);
  }
  expect(JSON.parse(stored)).toMatchObject({ secure: true });
});

test('plain text that looks like ciphertext stays plain text', () => {
  const credentials = { from: 'v1.k1.aaaa.bbbb.cccc', apiKey: 'v1.k1.aaaa.bbbb.cccc' };
  expect(openCredentials({ from: credentials.from }, owner)).toEqual({ from: credentials.from });
  expect(openCredentials(sealCredentials(credentials, owner), owner)).toEqual(credentials);
});

test('a sealed value does not open for another integration, under another key, or if changed', () => {
  const stored = sealCredentials({ apiKey: 'secret' }, owner);
  expect(() => openCredentials(stored, { ...owner, integrationId: '65f1a2b3c4d5e6f708192a3d' })).toThrow();
  expect(() => openCredentials(stored, { ...owner, environmentId: '65f1a2b3c4d5e6f708192a3d' })).toThrow();
  expect(() => openCredentials({ secretKey: stored.apiKey }, owner)).toThrow();
  const { $sealed } = stored.apiKey as { $sealed: string };
  // The first character of the ciphertext. The last character has bits that are ignored.
  const tampered = $sealed.replace(/[^.](?=[^.]*\.[^.]*$)/, (first) => (first === 'A' ? 'B' : 'A'));
  expect(() => openCredentials({ apiKey: { $sealed: tampered } }, owner)).toThrow();
});

test('a mask shows that a secret exists, and none of its content', () => {
  const shown = { password: '', host: 'smtp.example', secure: true, retries: 3 };
  const credentials = {
    ...shown,
    apiKey: 'a',
    tlsOptions: { key: 'private-key' },
    keyOfNoProvider: 'b',
    extra: { c: 'd' },
  };
  const hidden = { apiKey: CREDENTIAL_MASK, keyOfNoProvider: CREDENTIAL_MASK, extra: CREDENTIAL_MASK };
  const masked = { ...shown, ...hidden, tlsOptions: {} };
  expect(maskCredentials(credentials, owner)).toEqual(masked);
  expect(maskCredentials(sealCredentials(credentials, owner), owner)).toEqual(masked);
});

test('a credential that does not open is masked, and the others are shown', () => {
  const stored = sealCredentials({ host: 'smtp.example', from: 'a@b.example' }, owner);
  const elsewhere = sealCredentials({ host: 'smtp.example' }, { ...owner, environmentId: '65f1a2b3c4d5e6f708192a3d' });
  expect(maskCredentials({ ...stored, ...elsewhere }, owner)).toEqual({ host: CREDENTIAL_MASK, from: 'a@b.example' });
});

const secrets = {
  apiKey: 'a',
  from: 'a@b.example',
  password: '',
  tlsOptions: { key: 'private-key' },
  extra: { any: 1 },
};

test('a returned mask keeps the stored value, whatever else changes', () => {
  const stored = sealCredentials(secrets, owner);
  const given = { ...maskCredentials(stored, owner), from: 'c@d.example', secretKey: 'new' };
  const { credentials, strayMasks } = resealCredentials(given, stored, owner);
  expect(strayMasks).toEqual([]);
  expect(credentials.apiKey, 'sealed as before').toBe(stored.apiKey);
  expect(openCredentials(credentials, owner)).toEqual({ ...secrets, from: 'c@d.example', secretKey: 'new' });
});

test('omitted values are removed, and an empty text removes a secret', () => {
  const stored = sealCredentials(secrets, owner);
  expect(resealCredentials({ apiKey: '' }, stored, owner)).toEqual({ credentials: { apiKey: '' }, strayMasks: [] });
  expect(resealCredentials({}, stored, owner)).toEqual({ credentials: {}, strayMasks: [] });
});

test('a mask without a stored secret is reported', () => {
  const given = { apiKey: CREDENTIAL_MASK, password: CREDENTIAL_MASK, from: CREDENTIAL_MASK, tlsOptions: {} };
  const { credentials, strayMasks } = resealCredentials(given, { password: '' }, owner);
  expect(strayMasks).toEqual(['apiKey', 'password']);
  const { from, tlsOptions } = openCredentials(credentials, owner);
  expect([from, tlsOptions]).toEqual([CREDENTIAL_MASK, {}]);
});

test('a property of every object is not a stored secret', () => {
  const given = JSON.parse(`{"__proto__":"x","constructor":"y"}`);
  const { credentials } = resealCredentials(given, {}, owner);
  expect(Object.keys(credentials)).toEqual(['__proto__', 'constructor']);
  for (const key of ['__proto__', 'constructor', 'apiKey']) expect(lacksCredential({}, key)).toBe(true);
  expect(lacksCredential({ apiKey: '' }, 'apiKey')).toBe(true);
  expect(lacksCredential({ secure: false }, 'secure')).toBe(false);
});

test('the later of two states shows which secrets changed', () => {
  const before = sealCredentials(secrets, owner);
  const kept = resealCredentials(maskCredentials(before, owner), before, owner).credentials;
  expect(maskChanges(before, kept, owner)).toEqual(maskCredentials(before, owner));
  const after = resealCredentials(
    { ...maskCredentials(before, owner), apiKey: 'b', from: 'x' },
    before,
    owner,
  ).credentials;
  expect(maskChanges(before, after, owner)).toEqual({
    ...maskCredentials(before, owner),
    apiKey: `${CREDENTIAL_MASK} (changed)`,
    from: 'x',
  });
  expect(JSON.stringify(maskChanges({}, before, owner))).not.toMatch(/PEM|sealed/);
});
