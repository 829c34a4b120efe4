import { expect, test } from 'vitest';
import { endClass } from './features.ts';

test('the column that is the last one where others are hidden ends where the list does', () => {
  const froms = ['phone', undefined, 'wide', 'tablet', 'widest', 'desk'] as const;
  expect(froms.map((_, index) => endClass(froms, index))).toEqual([
    'max-sm:pr-4',
    undefined,
    undefined,
    'max-md:pr-4',
    undefined,
    undefined,
  ]);
  expect(endClass(['phone', 'roomy', 'phone'], 0)).toBeUndefined();
});
