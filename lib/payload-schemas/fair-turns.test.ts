import { expect, test } from 'vitest';
import { FairTurns, type TurnLimits } from './fair-turns.ts';

const LIMITS: TurnLimits = {
  running: 1,
  waiting: { works: 8, size: 1_000 },
  waitingOfKey: { works: 5, size: 500 },
  waitMs: 60_000,
};
const rejection = () => new Error('busy');

/** Creates tasks that end when the test allows it, and records the order in which they began. */
function world(limits: Partial<TurnLimits> = {}) {
  const turns = new FairTurns({ ...LIMITS, ...limits });
  const begun: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const run = (key: string, name: string, size = 1) =>
    turns.run(
      key,
      size,
      async () => {
        begun.push(name);
        await gate;
        return name;
      },
      rejection,
    );
  return { run, begun, open };
}

test('keys take turns, however many tasks one of them has', async () => {
  const { run, begun, open } = world();
  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('a', 'a4'), run('b', 'b1'), run('c', 'c1')];
  expect(begun).toEqual(['a1']);
  open();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4']);
});

test('tasks run up to the limit simultaneously', async () => {
  const { run, begun, open } = world({ running: 2 });
  const all = ['1', '2', '3', '4'].map((name) => run('a', name));
  expect(begun).toEqual(['1', '2']);
  open();
  await Promise.all(all);
  expect(begun).toEqual(['1', '2', '3', '4']);
});

test.each<[string, number, number, number]>([
  ['works of one key', 1, 5, 1],
  ['works of several keys', 2, 8, 1],
  ['characters of one key', 1, 2, 200],
  ['characters of several keys', 5, 5, 200],
])('%s wait only up to the limit', async (_, keys, most, size) => {
  const { run, open } = world();
  const first = run('first', 'first');
  const all = Array.from({ length: 12 }, (__, at) => run(`key ${at % keys}`, '', size));
  open();
  const settled = await Promise.allSettled(all);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(most);
  expect(settled.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { message: 'busy' } });
  await first;
  expect(await run('key 0', 'later')).toBe('later');
});

test('a check that has waited too long is rejected, and the next one runs', async () => {
  const { run, begun, open } = world({ waitMs: -1 });
  const first = run('a', 'a1');
  const late = [run('a', 'a2'), run('b', 'b1')];
  open();
  expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await first;
  expect(await run('a', 'a3')).toBe('a3');
  expect(begun).toEqual(['a1', 'a3']);
});

test('a failed task passes its turn on', async () => {
  const turns = new FairTurns(LIMITS);
  const failing = turns.run('a', 1, () => Promise.reject(new TypeError('no')), rejection);
  const next = turns.run('a', 1, async () => 'next', rejection);
  await expect(failing).rejects.toThrow(TypeError);
  expect(await next).toBe('next');
});
