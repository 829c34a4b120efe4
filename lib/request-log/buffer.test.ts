import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { logRequest, type RequestRecord } from './buffer.ts';

/** The number of rows of each insert. */
const inserts: number[] = [];
vi.mock('#lib/postgres/db.ts', () => ({
  query: async (_name: string, _text: string, [ids]: [string[]]) => {
    inserts.push(ids.length);
    await sleep(5);
  },
}));

const record: RequestRecord = {
  environmentId: 'environment',
  apiKeyId: 'key',
  method: 'GET',
  path: '/api/v2/subscribers',
  operationId: 'searchSubscribers',
  status: 200,
  durationMs: 1,
  requestId: 'request',
  address: undefined,
};

test('calls that arrive during an insert wait for a batch of their own', async () => {
  for (let count = 0; count < 2600; count += 10) {
    for (let i = 0; i < 10; i++) logRequest(record);
    await sleep(1);
  }
  await flushAll();
  expect(inserts.reduce((sum, rows) => sum + rows, 0)).toBe(2600);
  expect(Math.max(...inserts)).toBe(500);
  expect(inserts.length).toBeLessThanOrEqual(12);
});
