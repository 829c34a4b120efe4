import { expect, test } from 'vitest';
import { fittingSteps } from './fitting-steps.ts';

const plain = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ type: 'email' as const, slug: `s-${at}` }));
const marked = (count: number) => plain(count).map((step) => ({ ...step, issues: {} }));

test('all steps are shown if they fit, otherwise the counter has room too', () => {
  expect(fittingSteps(plain(6), 166)).toBe(6);
  expect(fittingSteps(plain(7), 166)).toBe(5);
  expect(fittingSteps(plain(10), 188)).toBe(5);
  expect(fittingSteps(plain(10), 290)).toBe(10);
});

test('an icon with a number of issues needs more room, and one icon is always shown', () => {
  expect(fittingSteps(marked(10), 188)).toBe(3);
  expect(fittingSteps(marked(2), 30)).toBe(1);
  expect(fittingSteps([], 100)).toBe(0);
});
