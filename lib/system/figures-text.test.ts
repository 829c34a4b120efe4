import { expect, test } from 'vitest';
import { bytesText, delayText, monthsText, signedBytes } from './figures-text.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [12_345_678, '12 MB'],
  [3_210_000_000, '3.2 GB'],
  [5e15, '5000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});

test('a growth has a sign', () => {
  expect([1_200_000, -300, 0].map(signedBytes)).toEqual(['+1.2 MB', '−300 B', '±0']);
});

test('a delay beyond the last bound is not shown as that bound', () => {
  expect([undefined, 0.012, 59.9, 60].map(delayText)).toEqual(['—', '12 ms', '60 s', 'over 1 min']);
});

test('months are a range, one month, or none', () => {
  const texts = [['2026-09', '2026-10', '2026-11'], ['2026-11'], []].map(monthsText);
  expect(texts).toEqual(['2026-09 to 2026-11', '2026-11', 'no month']);
});
