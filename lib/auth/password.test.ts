import { hashPassword as betterAuthHash } from 'better-auth/crypto';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

test('a hash contains its cost, and only its password verifies', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword('correct horse battery')).not.toBe(hash);
  expect(await verifyPassword({ hash, password: 'correct horse battery' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'correct horse batterz' })).toBe(false);
  expect(await verifyPassword({ hash: `${hash.slice(0, -2)}AA`, password: 'correct horse battery' })).toBe(false);
});

test('another Unicode form of the same letters is the same password', async () => {
  const hash = await hashPassword('pa\u0308sswort lang');
  expect(await verifyPassword({ hash, password: 'p\u00e4sswort lang' })).toBe(true);
});

test('a hash of the earlier cost still verifies', async () => {
  const hash = await betterAuthHash('correct horse battery');
  expect(await verifyPassword({ hash, password: 'correct horse battery' })).toBe(true);
  expect(await verifyPassword({ hash, password: 'wrong' })).toBe(false);
});
