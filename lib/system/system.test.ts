import { beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { engineMetrics } from '#lib/engine/metrics/metrics.ts';
import { addTotals } from '#lib/engine/metrics/totals.ts';
import { recordMaintenance, recordMaintenanceFailure } from '#lib/engine/upkeep/last-maintenance.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { newId } from '#lib/id.ts';
import { execute, pool, prisma, query, transaction } from '#lib/postgres/db.ts';
import { recordTableSizes } from '#lib/postgres/table-sizes.ts';
import { usualOrigin } from '#lib/recipient-page/origin.ts';
import { sampleEnvironment, sampleIntegrations, sampleWorkflow, trigger } from '#testing/engine.ts';
import { ownScratchDatabase } from '#testing/own-database.ts';
import { readsOf } from '#testing/table-reads.ts';
import { SystemReport } from './schema.ts';
import { getSystemReport } from './service.ts';
import { systemText } from './text.ts';

ownScratchDatabase();

let ctx: Ctx;

beforeEach(async () => {
  ({ ctx } = await sampleEnvironment());
  await prisma().worker.deleteMany();
});

async function addWorker(silentMs: number): Promise<string> {
  const id = newId();
  const seenAt = new Date(Date.now() - silentMs);
  await prisma().worker.create({
    data: { id, lockKey: BigInt(Date.now()), startedAt: new Date(Date.now() - 60_000), seenAt },
  });
  return id;
}

async function failRequests(environmentId: string, count: number, hoursAgo = 0, status = 500): Promise<void> {
  const createdAt = new Date(Date.now() - hoursAgo * 3_600_000);
  const row = {
    environmentId,
    apiKeyId: 'key',
    method: 'POST',
    path: '/api/v1/events/trigger',
    durationMs: 1,
    createdAt,
  };
  await prisma().requestLogEntry.createMany({
    data: Array.from({ length: count }, () => ({
      ...row,
      ...{ id: newId(createdAt), operationId: 'triggerEvent', status, requestId: newId() },
    })),
  });
}

test('a new installation with a worker is healthy, and the report has its public shape', async () => {
  const id = await addWorker(500);
  const report = SystemReport.parse(await getSystemReport(ctx));
  expect(report.findings).toEqual([]);
  expect(report.level).toBe('ok');
  expect(report.workers).toMatchObject([{ _id: id, alive: true }]);
  expect(report.migrations).toEqual({ pending: [], unknown: [] });
  expect(report.address).toBe(usualOrigin());
  expect(report.versions.node).toBe(process.versions.node);
  expect(report.history.months.length).toBeGreaterThanOrEqual(4);
  for (const month of report.history.months) expect(month).toMatch(/^\d{4}-\d{2}$/);
  expect(report.encryption.keys).toEqual(['test']);
});

test('due work is shown by lane with its age, and a missing worker is red', async () => {
  const workflow = await sampleWorkflow(ctx, [{ type: 'sms', name: 'Text', controlValues: { body: 'Hello' } }]);
  await trigger(ctx, workflow, ['ann', 'bob']);
  const { environmentId } = ctx;
  await prisma().work.updateMany({ where: { environmentId }, data: { readyAt: new Date(Date.now() - 90_000) } });
  await addWorker(40_000);
  const report = await getSystemReport(ctx);
  expect(report.queue.map(({ lane, ready }) => [lane, ready])).toEqual([
    ['urgent', 0],
    ['normal', 2],
    ['fanout', 0],
  ]);
  expect(report.queue[1]?.oldestSeconds).toBeGreaterThanOrEqual(90);
  expect(report.level).toBe('bad');
  expect(report.findings[0]).toMatchObject({ code: 'no_worker', part: 'workers' });
  await prisma().work.deleteMany();
});

test('outages and failed requests are those of the organization, or of all without a caller', async () => {
  const other = (await sampleEnvironment()).ctx;
  for (const { environmentId } of [ctx, other]) {
    await sampleIntegrations({ ...ctx, environmentId } as Ctx, ['sms']);
    const { id: integrationId } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
    const at = new Date();
    await prisma().circuitBreaker.create({
      data: { environmentId, integrationId, openedAt: at, probeAt: at, words: 'canary' },
    });
    await prisma().hostBreaker.create({
      data: { environmentId, host: 'a.example', openedAt: at, probeAt: at, words: 'canary' },
    });
    await failRequests(environmentId, 2);
  }
  await failRequests(ctx.environmentId, 1, 2);
  await failRequests(ctx.environmentId, 1, 25);
  await failRequests(ctx.environmentId, 5, 0, 422);
  const own = await getSystemReport(ctx);
  expect(own.outages.map(({ kind, environment }) => [kind, environment._id])).toEqual([
    ['integration', ctx.environmentId],
    ['host', ctx.environmentId],
  ]);
  expect(own.requestErrors).toMatchObject({
    count: 3,
    lastHour: 2,
    capped: false,
    operations: [{ operationId: 'triggerEvent', count: 3 }],
  });
  expect(JSON.stringify(own)).not.toContain('canary');
  const all = await getSystemReport();
  expect(all.outages.length).toBeGreaterThanOrEqual(4);
  expect(all.requestErrors.count).toBeGreaterThanOrEqual(5);
  await prisma().circuitBreaker.deleteMany();
  await prisma().hostBreaker.deleteMany();
});

test('an integration retries its newest message until a newer one is sent', async () => {
  const { environmentId } = ctx;
  await sampleIntegrations(ctx, ['sms']);
  const integration = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  await prisma().integration.updateMany({ where: { environmentId }, data: { sandbox: false } });
  const count = (minutesAgo: number, sent: number, retried: number) => {
    const minute = new Date(Date.now() - minutesAgo * 60_000);
    return prisma().integrationStat.create({
      data: { environmentId, integrationId: integration.id, minute, sent, failed: 0, retried },
    });
  };
  await count(9, 4, 1);
  expect((await getSystemReport(ctx)).retrying).toEqual([]);
  await count(5, 0, 4);
  const { retrying, findings } = await getSystemReport(ctx);
  expect(retrying).toMatchObject([{ _integrationId: integration.id, environment: { _id: environmentId } }]);
  expect(findings.map(({ code }) => code)).toContain('integration_retrying');
  await count(3, 1, 0);
  expect((await getSystemReport(ctx)).retrying).toEqual([]);
});

test('delays of the last day are quantiles by hour', async () => {
  await execute('DELETE FROM start_delays');
  await addTotals();
  for (const delay of [30, 30, 30, 90_000]) engineMetrics.countStart(delay);
  await addTotals();
  await execute(`INSERT INTO start_delays SELECT hour - interval '25 hours', at_most_seconds, jobs FROM start_delays`);
  const { delays } = await getSystemReport(ctx);
  expect(delays).toHaveLength(1);
  expect(delays[0]).toMatchObject({ jobs: 4, p95: 60, p99: 60 });
  expect(delays[0]?.p50).toBeGreaterThan(0.025);
  expect(delays[0]?.p50).toBeLessThanOrEqual(0.05);
});

test('sizes include partitions, and growth is measured from the earliest day of the last week', async () => {
  await recordTableSizes();
  await recordTableSizes();
  const { database } = await getSystemReport(ctx);
  expect(database.tables).toHaveLength(10);
  expect(database.tables.map(({ name }) => name)).toContain('messages');
  expect(database.tables.map(({ name }) => name).join()).not.toMatch(/_20\d\d|default/);
  expect(database.tables[0]?.growth).toBeUndefined();
  await execute(`UPDATE table_sizes SET day = day - interval '3 days', bytes = bytes - 1000`);
  const grown = (await getSystemReport(ctx)).database.tables[0];
  expect(grown?.growth?.bytes).toBe(1000);
  expect(Date.now() - Date.parse(grown?.growth?.since ?? '')).toBeGreaterThan(2 * 86_400_000);
});

test('the last maintenance and its failure are stored', async () => {
  await addWorker(0);
  await recordMaintenance({ ...(await maintain()), workRestored: 0, durationMs: 5 });
  expect((await getSystemReport(ctx)).maintenance.last).toMatchObject({ durationMs: 5, workRestored: 0 });
  await recordMaintenanceFailure(new Error('canceling statement'), new Date(Date.now() + 1000));
  const report = await getSystemReport(ctx);
  expect(report.findings).toMatchObject([{ code: 'maintenance_failed', level: 'bad' }]);
  await prisma().setting.deleteMany({ where: { key: { startsWith: 'maintenance' } } });
});

test('values of a key outside ENCRYPTION_KEYS and pending migrations are counted', async () => {
  await addWorker(0);
  await sampleIntegrations(ctx, ['email']);
  const { environmentId } = ctx;
  const { id } = await prisma().integration.findFirstOrThrow({ where: { environmentId } });
  await prisma().integration.updateMany({
    where: { environmentId, id },
    data: { credentials: { apiKey: { $sealed: 'v1.lost.a.b.c' }, from: 'a@b.example' } },
  });
  await execute(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '20261120000000_init'`);
  const { findings, migrations, encryption } = await getSystemReport(ctx);
  expect(encryption.values).toContainEqual({ key: 'lost', count: 1 });
  expect(migrations.pending).toEqual(['20261120000000_init']);
  expect(findings.map(({ code }) => code)).toEqual(['migrations_pending', 'encryption_key_missing']);
  await execute('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  await prisma().integration.deleteMany({ where: { environmentId } });
});

test('a database of an older version is reported with the command', async () => {
  await execute('ALTER TABLE table_sizes RENAME TO table_sizes_moved');
  await execute(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = '20261120000000_init'`);
  await expect(getSystemReport(ctx)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('npm run db:migrate'),
  });
  await execute('UPDATE _prisma_migrations SET rolled_back_at = NULL');
  await execute('ALTER TABLE table_sizes_moved RENAME TO table_sizes');
});

test('the report does not read a hundred thousand jobs and requests', async () => {
  const { environmentId } = ctx;
  await query(
    'test-fill-work',
    `INSERT INTO work (environment_id, job_id, notification_id, lane, ready_at)
     SELECT $1, lpad(n::text, 24, 'a'), lpad(n::text, 24, 'a'), 1, now() + interval '1 day' FROM generate_series(1, 100000) n`,
    [environmentId],
  );
  await query(
    'test-fill-requests',
    `INSERT INTO request_log (environment_id, id, api_key_id, method, path, status, duration_ms, request_id, created_at)
     SELECT $1, $2 || lpad(to_hex(n), 8, '0'), 'key', 'GET', '/', 200, 1, 'request', now() FROM generate_series(1, 100000) n`,
    [environmentId, newId().slice(0, 16)],
  );
  await failRequests(environmentId, 3);
  await pool().query('VACUUM ANALYZE work, request_log');
  await getSystemReport(ctx);
  const reads = await transaction(() => readsOf(() => getSystemReport(ctx)));
  expect(reads.get('work')?.rows ?? 0).toBeLessThan(10);
  expect(reads.get('request_log')?.rows ?? 0).toBeLessThan(10);
  const began = performance.now();
  await getSystemReport(ctx);
  expect(performance.now() - began).toBeLessThan(1000);
});

test('the text for the terminal has each problem with its fix', async () => {
  const text = systemText(await getSystemReport(ctx));
  expect(text).toContain('✗ Nothing is delivered: no worker is running\n  Start a worker: `npm start`');
  expect(text).toMatch(/^Queue +urgent: 0 ready\n +normal: 0 ready\n/m);
  expect(text).toMatch(/^Database +[\d.]+ MB/m);
});
