import { expect, test } from 'vitest';
import { retentionChoices } from './retention-choices.ts';

const labels = (most: number, own?: number) => retentionChoices(most, own).map(({ label }) => label);

test('an environment keeps runs at most as long as the installation', () => {
  expect(labels(30)).toEqual(['Default (30 days)', '1 day', '7 days', '14 days']);
  expect(labels(1)).toEqual(['Default (1 day)']);
});

test('the current retention stays a choice, in order, even if the installation now keeps less', () => {
  expect(labels(30, 10)).toEqual(['Default (30 days)', '1 day', '7 days', '10 days', '14 days']);
  expect(labels(7, 30)).toEqual(['Default (7 days)', '1 day', '30 days']);
});
