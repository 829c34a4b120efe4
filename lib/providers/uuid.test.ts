import { expect, test } from 'vitest';
import { nameBasedUuid, uuidOf } from './uuid.ts';

test('the example of RFC 9562, A.4', () => {
  const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
  expect(nameBasedUuid(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

test('every message has a unique UUID that never changes', () => {
  expect(uuidOf('65f1a2b3c4d5e6f708192a3b')).toBe(uuidOf('65f1a2b3c4d5e6f708192a3b'));
  expect(uuidOf('65f1a2b3c4d5e6f708192a3b')).not.toBe(uuidOf('65f1a2b3c4d5e6f708192a3c'));
});
