import { expect, test } from 'vitest';
import { type BulkVerb, bulkBody, takeBack, takenBackBy } from './bulk.ts';
import type { InboxClient } from './inbox-client.ts';
import type { Item, View } from './states.ts';

const items = (count: number, isRead = false) =>
  Array.from({ length: count }, (_, id) => ({ id: `${id}`, isRead }) as Item);

test.each<[BulkVerb, View, number, boolean, number | undefined, boolean]>([
  ['read', 'inbox', 15, true, 99, true],
  ['read', 'unread', 15, true, 100, false],
  ['read', 'inbox', 15, true, undefined, true],
  ['archive', 'inbox', 30, false, 99, true],
  ['archive', 'inbox', 31, false, 0, false],
  ['archive', 'inbox', 15, true, 0, false],
  ['read-archive', 'unread', 15, false, 0, false],
])('%s in %s with %d messages shown, more: %s, unread: %s, can be taken back: %s', (...given) => {
  const [verb, view, count, hasMore, tabUnread, expected] = given;
  expect(takenBackBy(verb, { view, items: items(count), hasMore, tabUnread })).toBe(expected);
});

test('a change of all is limited to the tab', () => {
  expect(bulkBody(undefined)).toEqual({});
  expect(bulkBody({ filter: { tags: ['a'], data: { shop: 1 } } })).toEqual({ tags: ['a'], data: '{"shop":1}' });
});

test('a few messages at a time are taken back, each once, and those that did not change are left', async () => {
  const paths: string[] = [];
  let [open, most] = [0, 0];
  const call = async (_: string, path: string) => {
    paths.push(path);
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setTimeout(resolve));
    open -= 1;
  };
  const client = { call } as unknown as InboxClient;
  await takeBack(client, [...items(40), ...items(3, true)], 'read');
  expect(most).toBe(6);
  expect(paths.toSorted()).toEqual(
    items(40)
      .map(({ id }) => `/notifications/${id}/unread`)
      .toSorted(),
  );
});
