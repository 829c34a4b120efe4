import { expect, test } from 'vitest';
import { listText } from './list-text.ts';

test.each([
  [[], ''],
  [['Development'], 'Development'],
  [['Development', 'Staging'], 'Development and Staging'],
  [['Development', 'Staging', 'Production'], 'Development, Staging and Production'],
])('%j in a text', (items, text) => expect(listText(items)).toBe(text));

test('a choice has its own word', () => expect(listText(['a', 'b', 'c'], 'or')).toBe('a, b or c'));
