import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';
import { encryptionKeyIds } from '#lib/crypto.ts';
import { countDue } from '#lib/engine/queue/everywhere.ts';
import { LANES } from '#lib/engine/queue/work.ts';
import { readLastMaintenance } from '#lib/engine/upkeep/last-maintenance.ts';
import { idFloor } from '#lib/id.ts';
import { readLastRotation } from '#lib/key-rotation/last-rotation.ts';
import { prisma, replicaState } from '#lib/postgres/db.ts';
import { databaseProblem } from '#lib/postgres/db-error.ts';
import { migrationNames } from '#lib/postgres/migration-names.ts';
import { earlierSizes, largestTables } from '#lib/postgres/table-sizes.ts';
import { usualOrigin } from '#lib/recipient-page/origin.ts';
import { counted } from '#lib/text/counted.ts';
import { HOUR_MS } from '#lib/time/durations.ts';
import { ownVersion } from '#lib/version.ts';
import { SEEN_WITHIN_MS } from '#lib/workers/service.ts';
import { delayQuantile } from './delay-quantiles.ts';
import { findingsOf } from './findings.ts';
import { openOutages, retryingIntegrations } from './outages.ts';
import {
  appliedMigrations,
  COUNT_CAP,
  completeMonths,
  countSealed,
  countStray,
  databaseState,
  failedOperations,
} from './query.ts';
import type { DelayHour, SystemFacts, SystemReport } from './schema.ts';

const HOURS = 24;
const LARGEST = 10;
/** A table or column that a pending migration would create. */
const NOT_YET = ['42P01', '42703'];

/**
 * Returns the state of the installation, with its problems and their fixes. Outages and request errors are limited to
 * the caller’s organization. Without a caller (`npm run doctor`), all organizations are included.
 *
 * The report takes less than 100 ms of the database even with tens of millions of rows, because no statement reads a
 * growing table completely. The statements run one after another, so that a request never occupies several connections:
 * - time, version, read-only state, replication and size of the database: functions and views of PostgreSQL
 * - `_prisma_migrations`, `workers`, `settings`, `environments`, `table_sizes`, `start_delays`: a few rows by key
 * - `work`: the skip scan of the metrics over `work_ready`, up to 10,000 due rows for each environment and lane
 * - `circuit_breakers` and `host_breakers`: rows exist while an outage is open
 * - `integration_stats`: the counts by minute of the last 24 hours
 * - sizes, partitions and numbers of rows: the catalogue and its estimates
 * - default partitions: up to 1,000 rows for each table, usually none
 * - sealed values: up to 2,000 rows of each table
 * - `request_log`: the partial index of failed requests, up to 1,000 for each environment
 *
 * @throws ApiError 503 if the database lacks migrations that the report needs.
 */
export async function getSystemReport(ctx?: Ctx): Promise<SystemReport> {
  const applied = await appliedMigrations();
  const pending = migrationNames().filter((name) => !applied.includes(name));
  const unknown = applied.filter((name) => !migrationNames().includes(name));
  try {
    const facts = await readFacts(ctx, { pending, unknown });
    const findings = findingsOf(facts);
    return { ...facts, level: findings[0]?.level ?? 'ok', findings };
  } catch (error) {
    if (pending.length === 0 || !NOT_YET.includes(databaseProblem(error)?.code ?? '')) throw error;
    const message = `The database lacks ${counted(pending.length, 'migration')}: run npm run db:migrate, or restart with npm start.`;
    throw new ApiError('unavailable', message, { cause: error });
  }
}

async function readFacts(ctx: Ctx | undefined, migrations: SystemFacts['migrations']): Promise<SystemFacts> {
  const before = Date.now();
  const { now, version, readOnly, bytes, standbys, synchronous } = await databaseState();
  const readReplica = await replicaState();
  const clockAheadMs = Math.round((before + Date.now()) / 2 - now.getTime());
  const environments = await prisma().environment.findMany({
    where: ctx ? { organizationId: ctx.organizationId } : {},
    select: { id: true, name: true, slug: true },
  });
  return {
    at: now.toISOString(),
    address: usualOrigin(),
    versions: { belfry: ownVersion(), postgresql: version, node: process.versions.node },
    workers: await readWorkers(now),
    queue: await readQueue(now),
    delays: await readDelays(now),
    outages: await openOutages(environments, now),
    retrying: await retryingIntegrations(environments, now),
    database: {
      ...{ bytes, readOnly, clockAheadMs },
      replication: { standbys, synchronous, ...(readReplica && { readReplica }) },
      tables: await readTables(),
    },
    history: { months: await completeMonths(), strayRows: await countStray() },
    migrations,
    encryption: await readEncryption(),
    maintenance: await readMaintenance(),
    requestErrors: await readRequestErrors(
      environments.map(({ id }) => id),
      now,
    ),
  };
}

async function readWorkers(now: Date): Promise<SystemFacts['workers']> {
  const rows = await prisma().worker.findMany({ orderBy: { id: 'asc' } });
  return rows.map(({ id, startedAt, seenAt }) => ({
    _id: id,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    alive: now.getTime() - seenAt.getTime() < SEEN_WITHIN_MS,
  }));
}

async function readQueue(now: Date): Promise<SystemFacts['queue']> {
  const due = new Map((await countDue(now)).map((lane) => [lane.lane, lane]));
  return (['urgent', 'normal', 'fanout'] as const).map((lane) => {
    const found = due.get(LANES[lane]);
    if (!found) return { lane, ready: 0 };
    return { lane, ready: found.count, oldestSeconds: (now.getTime() - found.oldest.getTime()) / 1000 };
  });
}

async function readDelays(now: Date): Promise<DelayHour[]> {
  const rows = await prisma().startDelay.findMany({
    where: { hour: { gt: new Date(now.getTime() - HOURS * HOUR_MS) } },
    orderBy: [{ hour: 'asc' }, { atMostSeconds: 'asc' }],
  });
  return [...Map.groupBy(rows, ({ hour }) => hour.toISOString())].map(([hour, buckets]) => {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => delayQuantile(buckets, share));
    const jobs = Math.round(buckets.at(-1)?.jobs ?? 0);
    return {
      hour,
      jobs,
      ...(p50 !== undefined && { p50 }),
      ...(p95 !== undefined && { p95 }),
      ...(p99 !== undefined && { p99 }),
    };
  });
}

async function readTables(): Promise<SystemFacts['database']['tables']> {
  const tables = await largestTables(LARGEST);
  const earlier = new Map((await earlierSizes()).map((size) => [size.name, size]));
  return tables.map(({ name, bytes, rows }) => {
    const then = earlier.get(name);
    return { name, bytes, rows, ...(then && { growth: { bytes: bytes - then.bytes, since: then.day.toISOString() } }) };
  });
}

async function readEncryption(): Promise<SystemFacts['encryption']> {
  const rotation = await readLastRotation();
  return { keys: encryptionKeyIds(), values: await countSealed(), ...(rotation && { rotation }) };
}

async function readMaintenance(): Promise<SystemFacts['maintenance']> {
  const { success, failure } = await readLastMaintenance();
  if (!success) return failure ? { failure } : {};
  const { strayRows: _, ...last } = success;
  return { last, ...(failure && { failure }) };
}

async function readRequestErrors(environmentIds: string[], now: Date): Promise<SystemFacts['requestErrors']> {
  const since = (hours: number) => idFloor(new Date(now.getTime() - hours * HOUR_MS));
  const operations = await failedOperations(environmentIds, since(HOURS), since(1));
  const count = operations.reduce((sum, each) => sum + each.count, 0);
  return {
    count,
    capped: count >= COUNT_CAP,
    lastHour: operations.reduce((sum, { recent }) => sum + recent, 0),
    operations: operations
      .slice(0, LARGEST)
      .map((each) => ({ operationId: each.operationId, count: each.count, lastAt: each.lastAt.toISOString() })),
  };
}
