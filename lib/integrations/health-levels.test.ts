import { expect, test } from 'vitest';
import { healthLevel, rateText, successRate } from './health-levels.ts';

test.each([
  [undefined, 'unused'],
  [{ sent: 0, failed: 0, retried: 0 }, 'unused'],
  [{ sent: 98, failed: 2, retried: 0 }, 'healthy'],
  [{ sent: 97, failed: 3, retried: 0 }, 'troubled'],
  [{ sent: 9, failed: 1, retried: 0 }, 'troubled'],
  [{ sent: 89, failed: 11, retried: 0 }, 'failing'],
  [{ sent: 0, failed: 1, retried: 0 }, 'failing'],
  [{ sent: 0, failed: 0, retried: 5 }, 'retrying'],
  [{ sent: 99, failed: 1, retried: 5 }, 'healthy'],
  [{ sent: 99, failed: 1, retried: 5, unreachableSince: '2026-03-01T14:05:00.000Z' }, 'unreachable'],
] as const)('%o is %s', (counts, level) => {
  expect(healthLevel(counts)).toBe(level);
});

test('a rate is rounded, but never to 100%', () => {
  expect(rateText(successRate({ sent: 205, failed: 9 }) ?? 0)).toBe('95.8%');
  expect(rateText(1)).toBe('100%');
  expect(rateText(successRate({ sent: 999_999, failed: 1 }) ?? 0)).toBe('99.9%');
  expect(rateText(0)).toBe('0%');
});
