import { environmentManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#lib/api/query-client.ts';
import type { LiveState } from '#lib/live/client.ts';
import { newRunsQuery } from './new-runs-query.ts';

const UNTIL = Date.parse('2026-11-22T12:00:00.000Z');
const requests: string[] = [];
let hasMore: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: UNTIL });
  environmentManager.setIsServer(() => false);
  requests.length = 0;
  hasMore = false;
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path);
    return Response.json({ data: requests.map((_, n) => ({ _id: String(n) })), hasMore, page: 0, pageSize: 50 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  environmentManager.setIsServer(() => typeof window === 'undefined');
});

const optionsOf = (live: LiveState) => newRunsQuery('env', { status: ['failed'], page: 0, limit: 30 }, UNTIL, live);

test('new runs are read every 15 seconds without live updates, and never with them', async () => {
  const observer = new QueryObserver(createQueryClient(), optionsOf('connecting'));
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(14_900);
  expect(requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(requests).toHaveLength(1);
  const { searchParams } = new URL(requests[0] ?? '', 'http://belfry');
  expect(Object.fromEntries(searchParams)).toMatchObject({ status: 'failed', after: '2026-11-22T12:00:00.001Z' });
  expect(observer.getCurrentResult().data?.data).toHaveLength(1);
  observer.setOptions(optionsOf('live'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(requests).toHaveLength(1);
  observer.setOptions(optionsOf('off'));
  await vi.advanceTimersByTimeAsync(30_100);
  expect(requests).toHaveLength(3);
  stop();
});

test('the count of new runs stops at the largest number shown', async () => {
  hasMore = true;
  const observer = new QueryObserver(createQueryClient(), optionsOf('off'));
  const stop = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
  stop();
});
