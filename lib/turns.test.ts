import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from './turns.ts';

const busy = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

test('the event loop runs between simultaneous tasks', async () => {
  let done = 0;
  const all = Array.from({ length: 40 }, () =>
    inTurn(() => {
      busy(3);
      done++;
    }),
  );
  const seen = new Set<number>();
  while (done < all.length) {
    await setImmediate();
    seen.add(done);
  }
  await Promise.all(all);
  expect(seen.size).toBeGreaterThan(10);
});

test('each task gets its own result or error, in order', async () => {
  const order: number[] = [];
  const results = await Promise.allSettled(
    [1, 2, 3].map((at) =>
      inTurn(() => {
        order.push(at);
        if (at === 2) throw new TypeError('no');
        return at;
      }),
    ),
  );
  expect(order).toEqual([1, 2, 3]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
