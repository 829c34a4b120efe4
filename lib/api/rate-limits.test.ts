import { expect, test } from 'vitest';
import { parseRateLimits } from './rate-limits.ts';

test.each(['false', '0'])('%s sets no limit', (text) => {
  expect(parseRateLimits(text)).toBe(false);
});

test('pairs replace the defaults, and omitted limits keep the default', () => {
  const standard = parseRateLimits('true');
  expect(parseRateLimits('trigger=7, global=9')).toEqual({ ...(standard as object), trigger: 7, global: 9 });
});

test.each(['', 'yes', 'trigger', 'trigger=0', 'trigger=-1', 'other=5', '__proto__=5', 'trigger=1;global=2'])(
  'rejects "%s"',
  (text) => {
    expect(parseRateLimits(text)).toBeUndefined();
  },
);
