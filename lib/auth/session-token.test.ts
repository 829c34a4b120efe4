import { expect, test } from 'vitest';
import { sessionCookieName } from './better-auth.ts';
import { sessionCookie, signSessionToken, verifySessionToken } from './session-token.ts';

test('a signed token contains its token, also if URL-encoded', () => {
  const signed = signSessionToken('abc123');
  expect(verifySessionToken(signed)).toBe('abc123');
  expect(verifySessionToken(encodeURIComponent(signed))).toBe('abc123');
});

test('any other text is rejected', () => {
  const signed = signSessionToken('abc123');
  const signature = signed.slice(7);
  for (const forged of [
    '',
    '.',
    'abc123',
    'abc123.',
    `abc124.${signature}`,
    `.${signature}`,
    `${signed}=`,
    '%',
    '%E0%A4%A',
    'é.é',
  ]) {
    expect(verifySessionToken(forged), forged).toBeUndefined();
  }
});

test('the cookie is found by its full name', () => {
  const name = sessionCookieName();
  expect(sessionCookie(new Headers({ cookie: `a=1; ${name}=value; b=2` }))).toBe('value');
  expect(sessionCookie(new Headers({ cookie: `x${name}=value; ${name}x=1` }))).toBeUndefined();
  expect(sessionCookie(new Headers({ cookie: '' }))).toBeUndefined();
  expect(sessionCookie(new Headers())).toBeUndefined();
});
