import { expect, test } from 'vitest';
import { boldSegments } from './bold.ts';

test.each([
  ['plain', ['plain']],
  ['**Jane** wrote', ['<Jane>', ' wrote']],
  ['a **b** c **d**', ['a ', '<b>', ' c ', '<d>']],
  ['2 ** 3', ['2 ** 3']],
  ['**a** and 2 ** 3', ['<a>', ' and 2 ** 3']],
  ['****', []],
  ['', []],
  ['<b>**x**</b>', ['<b>', '<x>', '</b>']],
])('%s', (text, parts) => {
  expect(boldSegments(text).map(({ text, isBold }) => (isBold ? `<${text}>` : text))).toEqual(parts);
});

test('a text of asterisks takes linear time', () => {
  const started = performance.now();
  boldSegments('**'.repeat(200_000));
  expect(performance.now() - started).toBeLessThan(1_000);
});
