import { expect, test } from 'vitest';
import { etagOf, ifMatchOf, isStale, tagged } from './etag.ts';

test.each([undefined, '*', ' * ', '"7"', '"6", "7"', ' "7" '])('If-Match %j is current for version 7', (ifMatch) => {
  expect(isStale(ifMatch, 7)).toBe(false);
});

test.each(['', '"6"', '7', 'W/"7"', '"6", "8"', '"7'])('If-Match %j is stale for version 7', (ifMatch) => {
  expect(isStale(ifMatch, 7)).toBe(true);
});

test('a tagged body carries its version', () => {
  expect(tagged({ a: 1 }, 3)).toMatchObject({ text: '{"a":1}', headers: { etag: etagOf(3) } });
  expect(ifMatchOf(new Request('http://x', { headers: { 'if-match': '"3"' } }))).toBe('"3"');
  expect(ifMatchOf(new Request('http://x'))).toBeUndefined();
});
