import { expect, test } from 'vitest';
import { at, rangesOf } from './volume-bars.ts';
import { choiceText, peakText } from './volume-text.ts';

const from = '2026-11-22T00:00:00.000Z';
const bucketMs = 12 * 3_600_000;
const buckets = [
  { from, total: 32, failed: 1 },
  { from: '2026-11-22T12:00:00.000Z', total: 589, failed: 0 },
];
const range = { from: Date.parse(from), to: Date.parse(from) + 2 * bucketMs };
const volume = { from, bucketMs, buckets, total: 621, failed: 1, range };

test('the text of the highest bar counts all runs, not only failed ones', () => {
  expect(peakText(volume)).toBe('Busiest 12 h: 589 runs');
});

test('the end of a selected bar names the day only if the day differs from the start', () => {
  const text = (index: number) => choiceText(volume, rangesOf(volume), at(index), 'UTC');
  expect(text(0)).toBe('22 Nov, 00:00 to 12:00: 32 runs, 1 of them failed');
  expect(text(1)).toBe('22 Nov, 12:00 to 23 Nov, 00:00: 589 runs');
});
