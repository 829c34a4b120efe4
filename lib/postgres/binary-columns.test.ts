import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { binaryColumns } from './binary-columns.ts';
import { query } from './db.ts';

ownScratchDatabase();

const text = fc.string({ unit: 'binary', maxLength: 300 }).map((each) => each.replaceAll('\0', ''));
const time = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true });
const whole = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });

const VALUES = {
  text,
  boolean: fc.boolean(),
  smallint: whole(16),
  int: whole(32),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  timestamptz: time,
  jsonb: fc.jsonValue().filter((value) => value !== null && !JSON.stringify(value).includes('\\u0000')),
  'text[]': fc.array(text, { maxLength: 4 }),
  'timestamptz[]': fc.array(time, { maxLength: 3 }),
};

const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[];
const COLUMNS = binaryColumns(2, Object.fromEntries(NAMES.map((type, index) => [`c${index}`, type])));

const row = fc.record(
  Object.fromEntries(NAMES.map((type, index) => [`c${index}`, fc.option<unknown>(VALUES[type], { nil: undefined })])),
);

test('rows arrive unchanged, with each type, with NULL, none and many', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
      const read = await query('binary-columns', `SELECT $1::int AS n, ${COLUMNS.select} FROM ${COLUMNS.from}`, [
        7,
        ...COLUMNS.parameters(rows),
      ]);
      const expected = rows.map((each) => ({
        n: 7,
        ...Object.fromEntries(COLUMNS.names.map((name) => [name, each[name] ?? null])),
      }));
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(expected)));
    }),
    { numRuns: 200 },
  );
});

test('a text can be longer than the reserved space', async () => {
  const { from, select, parameters } = binaryColumns(1, { c: 'text' });
  const texts = ['a', 'ü'.repeat(400_000), 'b'];
  const read = await query(
    'binary-columns-long',
    `SELECT ${select} FROM ${from}`,
    parameters(texts.map((c) => ({ c }))),
  );
  expect(read).toEqual(texts.map((c) => ({ c })));
});

test('characters that PostgreSQL cannot store become the replacement character', async () => {
  const { from, select, parameters } = binaryColumns(1, { c: 'text', d: 'jsonb' });
  const read = await query(
    'binary-columns-replaced',
    `SELECT ${select} FROM ${from}`,
    parameters([{ c: 'a\0b\ud800', d: 'a\0b\ud800' }]),
  );
  expect(read).toEqual([{ c: 'a\ufffdb\ufffd', d: 'a\ufffdb\ufffd' }]);
});

test('a number in a column of texts, as a provider may answer it, becomes its text', async () => {
  const { from, select, parameters } = binaryColumns(1, { c: 'text' });
  expect(await query('binary-columns-number', `SELECT ${select} FROM ${from}`, parameters([{ c: 42 }]))).toEqual([
    { c: '42' },
  ]);
});
