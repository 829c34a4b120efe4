import { expect, test } from 'vitest';
import { parseRateLimits } from './rate-limits.ts';

test.each(['false', '0'])('%s is no limit', (text) => {
  expect(parseRateLimits(text)).toBe(false);
});

test('pairs replace the standard, what is left out stays', () => {
  const standard = parseRateLimits('true');
  expect(parseRateLimits('trigger=7, global=9')).toEqual({ ...(standard as object), trigger: 7, global: 9 });
});

test.each(['', 'yes', 'trigger', 'trigger=0', 'trigger=-1', 'other=5', '__proto__=5', 'trigger=1;global=2'])(
  'refuses "%s"',
  (text) => {
    expect(parseRateLimits(text)).toBeUndefined();
  },
);
