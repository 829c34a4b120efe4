import { expect, test } from 'vitest';
import { pathAfterSignIn } from './path-after-sign-in.ts';

const origin = 'https://belfry.example';

test.each([
  'https://evil.example/',
  '//evil.example/',
  'javascript:alert(1)',
  '/\\evil.example',
  '/\t/evil.example',
  '///evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  '//',
  '/\\\\[',
  'development/activity',
  '',
  undefined,
])('%j is replaced by the start page', (next) => {
  expect(pathAfterSignIn(next, origin)).toBe('/');
});

test.each([
  ['/production/subscribers?q=jane', '/production/subscribers?q=jane'],
  ['/a/../development/activity', '/development/activity'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
])('%s opens %s', (next, path) => {
  expect(pathAfterSignIn(next, origin)).toBe(path);
});
