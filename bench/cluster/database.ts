/** Three database hosts: etcd, Patroni and PostgreSQL on each. One is the primary, one the synchronous standby. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#bench/until.ts';
import { Host, type HostProgram } from './host.ts';

/** Megabytes of a database’s disk. */
const DISK_MB = 900;

/** A member of the cluster as Patroni’s REST API shows it. */
interface Member {
  name: string;
  role: 'leader' | 'replica' | 'sync_standby' | string;
  state: string;
}

export class DatabaseHost extends Host {
  /** Starts etcd and Patroni, which starts PostgreSQL. */
  async start(hosts: readonly DatabaseHost[]): Promise<void> {
    await this.boot();
    this.run('etcd', etcd(this, hosts));
    this.startPatroni(hosts);
  }

  startPatroni(hosts: readonly DatabaseHost[]): HostProgram {
    writeFileSync(join(this.folder, 'patroni.json'), JSON.stringify(patroni(this, hosts), null, 2));
    return this.run('patroni', ['patroni', '/srv/patroni.json']);
  }

  /** Calls Patroni’s REST API. @throws Error if it does not respond with a success. */
  async call(path: string, body: object, method = 'POST'): Promise<string> {
    const request = { method, body: JSON.stringify(body) };
    const response = await fetch(`http://${this.back}:8008${path}`, {
      ...request,
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} of ${this.name}: ${response.status} ${text}`);
    return text;
  }
}

export class DatabaseCluster {
  readonly hosts: DatabaseHost[];

  constructor() {
    this.hosts = [11, 12, 13].map((number, at) => new DatabaseHost(`db${at + 1}`, number));
  }

  /** Starts the cluster with empty disks. */
  async start(): Promise<void> {
    for (const host of this.hosts) {
      host.addDisk('data', DISK_MB);
      host.addDisk('etcd', 256);
      await host.start(this.hosts);
    }
    await this.untilWhole(180_000);
  }

  /** Waits for one leader, one synchronous standby and one other replica. Both standbys must stream the WAL. */
  untilWhole(limitMs: number): Promise<void> {
    return until('a whole database cluster', limitMs, async () => {
      await sleep(500);
      return isWhole(await this.members());
    });
  }

  /** Returns the primary. @throws Error if there is none. */
  async leader(): Promise<DatabaseHost> {
    const { name } = (await this.members()).find(({ role }) => role === 'leader') ?? {};
    const host = this.hosts.find((each) => each.name === name);
    if (!host) throw new Error('The database cluster has no primary');
    return host;
  }

  /** Returns the synchronous standby, which takes over in a failover. */
  async standby(): Promise<DatabaseHost> {
    const { name } = (await this.members()).find(({ role }) => role === 'sync_standby') ?? {};
    const host = this.hosts.find((each) => each.name === name);
    if (!host) throw new Error('The database cluster has no synchronous standby');
    return host;
  }

  /** Turns synchronous replication on or off, and waits until PostgreSQL has applied the change. */
  async setSynchronous(synchronous_mode: boolean): Promise<void> {
    await (await this.leader()).call('/config', { synchronous_mode }, 'PATCH');
    await until('the change of the replication', 60_000, async () => {
      await sleep(500);
      return (await this.members()).some(({ role }) => role === 'sync_standby') === synchronous_mode;
    });
  }

  /** Makes the synchronous standby the primary, as before maintenance of the primary’s machine. */
  async switchOver(): Promise<void> {
    const [leader, candidate] = [await this.leader(), await this.standby()];
    await leader.call('/switchover', { leader: leader.name, candidate: candidate.name });
  }

  /** Returns what the first responding Patroni knows. Empty if none responds. */
  async members(): Promise<Member[]> {
    for (const { isUp, back } of this.hosts) {
      const response = isUp ? await fetch(`http://${back}:8008/cluster`, brief()).catch(() => undefined) : undefined;
      if (response?.ok) return ((await response.json()) as { members: Member[] }).members;
    }
    return [];
  }
}

function brief(): RequestInit {
  return { signal: AbortSignal.timeout(1_000) };
}

function isWhole(members: readonly Member[]): boolean {
  const inRole = (role: string) => members.filter((member) => member.role === role).length;
  const run = members.every(({ role, state }) => state === (role === 'leader' ? 'running' : 'streaming'));
  return run && inRole('leader') === 1 && inRole('sync_standby') === 1 && members.length === 3;
}

function etcd(host: Host, hosts: readonly Host[]): string[] {
  const [peer, client] = [`http://${host.back}:2380`, `http://${host.back}:2379`];
  return [
    'etcd',
    `--name=${host.name}`,
    '--data-dir=/srv/etcd/data',
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--initial-cluster=${hosts.map(({ name, back }) => `${name}=http://${back}:2380`).join(',')}`,
    '--heartbeat-interval=200',
    '--election-timeout=2000',
  ];
}

/** The settings of Patroni. Its YAML contains JSON. docs/high-availability.md gives the reasons. */
function patroni({ name, back }: Host, hosts: readonly Host[]): object {
  return {
    scope: 'belfry',
    name,
    restapi: { listen: `${back}:8008`, connect_address: `${back}:8008` },
    etcd3: { hosts: hosts.map((host) => `${host.back}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        primary_start_timeout: 10,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${back}:5432`,
      connect_address: `${back}:5432`,
      data_dir: '/srv/data/postgresql',
      bin_dir: '/usr/lib/postgresql/17/bin',
      pgpass: '/srv/run/pgpass',
      authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
      parameters: { unix_socket_directories: '/srv/run' },
      pg_hba: ['local all all trust', 'host all all 10.91.0.0/24 trust', 'host replication all 10.91.0.0/24 trust'],
    },
  };
}

const PARAMETERS = {
  max_connections: 300,
  shared_buffers: '64MB',
  max_wal_size: '192MB',
  wal_keep_size: '64MB',
  wal_log_hints: 'on',
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: '20s',
};
