import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { logRequest, type RequestRecord } from './buffer.ts';

/** The number of rows of each insert. */
const inserts: number[] = [];
/** The number of rows of each statement that counts calls. */
const counts: number[] = [];
vi.mock('#lib/postgres/db.ts', () => ({
  transaction: (work: () => Promise<void>) => work(),
  query: async (name: string, _text: string, [ids]: [string[]]) => {
    (name === 'request-log-count' ? counts : inserts).push(ids.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
  },
}));

const record: RequestRecord = {
  environmentId: 'environment',
  apiKeyId: 'key',
  userId: undefined,
  method: 'GET',
  path: '/api/v2/subscribers',
  operationId: 'searchSubscribers',
  status: 200,
  durationMs: 1,
  requestId: 'request',
  address: undefined,
  details: undefined,
};

// With the real clock, a busy machine would write smaller batches, because a second passes before a batch is full.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('calls that arrive during an insert wait for a batch of their own', async () => {
  for (let count = 0; count < 2600; count += 10) {
    for (let i = 0; i < 10; i++) logRequest(record);
    await vi.advanceTimersByTimeAsync(1);
  }
  const written = flushAll();
  await vi.runAllTimersAsync();
  await written;
  expect(inserts.reduce((sum, rows) => sum + rows, 0)).toBe(2600);
  expect(counts, 'each batch is counted').toEqual(inserts);
  expect(Math.max(...inserts)).toBe(500);
  expect(inserts.length).toBeLessThanOrEqual(12);
});
