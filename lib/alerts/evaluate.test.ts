import { expect, test } from 'vitest';
import { evaluate, nextTry, SETTLE_MS } from './evaluate.ts';

const NOW = new Date('2026-11-27T10:00:00.000Z');
const ago = (ms: number) => ({ heldAt: new Date(NOW.getTime() - ms) });

test.each([
  ['holds', undefined, 'raise'],
  ['clear', undefined, 'wait'],
  ['unclear', undefined, 'wait'],
  ['holds', ago(60_000), 'keep'],
  ['unclear', ago(86_400_000), 'wait'],
  ['clear', ago(SETTLE_MS - 1), 'wait'],
  ['clear', ago(SETTLE_MS), 'resolve'],
] as const)('%s, open: %j → %s', (verdict, open, decision) => {
  expect(evaluate({ verdict }, open, NOW)).toBe(decision);
});

test('a notice is retried after increasing pauses of at most an hour', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 50].map(
    (attempts) => (nextTry(attempts, NOW).getTime() - NOW.getTime()) / 60_000,
  );
  expect(minutes).toEqual([1, 2, 5, 15, 30, 60, 60, 60]);
});
