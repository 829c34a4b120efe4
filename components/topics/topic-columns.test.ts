import { expect, test } from 'vitest';
import { topicColumns } from './topic-columns.tsx';

const topic = (updatedAt: string) =>
  ({ _id: 'a', key: 'news', createdAt: '2026-11-29T20:00:00.000Z', updatedAt }) as never;

test('the column of changes is shown if a topic was changed, and while the topics are loaded', () => {
  const all = topicColumns(undefined);
  const old = topic('2026-11-29T20:00:00.000Z');
  const changed = topic('2026-11-29T20:05:00.000Z');
  expect(topicColumns([old, changed])).toBe(all);
  expect(topicColumns([old])).toHaveLength(all.length - 1);
  expect(topicColumns([old])).toBe(topicColumns([old]));
});
