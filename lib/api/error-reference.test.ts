import { expect, test } from 'vitest';
import { ApiFailure } from './client.ts';
import { referenceOf } from './error-reference.ts';

test.each([
  [500, 'r1'],
  [503, 'r1'],
  [429, 'r1'],
  [400, 'r1'],
  [409, 'r1'],
  [403, undefined],
  [404, undefined],
  [422, undefined],
])('an error with status %i has the reference %s', (statusCode, reference) => {
  expect(referenceOf(new ApiFailure({ statusCode, requestId: 'r1', message: 'm' }))).toBe(reference);
});

test('an error that is not from the API has none', () => {
  expect(referenceOf(new TypeError('x'))).toBeUndefined();
  expect(referenceOf(new ApiFailure({ statusCode: 500, message: 'm' }))).toBeUndefined();
});
