import { expect, test } from 'vitest';
import { BatchedWrites } from './batched-writes.ts';

type Statement = { rows: string[]; end: PromiseWithResolvers<string[]> };

/** Rows are words; their first letter is the key. Statements end when the test says so. */
function setUp() {
  const statements: Statement[] = [];
  const idle: number[] = [];
  const writes = new BatchedWrites<string, string>({
    keyOf: (row) => row.slice(0, 1),
    write: (rows) => {
      const end = Promise.withResolvers<string[]>();
      statements.push({ rows, end });
      return end.promise;
    },
    onIdle: () => idle.push(statements.length),
  });
  const finish = async (...numbers: number[]) => {
    for (const number of numbers) statements[number]?.end.resolve(statements[number].rows.map((row) => `${row}!`));
    await new Promise(setImmediate);
  };
  return { writes, statements, idle, finish, rows: () => statements.map(({ rows }) => rows) };
}

test('a row alone is written at once; what arrives while four statements run goes into the next one', async () => {
  const { writes, finish, rows, idle } = setUp();
  const results = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => writes.write(row));
  expect(rows()).toEqual([['a'], ['b'], ['c'], ['d']]);
  await finish(1);
  expect(rows()[4]).toEqual(['e', 'f', 'g']);
  await finish(0, 2, 3);
  expect(idle).toEqual([]);
  await finish(4);
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!', 'g!']);
  expect(idle).toEqual([5]);
});

test('rows with the same key follow one another in different statements', async () => {
  const { writes, finish, rows } = setUp();
  const results = ['a1', 'b1', 'c1', 'd1', 'e1', 'e2', 'f1', 'e3'].map((row) => writes.write(row));
  await finish(0);
  expect(rows()[4]).toEqual(['e1', 'f1']);
  await finish(1, 2, 3, 4);
  await finish(5, 6);
  expect(rows().slice(5)).toEqual([['e2'], ['e3']]);
  expect(await Promise.all(results)).toHaveLength(8);
});

test('a statement has fifty rows at most', async () => {
  const { writes, finish, rows } = setUp();
  const letters = Array.from({ length: 4 + 60 }, (_, n) => String.fromCharCode(200 + n));
  const results = letters.map((row) => writes.write(row));
  await finish(0);
  expect(rows()[4]).toHaveLength(50);
  await finish(1, 2, 3, 4);
  expect(rows()[5]).toHaveLength(10);
  await finish(5);
  expect(await Promise.all(results)).toEqual(letters.map((row) => `${row}!`));
});

test('when a statement fails, each of its rows is written alone, and fails alone', async () => {
  const { writes, statements, finish, rows, idle } = setUp();
  const results = Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => writes.write(row)));
  await finish(0);
  statements[4]?.end.reject(new Error('one of them'));
  await finish(1, 2, 3);
  expect(rows().slice(5)).toEqual([['e'], ['f'], ['g']]);
  statements[6]?.end.reject(new Error('this one'));
  await finish(5, 7);
  const outcomes = await results;
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, n) => (n === 5 ? 'rejected' : 'fulfilled')));
  expect(idle).toEqual([8]);
});
