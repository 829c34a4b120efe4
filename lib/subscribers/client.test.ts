import { expect, test } from 'vitest';
import { firstWithRows, type SubscriberListInput } from './client.ts';
import type { Subscriber, SubscriberPage } from './schema.ts';

const page = (next: string | null, previous: string | null, ...names: string[]): SubscriberPage => ({
  data: names.map((subscriberId) => ({ subscriberId }) as Subscriber),
  next,
  previous,
  totalCount: names.length,
  totalCountCapped: false,
});

test.each<[string, SubscriberListInput, SubscriberPage[], SubscriberListInput[]]>([
  ['a page with rows', { name: 'x' }, [page('1', null, 'a')], [{ name: 'x' }]],
  ['a list without any', { name: 'x' }, [page(null, null)], [{ name: 'x' }]],
  [
    'what lies further on',
    { name: 'x', after: '9' },
    [page('8', null), page('7', null), page('6', '7', 'a')],
    [
      { name: 'x', after: '9' },
      { name: 'x', after: '8' },
      { name: 'x', after: '7' },
    ],
  ],
  [
    'what lies further back',
    { name: 'x', before: '1' },
    [page(null, '2'), page('3', null, 'a')],
    [
      { name: 'x', before: '1' },
      { name: 'x', before: '2' },
    ],
  ],
])('a search continues to %s', async (_, query, pages, expected) => {
  const queries: SubscriberListInput[] = [];
  const found = await firstWithRows(query, async (step) => {
    queries.push(step);
    return pages[queries.length - 1] as SubscriberPage;
  });
  expect(queries).toEqual(expected);
  expect(found).toBe(pages.at(-1));
});
