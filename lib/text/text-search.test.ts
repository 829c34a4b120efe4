import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastProcessorTime } from '#testing/processor-time.ts';
import { containsText, indexOfText, replaceText } from './text-search.ts';

const letters = (most: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: most });
/** Pairs of a long, repetitive text of few letters and a text to search for, which the long text often contains. */
const pair = fc
  .tuple(letters(8), letters(8), fc.integer({ min: 0, max: 40 }), letters(40))
  .map(([a, b, count, end]) => {
    const part = `${a.repeat(6)}${b}${a.repeat(3)}`;
    return {
      part,
      text: `${a.repeat(count)}${part.slice(1)}${b.repeat(count)}${count % 3 ? part : ''}${end}${part}${part}`,
    };
  });

test('the search finds and replaces the same texts as the runtime', () => {
  fc.assert(
    fc.property(pair, ({ part, text }) => {
      expect(indexOfText(text, part)).toBe(text.indexOf(part));
      expect(indexOfText(text, part, 7)).toBe(text.indexOf(part, 7));
      expect(containsText(text, `${part}x`)).toBe(false);
      if (part !== '') expect(replaceText(text, part, '$&')).toBe(text.replaceAll(part, () => '$&'));
    }),
  );
});

test('the search is fast for a text that takes the runtime half a minute', async () => {
  const text = 'a'.repeat(500_000);
  const part = `${'a'.repeat(50_000)}b${'a'.repeat(50_000)}`;
  expect(containsText(text, part)).toBe(false);
  expect(replaceText(text, part, '')).toBe(text);
  expect(await leastProcessorTime(50, () => containsText(text, part))).toBeLessThan(50);
  expect(await leastProcessorTime(50, () => replaceText(text, part, ''))).toBeLessThan(50);
});
