import { expect, test } from 'vitest';
import { matchedAddress } from './matched-address.ts';

const jane = { email: 'jane@example.com', phone: '+1 (555) 555-0123' };

test.each([
  ['jane', 'jane@example.com'],
  ['5555550123', '+1 (555) 555-0123'],
  ['+1 555 555', '+1 (555) 555-0123'],
  ['0123', '+1 (555) 555-0123'],
  ['12', 'jane@example.com'],
  ['order 9999', 'jane@example.com'],
])('the search “%s” shows %s', (sought, shown) => {
  expect(matchedAddress(jane, sought)).toBe(shown);
});

test('a subscriber with one address shows it, and one without an address shows none', () => {
  expect(matchedAddress({ phone: '+15555550123' }, 'jane')).toBe('+15555550123');
  expect(matchedAddress({}, '0123')).toBeUndefined();
});
