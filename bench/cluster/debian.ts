/**
 * Installs Debian 13 into a folder, as the system of all hosts. Older releases have a PgBouncer that does not keep
 * prepared statements.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '#scripts/run.ts';
import { root } from '#scripts/sources.ts';

export const folder = join(root, '.scratch', 'cluster');
/** The root folder of the hosts’ system. */
export const debian = join(folder, 'debian');

const SUITE = 'trixie';
const PACKAGES = ['postgresql-17', 'patroni', 'etcd-server', 'haproxy', 'pgbouncer'];

/** Installs Debian unless an earlier run has installed it. To install it again, delete the folder .scratch/cluster. */
export async function makeDebian(): Promise<void> {
  if (existsSync(debian)) return;
  const making = `${debian}.new`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { recursive: true });
  const options = ['--variant=minbase', `--include=${PACKAGES.join(',')}`];
  await run('Debian could not be installed', 'debootstrap', [...options, SUITE, making]);
  renameSync(making, debian);
}

/** Returns the account that runs PostgreSQL and etcd. */
export function postgresAccount(): { uid: number; gid: number } {
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync(join(debian, 'etc', 'passwd'), 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}
