import { expect, test } from 'vitest';
import { NOW } from '#testing/run.ts';
import { nextRetry, RETRY_POLICY } from './retry.ts';

const MINUTE = 60_000;
const failed = (number: number, ageMs = 0, changes = {}) => ({
  jobId: `job-${number}`,
  attempt: {
    number,
    firstClaimedAt: NOW,
    seriesStartedAt: new Date(NOW.getTime() - ageMs),
    deaths: 0,
  },
  isCritical: false,
  now: NOW,
  ...changes,
});
const delayOf = (number: number) => (nextRetry(failed(number))?.readyAt.getTime() ?? Number.NaN) - NOW.getTime();

test('the pauses are 0 s, 5 s, 30 s, 5 min, 30 min, 2 h, 6 h and 15 h, each ± a fifth', () => {
  const decided = [0, 5_000, 30_000, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 900 * MINUTE];
  expect(RETRY_POLICY.delaysMs).toEqual(decided);
  decided.forEach((delay, at) => {
    const delays = Array.from({ length: 200 }, (_, job) => {
      const retry = nextRetry({ ...failed(at + 1), jobId: `job-${job}` });
      return (retry?.readyAt.getTime() ?? Number.NaN) - NOW.getTime();
    });
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(delay * 0.8 - 1);
    expect(Math.max(...delays)).toBeLessThanOrEqual(delay * 1.2 + 1);
    if (delay > 0) expect(new Set(delays).size).toBeGreaterThan(100);
  });
});

test('the same attempt has the same pause', () => {
  expect(delayOf(4)).toBe(delayOf(4));
});

test('the ninth attempt is the last', () => {
  expect(nextRetry(failed(8))).toBeDefined();
  expect(nextRetry(failed(9))).toBeUndefined();
});

test('critical workflows give up after 15 minutes', () => {
  const critical = { isCritical: true };
  expect(nextRetry(failed(4, 0, critical))).toBeDefined();
  expect(nextRetry(failed(4, 12 * MINUTE, critical))).toBeUndefined();
  expect(nextRetry(failed(5, 0, critical))).toBeUndefined();
  expect(nextRetry(failed(1, 14 * MINUTE, { ...critical, requestedWaitMs: 2 * MINUTE }))).toBeUndefined();
});

test('a wait that the provider requests does not count as an attempt, and has a limit', () => {
  const retry = nextRetry(failed(3, 0, { requestedWaitMs: 20_000 }));
  expect(retry).toEqual({ readyAt: new Date(NOW.getTime() + 20_000), attempts: 2, holdsChain: true });
  expect(nextRetry(failed(9, 0, { requestedWaitMs: 20_000 }))?.attempts).toBe(8);
  expect(nextRetry(failed(1, 37 * 60 * MINUTE, { requestedWaitMs: 20_000 }))).toBeUndefined();
  // A requested wait of zero seconds does not cause a busy loop.
  expect(nextRetry(failed(1, 0, { requestedWaitMs: 0 }))?.readyAt.getTime()).toBe(NOW.getTime() + 1000);
});

test('a provider that always requests a short wait is not called thousands of times', () => {
  let times = 0;
  for (let now = NOW; ; times++) {
    const attempt = { ...failed(1).attempt, seriesStartedAt: NOW };
    const retry = nextRetry({ ...failed(1), attempt, now, requestedWaitMs: 1_000 });
    if (!retry) break;
    now = retry.readyAt;
  }
  expect(times).toBeGreaterThan(20);
  expect(times).toBeLessThan(70);
});

test('only quick retries delay the next steps', () => {
  expect([1, 2, 3].map((number) => nextRetry(failed(number, 20_000))?.holdsChain)).toEqual([true, true, true]);
  expect(nextRetry(failed(4, 40_000))?.holdsChain).toBe(false);
});
