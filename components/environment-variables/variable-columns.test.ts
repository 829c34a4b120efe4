import { expect, test } from 'vitest';
import { keyWidth } from './variable-columns.tsx';

test.each([
  ['short keys leave the room to the values', [{ key: 'URL', isSecret: false }], 'min(120px, 18vw)'],
  ['a long key has its width', [{ key: 'A'.repeat(20), isSecret: false }], 'min(176px, 18vw)'],
  ['the mark of a secret has room', [{ key: 'A'.repeat(20), isSecret: true }], 'min(240px, 18vw)'],
  ['no variable', [], 'min(120px, 18vw)'],
])('%s', (_, variables, width) => {
  expect(keyWidth(variables)).toBe(width);
});
