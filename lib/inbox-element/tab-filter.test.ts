import { expect, test } from 'vitest';
import { filterQuery, tabsOf } from './tab-filter.ts';

test.each([
  [{ tags: ['a', 'b'] }, 'tags[]=a&tags[]=b'],
  [{ tags: 'a' }, 'tags[]=a'],
  [{ tags: { or: ['a'] } }, 'tags[]=a'],
  [{ tags: { and: [{ or: ['a', 'b'] }, { or: ['c'] }] } }, 'tags[0][]=a&tags[0][]=b&tags[1][]=c'],
  [{ severity: 'high' }, 'severity[]=high'],
  [{ severity: ['high', 'low'], data: { shop: 'x' } }, 'severity[]=high&severity[]=low&data={"shop":"x"}'],
  [{ tags: [] }, ''],
  [undefined, ''],
])('the filter %j of a tab is a query', (filter, query) => {
  expect(
    filterQuery(filter)
      .map((pair) => pair.join('='))
      .join('&'),
  ).toBe(query);
});

test.each([[5], [{}], ['All'], [true]])('%j is not a list of tabs', (given) => {
  expect(tabsOf(given)).toEqual({ tabs: [], problem: 'tabs is not a list' });
});

test('wrong tabs are left out', () => {
  const valid = [{ label: 'All' }, { label: 'Billing', filter: { tags: ['billing'] } }];
  expect(tabsOf(valid)).toEqual({ tabs: valid });
  const given = [null, ...valid, { label: 5 }, { label: 'x', filter: null }, { label: 'y', filter: 'z' }, 'All'];
  expect(tabsOf(given)).toEqual({ tabs: valid, problem: expect.stringContaining('label') });
  expect(tabsOf(undefined)).toEqual({ tabs: [] });
});
