/** The faults, each under load. Nothing is repaired afterwards: only hosts that died or were cut off return. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from './stage.ts';

export interface Fault {
  name: string;
  /**
   * Causes the fault. Settles when it has fully begun. @returns the function that ends the fault, for example by
   * starting a host again.
   */
  cause(stage: Stage): Promise<() => Promise<void>>;
  /** Seconds for which the fault lasts, at least. */
  seconds: number;
  /** Whether triggers and deliveries may stop until the fault ends. Otherwise they must continue during the fault. */
  waits?: boolean;
}

const MEGABYTE = 1_048_576;

export const FAULTS: readonly Fault[] = [
  { name: 'a web host dies', seconds: 10, cause: async ({ webs: [web] }) => dead(web) },
  { name: 'a worker host dies', seconds: 45, cause: async ({ workers: [worker] }) => dead(worker) },
  {
    name: 'a worker loses the database network for 60 s',
    seconds: 60,
    async cause({ workers: [worker] }) {
      worker?.unplug('back');
      return async () => worker?.plug('back');
    },
  },
  {
    name: 'the primary’s host dies',
    seconds: 40,
    async cause({ databases }) {
      const leader = await databases.leader();
      await leader.die();
      return () => leader.start(databases.hosts);
    },
  },
  {
    name: 'planned switchover',
    seconds: 10,
    async cause({ databases }) {
      await databases.switchOver();
      return nothing;
    },
  },
  { name: 'rolling release of everything', seconds: 0, cause: release },
  {
    // PostgreSQL still reads, and its log has space, so Patroni keeps this primary.
    name: 'the primary’s disk is full for 30 s',
    seconds: 30,
    waits: true,
    async cause({ databases }) {
      const leader = await databases.leader();
      const filler = join(leader.folder, 'data', 'filler');
      fill(filler);
      return async () => rmSync(filler);
    },
  },
  {
    name: 'the primary’s host is frozen for 45 s',
    seconds: 45,
    async cause({ databases }) {
      const leader = await databases.leader();
      leader.signalAll('SIGSTOP');
      return async () => leader.signalAll('SIGCONT');
    },
  },
];

async function nothing(): Promise<void> {}

async function dead(host: Stage['webs'][number] | undefined): Promise<() => Promise<void>> {
  await host?.die();
  return async () => host?.start();
}

/** Restarts every process, one after the other: web, workers, PgBouncer, replicas, and the primary after a switchover. */
async function release({ webs, workers, balancer, databases }: Stage): Promise<() => Promise<void>> {
  for (const host of [...webs, ...workers]) await host.replace();
  await balancer.restartPooler();
  const old = await databases.leader();
  for (const host of databases.hosts) if (host !== old) await restart(host, databases);
  await databases.switchOver();
  await databases.untilWhole(60_000);
  await restart(old, databases);
  return nothing;
}

async function restart(host: Stage['databases']['hosts'][number], databases: Stage['databases']): Promise<void> {
  await host.call('/restart', {});
  await databases.untilWhole(60_000);
}

/** Writes a file until the disk is full. */
function fill(file: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${file}`, `bs=${MEGABYTE}`], { stdio: 'ignore' });
  } catch {
    // dd fails when the disk is full, which is its purpose here.
  }
}
