import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { databaseCpuSeconds, parentOf } from '#bench/delivery/cpu.ts';
import type { Installation } from '#bench/delivery/installation.ts';
import { enterRuns, untilDelivered } from '#bench/delivery/runs.ts';
import type { SmsProvider } from '#bench/delivery/sms-provider.ts';
import {
  addSmsProvider,
  addWorkflow,
  createTenant,
  SUBSCRIBERS,
  smsStep,
  type Tenant,
} from '#bench/delivery/tenant.ts';
import { startTriggerLoad } from '#bench/delivery/trigger-load.ts';
import { type Finding, noted } from '#bench/faults/scenario.ts';
import { env } from '#lib/env.ts';
import { disconnect, onCitus } from '#lib/postgres/db.ts';
import type { Postgres } from '#scripts/postgres.ts';

const ENVIRONMENTS = 8;
const ROUNDS = 3;

export interface Measured {
  installation: Installation;
  provider: SmsProvider;
  tenants: Tenant[];
  /** The process IDs of the database's PostgreSQL servers. On Citus, the first server is the coordinator. */
  servers: number[];
}

/** Makes this process use another database instead of its first database. */
export async function switchDatabase(url: string): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
  Object.assign(env(), { DATABASE_URL: url, DATABASE_DIRECT_URL: url });
}

/** Describes a server that already runs, for `openInstallation`. Its `stop` has no effect. */
export async function running(url: string): Promise<Postgres> {
  return { url, adminUrl: url, exited: new Promise(() => undefined), stop: async () => undefined };
}

/** Prepares environments in a database, which this process then uses. */
export async function openMeasured(installation: Installation, provider: SmsProvider): Promise<Measured> {
  const { database } = installation;
  const tenants: Tenant[] = [];
  for (let n = 0; n < ENVIRONMENTS; n++) {
    const tenant = await createTenant(database);
    await addSmsProvider(tenant, provider.url);
    await addWorkflow(tenant, 'cost', [smsStep('cost {{ payload.n }}')]);
    tenants.push(tenant);
  }
  return { installation, provider, tenants, servers: await postmasters(database) };
}

/** Returns the process IDs of the database’s servers, which run on this machine. */
async function postmasters(database: pg.Pool): Promise<number[]> {
  // The oldest process of a server lives as long as the server.
  const oldest = 'SELECT min(pid) AS pid FROM pg_stat_activity';
  const text = (await onCitus())
    ? `${oldest} UNION ALL SELECT result::int FROM run_command_on_workers('${oldest}')`
    : oldest;
  const { rows } = await database.query<{ pid: number }>(text);
  return rows.map(({ pid }) => {
    const parent = parentOf(pid);
    if (!(parent > 1)) throw new Error(`The process ${pid} of PostgreSQL does not run on this machine.`);
    return parent;
  });
}

interface Cost {
  triggersPerSecond: number;
  triggerMs: number;
  deliveriesPerSecond: number;
  deliveryMs: number;
  /** The part of `triggerMs` that the first server used. */
  triggerFirstMs: number;
  deliveryFirstMs: number;
}

/** Runs of each environment that a round delivers, so that the preparation of statements is a small part. */
const DELIVERED = 2_000;

/** Milliseconds of triggers before the measurement: each connection plans a statement once for each shard. */
const WARM_MS = 5_000;

/** Triggers without a worker, then delivers these and other runs. Counts the CPU of all servers. */
async function measureRound({ installation, tenants, servers, provider }: Measured, scale: number): Promise<Cost> {
  await switchDatabase(String(installation.variables.DATABASE_URL));
  const seconds = Math.max(3, 10 * scale);
  const count = Math.round(DELIVERED * scale);
  const cpu = () => servers.reduce((sum, server) => sum + databaseCpuSeconds(server), 0);
  const first = () => databaseCpuSeconds(Number(servers[0]));
  await provider.reset();
  const web = await installation.startWeb();
  const loads = (clients: number) =>
    tenants.map((tenant) => startTriggerLoad({ tenant, workflow: 'cost', origin: () => web.origin, clients }));
  const warm = loads(2);
  await sleep(WARM_MS);
  await Promise.all(warm.map((load) => load.stop()));
  const [begun, before, beforeFirst] = [performance.now(), cpu(), first()];
  const measured = loads(2);
  await sleep(seconds * 1000);
  await Promise.all(measured.map((load) => load.stop()));
  const triggerSeconds = (performance.now() - begun) / 1000;
  const [triggerCpu, triggerFirst] = [cpu() - before, first() - beforeFirst];
  await web.stop();
  const triggers = measured.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
  for (const tenant of tenants) await enterRuns(installation.database, tenant, { workflow: 'cost', count });
  const all = triggers + warm.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0) + count * tenants.length;
  const worker = await installation.startWorker(false);
  const reach = async (share: number) => {
    for (;;) {
      const { requests } = await provider.tally();
      if (requests >= all * share) return { requests, at: performance.now(), cpu: cpu(), first: first() };
      await sleep(20);
    }
  };
  const early = await reach(0.2);
  const late = await reach(0.9);
  await reach(1);
  await worker.stop();
  const deliveries = late.requests - early.requests;
  return {
    triggersPerSecond: triggers / triggerSeconds,
    triggerMs: (triggerCpu / triggers) * 1000,
    deliveriesPerSecond: (deliveries / (late.at - early.at)) * 1000,
    deliveryMs: ((late.cpu - early.cpu) / deliveries) * 1000,
    triggerFirstMs: (triggerFirst / triggers) * 1000,
    deliveryFirstMs: ((late.first - early.first) / deliveries) * 1000,
  };
}

/** Measures both databases in turn. The median round counts. */
export async function measureCost(plain: Measured, citus: Measured, scale: number): Promise<Finding[]> {
  const rounds: { plain: Cost; citus: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ plain: await measureRound(plain, scale), citus: await measureRound(citus, scale) });
  }
  const median = (of: (round: { plain: Cost; citus: Cost }) => number) =>
    rounds.map(of).sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const compare = (what: string, key: keyof Cost, unit: string) => [
    noted(
      `${what}, plain`,
      median((round) => round.plain[key]),
      unit,
    ),
    noted(
      `${what}, Citus`,
      median((round) => round.citus[key]),
      unit,
    ),
    noted(
      `${what}, Citus against plain`,
      median((round) => round.citus[key] / round.plain[key]),
      '×',
    ),
  ];
  return [
    ...compare('CPU of the servers for a trigger', 'triggerMs', 'ms'),
    noted(
      'of that, on the coordinator',
      median((round) => round.citus.triggerFirstMs),
      'ms',
    ),
    ...compare('CPU of the servers for a delivery', 'deliveryMs', 'ms'),
    noted(
      'of that, on the coordinator',
      median((round) => round.citus.deliveryFirstMs),
      'ms',
    ),
    ...compare('triggers per second', 'triggersPerSecond', '/s'),
    ...compare('deliveries per second', 'deliveriesPerSecond', '/s'),
  ];
}

/** Triggers runs in bulk and delivers them. Counts the bytes that one run adds to the tables and to the WAL. */
export async function measureSize({ installation, tenants, provider }: Measured, scale: number): Promise<Finding[]> {
  const { database } = installation;
  const requests = Math.max(20, Math.round(500 * scale));
  const [tenant] = tenants;
  if (!tenant) throw new TypeError('The measurement needs an environment.');
  await provider.reset();
  const before = await sizes(database);
  const web = await installation.startWeb();
  const { authorization } = tenant;
  for (let n = 0; n < requests; n++) {
    const events = Array.from({ length: EVENTS }, (_, at) => ({
      name: 'cost',
      to: `s-${1 + ((n * EVENTS + at) % SUBSCRIBERS)}`,
      payload: { n: n * EVENTS + at, orderId: `o-${n}-${at}` },
    }));
    const response = await fetch(`${web.origin}/api/v1/events/trigger/bulk`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ events }),
    });
    if (!response.ok)
      throw new Error(`The response to a bulk trigger was ${response.status}: ${await response.text()}`);
    await response.text();
  }
  await web.stop();
  const worker = await installation.startWorker(false);
  await untilDelivered(database, tenant, 300_000);
  await worker.stop();
  const after = await sizes(database);
  const runs = requests * EVENTS;
  const bytes = (key: keyof Sizes) => noted(`${LABELS[key]} of one run`, (after[key] - before[key]) / runs, 'bytes');
  return [noted('runs', runs), bytes('tables'), bytes('wal')];
}

/** The events of one bulk request. */
const EVENTS = 100;

interface Sizes {
  tables: number;
  wal: number;
}

const LABELS = { tables: 'tables with indexes', wal: 'WAL' };

async function sizes(database: pg.Pool): Promise<Sizes> {
  const { rows } = await database.query<Sizes>(
    `SELECT (SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
         AND relname <> 'work') AS tables,
       pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal`,
  );
  return rows[0] as Sizes;
}
