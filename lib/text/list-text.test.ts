import { expect, test } from 'vitest';
import { listText } from './list-text.ts';

test.each([
  [[], ''],
  [['Development'], 'Development'],
  [['Development', 'Staging'], 'Development and Staging'],
  [['Development', 'Staging', 'Production'], 'Development, Staging and Production'],
])('%j is joined to a text', (items, text) => expect(listText(items)).toBe(text));

test('a list of alternatives uses “or”', () => expect(listText(['a', 'b', 'c'], 'or')).toBe('a, b or c'));
