import { expect, test } from 'vitest';
import { Batches } from './batches.ts';

type Statement = { rows: string[]; end: PromiseWithResolvers<string[]> };

/** Creates batches whose rows are words, grouped by their first letter. Statements end when the test allows it. */
function setUp(changes: Partial<ConstructorParameters<typeof Batches<string, string>>[0]> = {}) {
  const statements: Statement[] = [];
  const writes = new Batches<string, string>({
    keyOf: (row) => row.slice(0, 1),
    write: (rows) => {
      const end = Promise.withResolvers<string[]>();
      statements.push({ rows: [...rows], end });
      return end.promise;
    },
    most: 50,
    writers: { ofGroup: 4 },
    writesAloneAfterFailure: true,
    ...changes,
  });
  const finish = async (...numbers: number[]) => {
    for (const number of numbers) statements[number]?.end.resolve(statements[number].rows.map((row) => `${row}!`));
    await new Promise(setImmediate);
  };
  return { writes, statements, finish, rows: () => statements.map(({ rows }) => rows) };
}

test('a single row is written immediately, and rows that arrive during four statements share the next one', async () => {
  const { writes, finish, rows } = setUp();
  const results = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => writes.write(row));
  expect(rows()).toEqual([['a'], ['b'], ['c'], ['d']]);
  await finish(1);
  expect(rows()[4]).toEqual(['e', 'f', 'g']);
  await finish(0, 2, 3);
  await finish(4);
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!', 'g!']);
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

test('a statement has at most fifty rows', async () => {
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

test('each row of a failed statement is written separately, and fails separately', async () => {
  const { writes, statements, finish, rows } = setUp();
  const results = Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((row) => writes.write(row)));
  await finish(0);
  statements[4]?.end.reject(new Error('one of them'));
  await finish(1, 2, 3);
  expect(rows().slice(5)).toEqual([['e'], ['f'], ['g']]);
  statements[6]?.end.reject(new Error('this one'));
  await finish(5, 7);
  const outcomes = await results;
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, n) => (n === 5 ? 'rejected' : 'fulfilled')));
});

test('without separate writes, all rows of a failed statement fail, and the next statement runs', async () => {
  const { writes, statements, finish, rows } = setUp({ writesAloneAfterFailure: false, writers: { all: 1 } });
  const results = Promise.allSettled(['a', 'b', 'c', 'b'].map((row) => writes.write(row)));
  await finish(0);
  statements[1]?.end.reject(new Error('down'));
  await new Promise(setImmediate);
  expect(rows()).toEqual([['a'], ['b', 'c'], ['b']]);
  await finish(2);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
});

const byGroup = { groupOf: (row: string) => row.slice(0, 1), keyOf: (row: string) => row };

test('groups have separate statements, a limit for each and one for all, and take turns', async () => {
  const { writes, finish, rows } = setUp({ ...byGroup, most: 2, writers: { ofGroup: 2, all: 3 } });
  const results = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'c2', 'b2'].map((row) => writes.write(row));
  expect(rows()).toEqual([['a1'], ['a2'], ['b1']]);
  await finish(2);
  expect(rows()[3]).toEqual(['c1', 'c2']);
  await finish(3);
  expect(rows()[4]).toEqual(['b2']);
  await finish(0);
  expect(rows()[5]).toEqual(['a3', 'a4']);
  await finish(1, 4, 5);
  await finish(6);
  expect(rows().slice(6)).toEqual([['a5']]);
  expect(await Promise.all(results)).toHaveLength(9);
});

test.each(['turn', 2] as const)('waiting rows (%s) share a statement, and a full one does not wait', async (gather) => {
  const { writes, finish, rows } = setUp({ ...byGroup, most: 3, gather });
  const results = ['a1', 'a2', 'b1', 'b2', 'b3'].map((row) => writes.write(row));
  // When one group fills a statement, the waiting items of all groups are written.
  expect(rows()).toEqual([
    ['a1', 'a2'],
    ['b1', 'b2', 'b3'],
  ]);
  results.push(writes.write('a3'), writes.write('a4'));
  expect(rows()).toHaveLength(2);
  await expect.poll(rows).toHaveLength(3);
  expect(rows()[2]).toEqual(['a3', 'a4']);
  await finish(0, 1, 2);
  expect(await Promise.all(results)).toHaveLength(7);
});

test('items that arrive during a statement are written by the next one, without another wait', async () => {
  const { writes, finish, rows } = setUp({ gather: 60_000, most: 2, writers: { all: 1 } });
  const results = ['a', 'b', 'c'].map((row) => writes.write(row));
  expect(rows()).toEqual([['a', 'b']]);
  await finish(0);
  expect(rows()[1]).toEqual(['c']);
  await finish(1);
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!']);
});
