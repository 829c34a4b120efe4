import { expect, test } from 'vitest';
import { fieldSentence } from './field-sentence.ts';

test.each([
  ['is required', 'This is required'],
  ['must be an email address', 'Must be an email address'],
  ['has more than 255 characters', 'This has more than 255 characters'],
  ['Host must be a host name', 'Host must be a host name'],
  ['“x” is not a locale', '“x” is not a locale'],
  ['istanbul', 'Istanbul'],
  ['', ''],
])('the error %j is shown below its field as %j', (message, text) => expect(fieldSentence(message)).toBe(text));
