import { expect, test } from 'vitest';
import { splitCommand } from './split-command.ts';

test.each([
  ['trigger sign-in code', 'trigger', 'sign-in code'],
  ['Test order', 'trigger', 'order'],
  ['trigger', 'trigger', ''],
  ['make Postmark primary', 'primary', 'Postmark'],
  ['postmark primary', 'primary', 'postmark'],
  ['primary postmark', 'primary', 'postmark'],
  ['primary', 'primary', ''],
])('%j is the command %s for %j', (text, verb, sought) => {
  expect(splitCommand(text)).toEqual({ verb, sought });
});

test.each(['', 'order', 'triggers', 'testing', 'make', 'primary.school'])('%j is not a command', (text) => {
  expect(splitCommand(text)).toBeUndefined();
});
