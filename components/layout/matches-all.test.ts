import { expect, test } from 'vitest';
import { matchesAll } from './matches-all.ts';

test.each([
  ['issues workflow', true],
  ['WORKFLÖWS', true],
  ['', true],
  ['workflows gone', false],
])('“%s” in “Workflows with issues”: %s', (needle, matches) => {
  expect(matchesAll('Workflows with issues', needle)).toBe(matches);
});
