import { expect, test } from 'vitest';
import { FairShares } from './fair-shares.ts';

/** Takes connections for a route. If none is free, the result is a promise, whose rejection is ignored. */
function take(shares: FairShares, route: string, count: number) {
  const got = shares.run(route, () => Array.from({ length: count }, () => shares.take()));
  for (const share of got) if (share instanceof Promise) share.catch(() => undefined);
  return got;
}

const taken = (got: ReturnType<typeof take>) => got.filter((share) => typeof share === 'function').length;
const give = (share: unknown) => typeof share === 'function' && share();

test('a route gets half of the connections, and each further route half of the rest', () => {
  const shares = new FairShares(10, 1_000);
  expect(['a', 'b', 'c', 'd'].map((route) => taken(take(shares, route, 10)))).toEqual([5, 3, 1, 1]);
});

test('a route gets one connection of a pool of two', () => {
  const shares = new FairShares(2, 1_000);
  expect(['a', 'b'].map((route) => taken(take(shares, route, 2)))).toEqual([1, 1]);
});

test('a free connection goes to the longest waiting route below its share', async () => {
  const shares = new FairShares(2, 1_000);
  const [first, second] = take(shares, 'a', 2);
  const [other] = take(shares, 'b', 1);
  const [third] = take(shares, 'c', 1);
  give(other);
  expect(await Promise.race([Promise.resolve(third).then(() => 'c'), Promise.resolve(second).then(() => 'a')])).toBe(
    'c',
  );
  give(first);
  give(await third);
  expect(await second).toBeTypeOf('function');
});

test('a caller that waits too long gets an error, and takes no connection later', async () => {
  const shares = new FairShares(2, 20);
  const [first, late] = take(shares, 'a', 2);
  await expect(late).rejects.toThrow('timeout exceeded when trying to connect');
  give(first);
  expect(taken(take(shares, 'b', 1))).toBe(1);
});

test('work without a route is not limited', () => {
  const shares = new FairShares(2, 1_000);
  expect([1, 2, 3].map(() => typeof shares.take())).toEqual(['function', 'function', 'function']);
});
