import { expect, test } from 'vitest';
import { ApiFailure } from '#lib/api/client.ts';
import { problemOf } from './use-layout-draft.ts';

test.each([
  ['the body', { 'controlValues.email.body': { messages: ['The place is missing.'] } }, true],
  ['the name', { name: { messages: ['The place is missing.'] } }, false],
])('an invalid field is marked if it is %s', (_, errors, inBody) => {
  const error = new ApiFailure({ statusCode: 422, message: 'Validation Error', errors });
  expect(problemOf(error)).toEqual({ message: 'The place is missing.', inBody });
});
