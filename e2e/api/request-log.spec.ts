import { setImmediate as tick } from 'node:timers/promises';
import { database } from '#e2e/database.ts';
import { expect, test } from '#e2e/fixtures.ts';
import type { Tenant } from '#e2e/tenant.ts';
import { metrics } from '#lib/api/metrics.ts';
import { newId } from '#lib/id.ts';
import { disconnect } from '#lib/postgres/db.ts';
import { flushAll } from '#lib/postgres/write-behind.ts';
import { droppedRequests, logRequest } from '#lib/request-log/buffer.ts';

// Uses the buffer of this test process with the service's database.
const BATCH = 500;
const MAX_WAITING = 20_000;

test.describe.configure({ mode: 'default' });
test.afterAll(() => disconnect());

const call = ({ environmentId }: Tenant, status = 200) => ({
  environmentId,
  apiKeyId: newId(),
  userId: undefined,
  method: 'GET',
  path: '/api/v1/me',
  operationId: 'getMe',
  status,
  durationMs: 1.5,
  requestId: newId(),
  address: undefined,
  details: undefined,
});

const logged = async ({ environmentId }: Tenant) =>
  (await database().query('SELECT count(*)::int AS count FROM request_log WHERE environment_id = $1', [environmentId]))
    .rows[0].count;

test('without writes of the database, calls wait in memory up to a limit, and others are dropped and counted', async ({
  tenant,
}) => {
  const before = droppedRequests();
  const log = (count: number) => {
    for (let n = 0; n < count; n++) logRequest(call(tenant));
  };
  const holder = await database().connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE request_log IN SHARE MODE');
    log(BATCH);
    await tick();
    log(MAX_WAITING);
    expect(droppedRequests() - before).toBe(0);
    log(7);
    expect(droppedRequests() - before).toBe(7);
    expect(await logged(tenant)).toBe(0);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  await flushAll();
  expect(await logged(tenant)).toBe(BATCH + MAX_WAITING);
  expect(await metrics().registry.metrics()).toContain(`\nbelfry_request_log_dropped_total ${before + 7}\n`);
  log(1);
  await flushAll();
  expect(await logged(tenant), 'then it goes on').toBe(BATCH + MAX_WAITING + 1);
  expect(droppedRequests() - before).toBe(7);
});

test('a rejected batch is dropped and counted, and the next one is written', async ({ tenant }) => {
  const before = droppedRequests();
  const tooLarge = 2 ** 40;
  logRequest(call(tenant));
  logRequest(call(tenant, tooLarge));
  await flushAll();
  expect(droppedRequests() - before).toBe(2);
  logRequest(call(tenant));
  await flushAll();
  expect(await logged(tenant)).toBe(1);
});
