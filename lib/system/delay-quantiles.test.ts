import { expect, test } from 'vitest';
import { delayQuantile } from './delay-quantiles.ts';

const buckets = (...jobs: [atMost: number, jobs: number][]) =>
  jobs.map(([atMostSeconds, count]) => ({ atMostSeconds, jobs: count }));
const INFINITE = Number.POSITIVE_INFINITY;

test.each([
  ['without jobs there is no delay', buckets(), 0.5, undefined],
  ['also where the buckets are empty', buckets([1, 0], [INFINITE, 0]), 0.5, undefined],
  ['in the first bucket, the line begins at 0', buckets([1, 10], [INFINITE, 10]), 0.5, 0.5],
  ['a bucket counts the jobs of those before', buckets([1, 50], [2, 100], [INFINITE, 100]), 0.75, 1.5],
  ['an empty bucket is passed over', buckets([1, 50], [2, 50], [4, 100], [INFINITE, 100]), 0.75, 3],
  ['beyond the last bound, it is that bound', buckets([1, 0], [60, 1], [INFINITE, 100]), 0.99, 60],
  ['a bucket of which another worker added more since', buckets([1, 12], [2, 10], [INFINITE, 12]), 0.5, 0.5],
])('%s', (_, given, share, seconds) => {
  expect(delayQuantile(given, share)).toBe(seconds);
});
