import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { newApiKey } from '#lib/api-keys/key.ts';
import { sha256Hex } from '#lib/crypto.ts';
import { canonicalJson, provingKey } from './hmac.ts';

const hashOf = (key: string, content: string) => createHmac('sha256', key).update(content).digest('hex');
const stored = (id: string, key: string) => ({ id, hash: sha256Hex(key) });

test('a hash made with a new key is proven by the stored SHA-256 of the key, whichever of the keys it is', () => {
  const [one, other] = [newApiKey(), newApiKey()];
  const keys = [stored('one', one), stored('other', other)];
  expect(one).toHaveLength(67);
  expect(provingKey(keys, 'jane', hashOf(one, 'jane'))).toBe('one');
  expect(provingKey(keys, 'jane', hashOf(other, 'jane').toUpperCase())).toBe('other');
  expect(provingKey(keys, 'jörg', hashOf(one, 'jörg'))).toBe('one');
});

test.each([
  ['of another subscriber', (key: string) => hashOf(key, 'joe')],
  ['of another key', () => hashOf(newApiKey(), 'jane')],
  ['with an end cut off', (key: string) => hashOf(key, 'jane').slice(0, -1)],
  ['with more behind it', (key: string) => `${hashOf(key, 'jane')}0`],
  ['without content', () => ''],
  ['that is the key', (key: string) => key],
  ['that is the stored hash', (key: string) => sha256Hex(key)],
  ['that is absent', () => undefined],
])('a hash %s proves nothing', (_, given) => {
  const key = newApiKey();
  expect(provingKey([stored('one', key)], 'jane', given(key))).toBeUndefined();
});

test('a key of earlier releases has too few characters to prove anything', () => {
  const short = newApiKey().slice(0, 51);
  expect(provingKey([stored('short', short)], 'jane', hashOf(short, 'jane'))).toBeUndefined();
});

test.each([
  [{ tenant: 'acme' }, '{"tenant":"acme"}'],
  [
    { b: 'x', a: { id: 'y', data: { z: [1, true, null], a: 'c' } } },
    '{"a":{"data":{"a":"c","z":[1,true,null]},"id":"y"},"b":"x"}',
  ],
  [{ a: 'q"\\\n/ü' }, '{"a":"q\\"\\\\\n/ü"}'],
  [{ B: '1', a: '2', Ä: '3', '10': '4', '9': '5' }, '{"10":"4","9":"5","B":"1","a":"2","Ä":"3"}'],
  [{}, '{}'],
])('%j is %s in canonical JSON', (value, text) => expect(canonicalJson(value)).toBe(text));
