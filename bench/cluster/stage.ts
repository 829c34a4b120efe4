/** The whole cluster: database hosts, the balancer, web hosts, worker hosts and a provider. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type SmsProvider, startSmsProvider } from '#bench/delivery/sms-provider.ts';
import { until } from '#bench/until.ts';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { migrate } from '#scripts/migrate.ts';
import { Balancer, DATABASE, ROLE } from './balancer.ts';
import { BelfryHost } from './belfry.ts';
import { DatabaseCluster } from './database.ts';
import { folder } from './debian.ts';
import { CLIENT, makeNetworks } from './host.ts';

export interface Stage {
  databases: DatabaseCluster;
  balancer: Balancer;
  webs: BelfryHost[];
  workers: BelfryHost[];
  provider: SmsProvider;
  /** The variables of Belfry’s processes. */
  variables: Record<string, string>;
  /** Connections of the measuring program to the primary, for counts. */
  database: pg.Pool;
}

export async function openStage(): Promise<Stage> {
  rmSync(join(folder, 'hosts'), { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  makeNetworks();
  const databases = new DatabaseCluster();
  const balancer = new Balancer('balancer', 2);
  const variables = variablesOf(balancer);
  const hosts = (kind: 'web' | 'worker', numbers: number[]) =>
    numbers.map((number, at) => new BelfryHost(kind, `${kind}${at + 1}`, number, variables));
  const [webs, workers] = [hosts('web', [21, 22]), hosts('worker', [31, 32, 33])];
  await databases.start();
  await balancer.start({ webs, databases: databases.hosts });
  await prepareDatabase(balancer);
  await migrate(balancer.directUrl);
  Object.assign(process.env, variables, { DATABASE_URL: balancer.directUrl });
  await maintain();
  const provider = await startSmsProvider(CLIENT);
  for (const host of [...webs, ...workers]) await host.start();
  const database = new pg.Pool({ connectionString: balancer.directUrl, max: 4 });
  database.on('error', () => undefined);
  return { databases, balancer, webs, workers, provider, variables, database };
}

function variablesOf({ pooledUrl, directUrl }: Balancer): Record<string, string> {
  return {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: directUrl,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'false',
    OUTBOUND_ALLOW: CLIENT,
    AUTH_SECRET: 'bench'.repeat(8),
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
  };
}

/** Creates the role with the settings that PgBouncer drops (docs/operations.md, “Poolers”), and its database. */
async function prepareDatabase({ directUrl }: Balancer): Promise<void> {
  const url = directUrl.replace(`//${ROLE}@`, '//postgres@').replace(`/${DATABASE}`, '/postgres');
  await until('the primary behind the balancer', 30_000, () => leadsToPrimary(url));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE ROLE ${ROLE} LOGIN`);
  for (const setting of [`timezone = 'UTC'`, `datestyle = 'ISO'`, `jit = off`, `statement_timeout = '30s'`])
    await client.query(`ALTER ROLE ${ROLE} SET ${setting}`);
  await client.query(`CREATE DATABASE ${DATABASE} OWNER ${ROLE}`);
  await client.end();
}

/**
 * Whether connections reach the primary only. Until its first checks, a new balancer uses every database in turn as the
 * primary.
 */
async function leadsToPrimary(url: string): Promise<boolean> {
  for (let connection = 0; connection < 6; connection++) if (!(await acceptsWrites(url))) return false;
  return true;
}

async function acceptsWrites(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
    return rows[0]?.transaction_read_only === 'off';
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
