import { expect, test } from 'vitest';
import { amazonBounce, bounceOf } from './bounce.ts';

test.each([
  ['hard', '5.1.1', 'hard'],
  ['hard', undefined, 'hard'],
  // The server refused the sender.
  ['hard', '5.7.1', 'block'],
  ['soft', '4.7.0', 'block'],
  ['soft', '4.2.2', 'soft'],
  ['hard', '5.17.1', 'hard'],
  ['hard', 'toString', 'hard'],
] as const)('%s with %s is %s', (bounce, status, expected) => {
  expect(bounceOf(bounce, status)).toBe(expected);
});

test.each([
  ['Permanent', 'General', 'hard'],
  ['Permanent', 'OnAccountSuppressionList', 'hard'],
  ['Transient', 'MailboxFull', 'soft'],
  ['Undetermined', undefined, 'soft'],
  ['Transient', 'ContentRejected', 'block'],
  ['Transient', 'MessageTooLarge', 'block'],
] as const)('%s: %s is %s', (type, subType, expected) => {
  expect(amazonBounce(type, subType)).toBe(expected);
});
