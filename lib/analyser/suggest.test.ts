import { expect, test } from 'vitest';
import { closest } from './suggest.ts';

test.each([
  ['unsubscribed', 'subscribed'],
  ['inactive', 'active'],
  ['isActive', 'isInactive'],
  ['is_not_valid', 'is_valid'],
  ['connected', 'disconnected'],
])('%s is not suggested for %s, nor the reverse', (one, other) => {
  expect(closest(one, [other])).toBeUndefined();
  expect(closest(other, [one])).toBeUndefined();
});

test.each([
  ['firstname', 'firstName'],
  ['frist_name', 'first_name'],
  ['nme', 'name'],
  ['unsubscribd', 'unsubscribed'],
  ['notificaton', 'notification'],
])('%s suggests %s', (written, meant) => {
  expect(closest(written, ['address', meant])).toBe(meant);
});
