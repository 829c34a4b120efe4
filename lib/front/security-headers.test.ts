import { expect, test } from 'vitest';
import { contentSecurityPolicy, newNonce, securityHeaders } from './security-headers.ts';

test('no response is guessed as another type, framed, and other sites do not see its address', () => {
  expect(securityHeaders).toEqual({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('a page runs only scripts with its nonce', () => {
  const directives = contentSecurityPolicy('abc', false)
    .split('; ')
    .map((directive) => directive.split(' '));
  expect(Object.fromEntries(directives.map(([name, ...sources]) => [name, sources]))).toEqual({
    'default-src': ["'self'"],
    'script-src': ["'self'", "'nonce-abc'", "'strict-dynamic'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
  expect(contentSecurityPolicy('abc', true)).toContain("'unsafe-eval'");
  expect(new Set(Array.from({ length: 50 }, newNonce)).size).toBe(50);
});
