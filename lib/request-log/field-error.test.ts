import { expect, test } from 'vitest';
import { firstFieldError } from './field-error.ts';

test.each([
  [
    { 'to.email': { messages: ['must be an email address', 'is long'] }, name: { messages: ['x'] } },
    'to.email must be an email address',
  ],
  [{ name: { messages: [] }, to: { messages: ['is required'], value: 1 } }, 'to is required'],
  [{ subscriberId: { messages: ['SubscriberId is required'] } }, 'SubscriberId is required'],
  [{ name: { messages: ['workflow_not_found', 'There is no workflow “a”'] } }, 'There is no workflow “a”'],
  [{ name: { messages: ['workflow_not_found'] } }, 'name workflow_not_found'],
  [{ name: 'is required' }, undefined],
  [undefined, undefined],
  ['[masked]', undefined],
])('the first message of %j with its field', (errors, text) => {
  expect(firstFieldError(errors)).toBe(text);
});
