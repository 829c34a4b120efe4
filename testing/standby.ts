import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, startServer } from '#scripts/postgres.ts';
import { clusterHome, runAs } from '#scripts/postgres-home.ts';
import { serverSettings } from '#scripts/postgres-settings.ts';
import { DISPOSABLE, newDataDir, removeDataDir, scratchAdminUrl } from './scratch-database.ts';

export interface Standby {
  /** The URL for the service's role. */
  url: string;
  /** Pauses or resumes the replay of the primary's changes. */
  setReplay(on: boolean): Promise<void>;
  /** Makes the server a primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a standby of the scratch database, with asynchronous streaming replication. */
export async function startStandby(): Promise<Standby> {
  const dataDir = newDataDir();
  const { bin, account, cluster } = clusterHome(dataDir);
  await copyPrimary(async (source) => {
    const { status, output } = runAs(account, 'cp', ['-R', source, cluster]);
    if (status !== 0) throw new Error(output);
  }, cluster);
  for (const name of ['backup_label', 'standby.signal']) if (account) chown(join(cluster, name), account);
  const port = await freePort();
  const settings = [
    ...serverSettings(port),
    ...DISPOSABLE,
    'shared_buffers=32MB',
    `primary_conninfo=${primaryAddress()}`,
  ];
  const server = await startServer(
    { bin, cluster, ...(account && { account }) },
    settings,
    join(dataDir, 'standby.log'),
  );
  if (!server) throw new Error('The standby did not start');
  const at = (url: string) => Object.assign(new URL(url), { port: String(port) }).href;
  const administrate = (statement: string) => runStatement(at(scratchAdminUrl()), statement);
  return {
    url: at(process.env.DATABASE_URL ?? ''),
    setReplay: (on) => administrate(`SELECT pg_wal_replay_${on ? 'resume' : 'pause'}()`),
    promote: () => administrate('SELECT pg_promote()'),
    stop: server.stop,
    remove: async () => {
      await server.stop();
      removeDataDir(dataDir);
    },
  };
}

/** Copies the data folder of the running primary, as `pg_basebackup` does, and makes the copy a standby. */
async function copyPrimary(copy: (source: string) => Promise<void>, cluster: string): Promise<void> {
  const client = new pg.Client({ connectionString: scratchAdminUrl() });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    const { rows: folders } = await client.query<{ data_directory: string }>('SHOW data_directory');
    await copy(folders[0]?.data_directory ?? '');
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.labelfile ?? '');
    writeFileSync(join(cluster, 'standby.signal'), '');
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(cluster, name), { force: true });
  } finally {
    await client.end();
  }
}

function primaryAddress(): string {
  const { hostname, port, username, password } = new URL(scratchAdminUrl());
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}

async function runStatement(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function chown(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(path, uid, gid);
}
