import { expect, test } from 'vitest';
import { AtOnce } from './at-once.ts';

test('no more than the limit runs at the same time, in order, also after failures', async () => {
  const atOnce = new AtOnce(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = async (number: number) => {
    begun.push(number);
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (number % 3 === 0) throw new Error(`${number}`);
    return number;
  };
  const results = await Promise.allSettled(Array.from({ length: 10 }, (_, number) => atOnce.run(() => work(number))));
  expect(most).toBe(2);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
});
