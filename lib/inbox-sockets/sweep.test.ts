import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { InboxConnection } from './connection.ts';
import { Sweep } from './sweep.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a connection that counts its pings and its ends. */
function connection(isWaiting: boolean) {
  const counted = { isWaiting, pings: 0, terminated: 0 };
  return Object.assign(counted, {
    ping: () => {
      counted.pings += 1;
    },
    terminate: () => {
      counted.terminated += 1;
    },
  });
}

const added = (sweep: Sweep, isWaiting = false) => {
  const counted = connection(isWaiting);
  sweep.add(counted as unknown as InboxConnection);
  return counted;
};

test('each connection is pinged once in 25 s, and they share the seconds', () => {
  const sweep = new Sweep();
  const all = Array.from({ length: 100 }, () => added(sweep));
  vi.advanceTimersByTime(1_000);
  expect(all.reduce((sum, { pings }) => sum + pings, 0)).toBe(4);
  vi.advanceTimersByTime(24_000);
  expect(all.map(({ pings }) => pings)).toEqual(Array(100).fill(1));
  vi.advanceTimersByTime(50_000);
  expect(all.map(({ pings }) => pings)).toEqual(Array(100).fill(3));
  expect(sweep.size).toBe(100);
});

test('a connection that has opened nothing ends after 5 s', () => {
  const sweep = new Sweep();
  const [silent, quick] = [added(sweep, true), added(sweep, true)];
  vi.advanceTimersByTime(4_900);
  quick.isWaiting = false;
  expect(silent.terminated).toBe(0);
  vi.advanceTimersByTime(1_200);
  expect([silent.terminated, quick.terminated]).toEqual([1, 0]);
});

test('removed connections are forgotten, and the timer stops with the last one', () => {
  const sweep = new Sweep();
  const gone = added(sweep, true);
  expect(vi.getTimerCount()).toBe(1);
  sweep.remove(gone as unknown as InboxConnection);
  expect([...sweep]).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect([gone.pings, gone.terminated, vi.getTimerCount()]).toEqual([0, 0, 0]);
  const next = added(sweep);
  vi.advanceTimersByTime(25_000);
  expect(next.pings).toBe(1);
});
