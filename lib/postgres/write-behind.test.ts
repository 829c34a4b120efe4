import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import { flushAll, WriteBehind } from './write-behind.ts';

type Statement = { items: string[]; end: PromiseWithResolvers<void> };
type Options = Parameters<typeof WriteBehind.named<string>>[1];

let count = 0;

/** Creates a write-behind whose items are words. Statements end when the test allows it. */
function setUp(changes: Partial<Options> = {}) {
  const statements: Statement[] = [];
  const behind = WriteBehind.named<string>(`Words ${++count}`, {
    afterMs: 60_000,
    write: (items) => {
      const end = Promise.withResolvers<void>();
      statements.push({ items, end });
      return end.promise;
    },
    ...changes,
  });
  const settle = async (number: number, error?: Error) => {
    await expect.poll(() => statements.length).toBeGreaterThan(number);
    if (error) statements[number]?.end.reject(error);
    else statements[number]?.end.resolve();
    await new Promise(setImmediate);
  };
  return { behind, settle, written: () => statements.map(({ items }) => items) };
}

test('items are written together after a pause, and a full statement does not wait', async () => {
  const late = setUp({ afterMs: 5 });
  for (const item of ['a', 'b']) late.behind.add(item);
  expect(late.written()).toEqual([]);
  await late.settle(0);
  expect(late.written()).toEqual([['a', 'b']]);
  const full = setUp({ most: 2 });
  for (const item of ['a', 'b', 'c']) full.behind.add(item);
  await full.settle(0);
  expect(full.written()).toEqual([['a', 'b'], ['c']]);
  await full.settle(1);
});

test('one statement runs at a time; items that arrive during it wait for another one', async () => {
  const { behind, settle, written } = setUp({ most: 2 });
  for (const item of ['a', 'b', 'c']) behind.add(item);
  await new Promise(setImmediate);
  for (const item of ['d', 'e']) behind.add(item);
  expect(written()).toEqual([['a', 'b']]);
  await settle(0);
  await settle(1);
  await settle(2);
  expect(written()).toEqual([['a', 'b'], ['c'], ['d', 'e']]);
});

test('items beyond the capacity or of a failed statement are lost and counted, and the next ones are written', async () => {
  const { behind, settle, written } = setUp({ capacity: 2 });
  for (const item of ['a', 'b', 'c']) behind.add(item);
  expect(behind.lost).toBe(1);
  const flushed = behind.flush();
  await settle(0, new Error('down'));
  await flushed;
  expect(behind.lost).toBe(3);
  behind.add('d');
  const again = behind.flush();
  await settle(1);
  await again;
  expect(written()).toEqual([['a', 'b'], ['d']]);
});

test('items with one key are merged, and wait again after a failure together with newer ones', async () => {
  const { behind, settle, written } = setUp({
    keyOf: (item) => item.slice(0, 1),
    merge: (one, other) => [one, other].toSorted()[1] ?? one,
    triesAgain: true,
  });
  for (const item of ['a1', 'a3', 'a2', 'b1']) behind.add(item);
  const flushed = behind.flush();
  await expect.poll(written).toEqual([['a3', 'b1']]);
  behind.add('a4');
  await settle(0, new Error('down'));
  await flushed;
  expect(behind.lost).toBe(0);
  const again = behind.flush();
  await settle(1);
  await again;
  expect(written()[1]?.toSorted()).toEqual(['a4', 'b1']);
});

test('waiting items are written at the end of the process, even after a running statement', async () => {
  const { behind, settle, written } = setUp({ most: 1 });
  const other = setUp();
  behind.add('a');
  behind.add('b');
  other.behind.add('c');
  const flushed = flushAll();
  await settle(0);
  await settle(1);
  await other.settle(0);
  await flushed;
  expect([...written(), ...other.written()]).toEqual([['a'], ['b'], ['c']]);
});

test('copies of a module share a queue of the same name', () => {
  const { behind } = setUp();
  expect(WriteBehind.named(`Words ${count}`, { afterMs: 1, write: async () => undefined })).toBe(behind);
});

test('no statement is part of the transaction of a caller', async () => {
  const transaction = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const write = async () => void seen.push(transaction.getStore());
  const late = WriteBehind.named<string>(`Words ${++count}`, { afterMs: 1, write });
  const full = WriteBehind.named<string>(`Words ${++count}`, { afterMs: 60_000, most: 1, write });
  transaction.run('open', () => {
    late.add('a');
    full.add('b');
  });
  await expect.poll(() => seen).toEqual([undefined, undefined]);
});
