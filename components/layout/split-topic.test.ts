import { expect, test } from 'vitest';
import { splitTopic } from './split-topic.ts';

test.each([
  ['late jane', { topic: 'late', sought: 'jane' }],
  ['Late messages to Jane Cooper', { topic: 'late', sought: 'Jane Cooper' }],
  ['jane late', { topic: 'late', sought: 'jane' }],
  ['late', { topic: 'late', sought: '' }],
  ['twice jane', { topic: 'twice', sought: 'jane' }],
  ['jane got duplicates', { topic: 'twice', sought: 'jane' }],
  ['jane', undefined],
  ['later', undefined],
  ['', undefined],
])('“%s”', (text, topic) => {
  expect(splitTopic(text)).toEqual(topic);
});
