import { expect, test } from 'vitest';
import { amazonBounce, bounceOf, reportedBounce, statusIn } from './bounce.ts';

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

test.each([
  ['550 5.1.1 User unknown', '5.1.1'],
  ['550-5.7.26 Unauthenticated\n550 5.1.1 second', '5.7.26'],
  ['4.7.1 Temporary error, please retry', '4.7.1'],
  ['bounced (450 4.2.0)', '4.2.0'],
  ['The status is 5.1.2.', '5.1.2'],
  ['550 Rejected by 5.7.1.20', undefined],
  ['550 Rejected by 10.5.7.1', undefined],
  ['550 Version 5.1.1234', undefined],
  ['250 2.1.5 Ok', undefined],
  ['server is down', undefined],
  [undefined, undefined],
] as const)('the status in %j is %s', (words, status) => {
  expect(statusIn(words)).toBe(status);
});

test.each([
  ['5.1.1', undefined, 'hard'],
  ['5.1.10', undefined, 'hard'],
  ['5.4.4', undefined, 'hard'],
  [undefined, undefined, 'hard'],
  ['5.0.0', '550 5.7.1 Refused', 'block'],
  ['5.0.0', '552 5.2.2 Full', 'soft'],
  ['5.1.1', '550 5.7.1 Refused', 'hard'],
  [undefined, '450 4.2.0 Busy', 'soft'],
  ['4.4.7', undefined, 'soft'],
  ['5.2.2', undefined, 'soft'],
  ['5.3.0', undefined, 'soft'],
  ['5.4.6', undefined, 'soft'],
  ['5.5.1', undefined, 'soft'],
  ['5.2.3', undefined, 'block'],
  ['5.3.4', undefined, 'block'],
  ['5.6.1', undefined, 'block'],
  ['4.7.0', undefined, 'block'],
] as const)('a reported failure with %s and the words %j is %s', (status, words, expected) => {
  expect(reportedBounce(status, words)).toBe(expected);
});
