import { expect, test } from 'vitest';
import { messageTitle } from './title.ts';

test('the title of a message is its subject or text, or its workflow if those are withheld', () => {
  expect(messageTitle({ subject: 'Hello', content: 'Text' })).toBe('Hello');
  expect(messageTitle({ content: '<p>Your code</p>', templateName: 'Sign-in code' })).toBe('Your code');
  expect(messageTitle({ withheld: true, templateName: 'Sign-in code' })).toBe('Sign-in code (content withheld)');
  expect(messageTitle({ withheld: true })).toBe('Content withheld');
});

test('the title of an in-app message is the text that was sent', () => {
  const channel = 'in_app';
  expect(messageTitle({ channel, subject: '**Map**&lt;String, Order&gt; &amp;amp; co' })).toBe(
    'Map<String, Order> &amp; co',
  );
  expect(messageTitle({ channel, content: 'a &lt;b&gt;\n&amp;nbsp; c' })).toBe('a <b> &nbsp; c');
  expect(messageTitle({ channel, content: '' })).toBe('No content');
});
