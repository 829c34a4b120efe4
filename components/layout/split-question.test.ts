import { expect, test } from 'vitest';
import { splitQuestion } from './split-question.ts';

test.each([
  ['jane', false, 'jane'],
  ['whyatt', false, 'whyatt'],
  ['why', true, ''],
  ['why jane cooper', true, 'jane cooper'],
  ['Why didn’t Jane', true, 'Jane'],
  ["why didn't", true, ''],
  ['why did not jane', true, 'jane'],
  ['explain txn_1', true, 'txn_1'],
])('“%s”', (text, asks, sought) => {
  expect(splitQuestion(text)).toEqual({ asks, sought });
});
