import { afterEach, expect, test, vi } from 'vitest';
import { callInTurn } from './call-in-turn.ts';

afterEach(() => void vi.useRealTimers());

test('many listeners are called over several tasks, each once, except removed ones', () => {
  vi.useFakeTimers();
  const called: number[] = [];
  const listeners = new Set(Array.from({ length: 100 }, (_, at) => () => void called.push(at)));
  const [first, ...others] = listeners;
  callInTurn(listeners);
  const atOnce = called.length;
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(30);
  const left = others.at(-1);
  if (first) listeners.delete(first);
  if (left) listeners.delete(left);
  vi.runAllTimers();
  expect(called).toEqual(Array.from({ length: 99 }, (_, at) => at));
});

test('a few listeners are called immediately', () => {
  const called: string[] = [];
  callInTurn(new Set([() => void called.push('a'), () => void called.push('b')]));
  expect(called).toEqual(['a', 'b']);
});
