import { expect, test } from 'vitest';
import { endClass } from './features.ts';

test('the last visible column ends at the edge of the list', () => {
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
