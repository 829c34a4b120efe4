import { expect, test, vi } from 'vitest';
import { decrypt, decryptIfReadable, encrypt, UnreadableError } from './crypto.ts';

const keys = vi.hoisted(() => ({ text: '' }));
vi.mock('./env.ts', () => ({ env: () => ({ ENCRYPTION_KEYS: keys.text }) }));

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`;
const keyring = (...given: string[]) => {
  keys.text = given.join(',');
};

test('the first key encrypts, and the others decrypt until they are removed', () => {
  keyring(key('old', 1));
  const before = encrypt('secret', 'owner');
  keyring(key('new', 2), key('old', 1));
  const after = encrypt('secret', 'owner');
  expect([before, after].map((value) => value.split('.')[1])).toEqual(['old', 'new']);
  expect([before, after].map((value) => decrypt(value, 'owner'))).toEqual(['secret', 'secret']);
  keyring(key('new', 2));
  expect(decrypt(after, 'owner')).toBe('secret');
  expect(() => decrypt(before, 'owner')).toThrow('ENCRYPTION_KEYS does not contain the key "old"');
});

test('a value that was changed or moved to another owner is not decrypted', () => {
  keyring(key('k', 1));
  const value = encrypt('secret', 'owner');
  const [version, id, iv, text = '', tag] = value.split('.');
  const changed = [version, id, iv, `${text[0] === 'A' ? 'B' : 'A'}${text.slice(1)}`, tag].join('.');
  for (const [given, owner] of [
    [value, 'other'],
    [changed, 'owner'],
    ['secret', 'owner'],
    ['', 'owner'],
  ] as const) {
    expect(() => decrypt(given, owner)).toThrow(UnreadableError);
    expect(decryptIfReadable(given, owner)).toBeUndefined();
  }
});

test('equal secrets have different ciphertexts', () => {
  keyring(key('k', 1));
  expect(encrypt('secret', 'owner')).not.toBe(encrypt('secret', 'owner'));
  expect(encrypt('secret', 'owner')).not.toContain(Buffer.from('secret').toString('base64url'));
});
