import { expect, test } from 'vitest';
import { messageTitle } from './title.ts';

test('the title of a message is its subject or text, or its workflow if those are withheld', () => {
  expect(messageTitle({ subject: 'Hello', content: 'Text' })).toBe('Hello');
  expect(messageTitle({ content: '<p>Your code</p>', templateName: 'Sign-in code' })).toBe('Your code');
  expect(messageTitle({ withheld: true, templateName: 'Sign-in code' })).toBe('Sign-in code (content withheld)');
  expect(messageTitle({ withheld: true })).toBe('Content withheld');
});
