import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#lib/api/errors.ts';
import { limitInboxSessions } from './limit.ts';

const shared = globalThis as { belfryRateLimits?: unknown };
const take = vi.fn();
/** Keys of buckets that are empty. */
const empty = new Set<string>();

beforeEach(() => {
  empty.clear();
  take
    .mockReset()
    .mockImplementation(async (key: string) => ({ allowed: !empty.has(key), remaining: 0, waitSeconds: 2.5 }));
  shared.belfryRateLimits = { take };
});

const accepted = async () => 'session';
const refused = async () => Promise.reject(new ApiError('bad_request', 'The hash is wrong'));
const keys = () => take.mock.calls.map(([key]) => key);

test('an accepted session counts against the ceiling of its address only', async () => {
  empty.add('inbox-refused 10.0.0.1');
  expect(await limitInboxSessions('10.0.0.1', accepted)).toBe('session');
  expect(keys()).toEqual(['inbox 10.0.0.1']);
});

test('a refused session counts, and is answered by 429 after too many', async () => {
  await expect(limitInboxSessions('10.0.0.1', refused)).rejects.toMatchObject({ status: 400 });
  expect(keys()).toEqual(['inbox 10.0.0.1', 'inbox-refused 10.0.0.1']);
  empty.add('inbox-refused 10.0.0.1');
  await expect(limitInboxSessions('10.0.0.1', refused)).rejects.toMatchObject({
    status: 429,
    headers: { 'retry-after': '3' },
  });
  await expect(limitInboxSessions('10.0.0.2', refused)).rejects.toMatchObject({ status: 400 });
});

test('over the ceiling nothing begins; an IPv6 address counts by its network, and errors of Belfry do not count', async () => {
  empty.add('inbox 2001:db8:1:2::/64');
  const begin = vi.fn(accepted);
  await expect(limitInboxSessions('2001:db8:1:2::7', begin)).rejects.toMatchObject({ status: 429 });
  expect(begin).not.toHaveBeenCalled();
  take.mockClear();
  const broken = () => Promise.reject(new Error('connection lost'));
  await expect(limitInboxSessions(undefined, broken)).rejects.toThrow('connection lost');
  expect(keys()).toEqual(['inbox unknown']);
});
