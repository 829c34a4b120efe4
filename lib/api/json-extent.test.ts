import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { jsonExtent } from './json-extent.ts';

const ANY = { items: Number.POSITIVE_INFINITY, numbers: Number.POSITIVE_INFINITY };
const measured = (text: string, most = ANY) => jsonExtent(new TextEncoder().encode(text), most);

/** Maximum processor time in milliseconds. */
const LIMIT = 100;

test.each([
  ['1', 1, 0, 0],
  ['[1,2,3]', 2, 2, 1],
  ['[1, -2,\n 3.5 ,[]]', 4, 2, 2],
  ['{"a":1,"b":[{}]}', 7, 0, 3],
  ['["[{,:\\"]","\\\\",1]', 3, 1, 1],
  ['["ä{:,€"]', 2, 0, 1],
])('%s', (text, items, numbers, depth) => {
  expect(JSON.parse(text)).toBeDefined();
  expect(measured(text)).toEqual({ items, numbers, depth });
});

test.each(['', '"', '"\\', ']]]', '"a\\"', '{"a', '1,', '1, '])('ends for %j, which is not JSON', (text) => {
  expect(measured(text).items).toBeLessThan(10);
});

test('never counts less than a body contains', () => {
  const value = { a: [1, 'x', null, {}, []], b: { c: { d: '{' } }, '"': true };
  let items = 0;
  JSON.parse(JSON.stringify(value), function count(this: unknown, _key, each) {
    items += Array.isArray(this) ? 1 : 2;
    return each;
  });
  const { items: counted, numbers } = measured(JSON.stringify(value));
  expect(counted + numbers).toBeGreaterThanOrEqual(items - 1);
});

test('ends at the limit', () => {
  expect(measured('[[[[1,2,3]]]]', { items: 3, numbers: 9 })).toMatchObject({ items: 4, numbers: 0 });
  expect(measured('[1,2,3,4,5,6]', { items: 9, numbers: 2 })).toMatchObject({ numbers: 3 });
});

test.each([
  ['numbers', `[${'1,'.repeat(1_000_000)}1]`],
  ['texts', `[${'"1",'.repeat(1_000_000)}1]`],
  ['blanks', `[1,${' '.repeat(4_000_000)}1]`],
  ['one text', `"${'x'.repeat(4_000_000)}"`],
  ['escapes', `"${'\\"'.repeat(2_000_000)}"`],
  ['levels', '['.repeat(4_000_000)],
])('measures megabytes of %s in milliseconds', async (_, text) => {
  const bytes = new TextEncoder().encode(text);
  expect(await leastProcessorTime(LIMIT, () => jsonExtent(bytes, ANY))).toBeLessThan(LIMIT);
});
