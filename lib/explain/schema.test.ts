import { expect, test } from 'vitest';
import { ExplainQuery } from './schema.ts';

test.each([
  ['jane\u0007\u001b[31m', 'jane[31m'],
  ['\tJane\r\nCooper\n', 'Jane Cooper'],
  ['jane\u007f\u009b@shop.example', 'jane@shop.example'],
  ['  Zoë  O’Brien-Łuk “ز\u200cه” 👩\u200d💻 ', 'Zoë  O’Brien-Łuk “ز\u200cه” 👩\u200d💻'],
])('the question %j loses only its control characters', (text, kept) => {
  expect(ExplainQuery.parse({ subscriber: text, workflow: text })).toEqual({ subscriber: kept, workflow: kept });
});

test('a question of control characters alone has no subscriber and no workflow', () => {
  const controls = '\u0001\n\u0085';
  expect(ExplainQuery.parse({ subscriber: 'jane', workflow: controls }).workflow).toBeUndefined();
  expect(ExplainQuery.safeParse({ subscriber: controls }).error?.issues[0]?.message).toBe('must name a subscriber');
});
