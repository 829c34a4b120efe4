import { expect, test } from 'vitest';
import { matchesAll, startsWords } from './matches-all.ts';

test.each([
  ['issues workflow', true],
  ['WORKFLÖWS', true],
  ['', true],
  ['workflows gone', false],
])('“%s” in “Workflows with issues”: %s', (needle, matches) => {
  expect(matchesAll('Workflows with issues', needle)).toBe(matches);
});

test.each([
  ['out', 'Sign out', true],
  ['sign out', 'Sign out', true],
  ['out', 'Layouts', false],
  ['sign-in', 'security sign-in two-step', true],
  ['step', 'security sign-in two-step', true],
  ['séarch', 'Search', true],
  ['', 'Layouts', true],
])('“%s” begins words of “%s”: %s', (needle, text, begins) => {
  expect(startsWords(text, needle)).toBe(begins);
});
