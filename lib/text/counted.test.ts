import { expect, test } from 'vitest';
import { counted } from './counted.ts';

test('one has the singular, and large numbers are grouped', () => {
  expect([1, 0, 2013].map((count) => counted(count, 'run'))).toEqual(['1 run', '0 runs', '2,013 runs']);
});

test('an irregular plural is given', () => {
  expect([1, 2].map((count) => counted(count, 'match', 'matches'))).toEqual(['1 match', '2 matches']);
});
