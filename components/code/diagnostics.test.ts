import { describe, expect, test } from 'vitest';
import { marks } from './diagnostics.ts';

const text = 'Hello {{ a }}\n{{ payload.x }} end';

describe('marks', () => {
  test('cover the words at the position', () => {
    const [mark] = marks(text, [{ message: 'no', position: { line: 2, column: 4, length: 9 } }]);
    expect(text.slice(mark?.from, mark?.to)).toBe('payload.x');
  });

  test('cover the whole text without one', () => {
    expect(marks(text, [{ message: 'no' }])).toEqual([{ from: 0, to: text.length, message: 'no' }]);
  });

  test('come in the order of the text', () => {
    const issues = [2, 1].map((line) => ({ message: `${line}`, position: { line, column: 1, length: 2 } }));
    expect(marks(text, issues).map(({ message }) => message)).toEqual(['1', '2']);
  });

  test.each([
    { line: 9, column: 1, length: 3 },
    { line: 1, column: 99, length: 3 },
    { line: 2, column: 20, length: 99 },
    { line: 0, column: 0, length: 1 },
  ])('stay within the text: %o', (position) => {
    const [mark] = marks(text, [{ message: 'no', position }]);
    expect(mark?.from).toBeGreaterThanOrEqual(0);
    expect(mark?.to).toBeLessThanOrEqual(text.length);
    expect(mark?.from).toBeLessThanOrEqual(mark?.to ?? -1);
  });
});
