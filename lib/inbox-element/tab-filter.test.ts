import { expect, test } from 'vitest';
import { filterQuery } from './tab-filter.ts';

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
