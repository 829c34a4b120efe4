import { expect, test } from 'vitest';
import { runAddress } from './use-open-run.ts';
import { viewQuery } from './view-query.ts';

test.each([
  ['', '/demo/activity?run=r1'],
  ['run=r0&pane=data', '/demo/activity?run=r1'],
  ['status=failed&range=7d&run=r0', '/demo/activity?status=failed&range=7d&run=r1'],
])('in the list with “%s”, a new tab with a run has the filters of the list', (search, address) => {
  expect(runAddress('/demo/activity', viewQuery(search), 'r1')).toBe(address);
});
