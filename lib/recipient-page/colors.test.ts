import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testSeed } from '#testing/seed.ts';
import { contrast, pageColors } from './colors.ts';

test('every colour has readable text on it, and readable links in light and dark', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
  fc.assert(
    fc.property(color, (chosen) => {
      const { fill, onFill, light, dark } = pageColors(chosen);
      expect(fill).toBe(chosen);
      expect(contrast(fill, onFill)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#f7f7f5', '#ffffff']) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#151514', '#1f1f1d']) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
    }),
    { seed: testSeed(), numRuns: 2_000 },
  );
});

test('a colour that is readable stays as it is', () => {
  expect(pageColors('#1f5f4a')).toEqual({ fill: '#1f5f4a', onFill: '#ffffff', light: '#1f5f4a', dark: '#628f80' });
  expect(pageColors('#ffe000')).toMatchObject({ onFill: '#000000', dark: '#ffe000' });
});
