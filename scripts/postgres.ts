import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from './cli-error.ts';
import { clusterHome, type PostgresHome, runAs } from './postgres-home.ts';
import { ADMINISTRATOR, prepareDatabase, serviceUrl } from './postgres-role.ts';
import { serverSettings } from './postgres-settings.ts';
import { bareEnvironment, commandLine, signal } from './processes.ts';

export interface Postgres {
  /** The URL for the service, with an ordinary role that owns the database. */
  url: string;
  /** The URL for a superuser. */
  adminUrl: string;
  /** Settles with the exit code when the server has stopped, for whatever reason. */
  exited: Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of the npm packages on a free port of 127.0.0.1. Creates the cluster if needed. The caller
 * holds the lock of the data folder, so a server that still runs there belongs to a killed start, and is stopped first.
 * The server stops automatically when this process ends.
 *
 * @param settings as `name=value`, instead of the usual settings.
 */
export async function startPostgres(dataDir: string, settings: readonly string[] = []): Promise<Postgres> {
  const home = clusterHome(dataDir);
  await stopLeftover(home.cluster);
  const password = clusterPassword(dataDir, home);
  if (!existsSync(join(home.cluster, 'PG_VERSION'))) await createCluster(home, password);
  const logFile = join(dataDir, 'postgres.log');
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(lastPort(home.cluster));
    const server = await startServer(home, [...serverSettings(port), ...settings], logFile);
    if (server) {
      const adminUrl = adminUrlOf(port, password);
      const url = await prepareDatabase(adminUrl);
      return { url, adminUrl, ...server };
    }
    if (attempt === 3) throw new CliError(`The embedded PostgreSQL did not start: ${lastComplaint(logFile)}`);
    await sleep(500); // the processes of a killed server exit within this time
  }
}

/** Starts PostgreSQL on a cluster. Undefined if PostgreSQL does not get ready. */
export async function startServer(
  home: PostgresHome,
  settings: string[],
  logFile: string,
): Promise<Pick<Postgres, 'exited' | 'stop'> | undefined> {
  const server = launch(home, settings, logFile);
  if (!(await isReady(home.cluster, server))) return undefined;
  return { exited: exitCode(server), stop: () => stop(home.cluster, server) };
}

/**
 * Returns the URL for the service of the embedded PostgreSQL that runs in a data folder. Undefined if it is not
 * running.
 */
export function runningUrl(dataDir: string): string | undefined {
  const { cluster } = clusterHome(dataDir);
  const password = join(dataDir, 'postgres-password');
  if (!existsSync(join(cluster, 'postmaster.pid')) || !existsSync(password)) return undefined;
  const secret = readFileSync(password, 'utf8').trim();
  return serviceUrl(adminUrlOf(lastPort(cluster), secret));
}

function adminUrlOf(port: number, password: string): string {
  return `postgresql://${ADMINISTRATOR}:${password}@127.0.0.1:${port}/belfry`;
}

/** Deletes the cluster of a data folder, even if it is outside the folder. No server may be running on the cluster. */
export function removeCluster(dataDir: string): void {
  const { cluster } = clusterHome(dataDir);
  rmSync(dirname(cluster), { recursive: true, force: true });
  rmSync(join(dataDir, 'postgres-password'), { force: true });
}

/**
 * Copies the cluster of one data folder into another data folder that has no cluster. No server may be running on the
 * cluster. The copy starts on a different port.
 */
export function copyCluster(from: string, to: string): void {
  const { cluster: source } = clusterHome(from);
  const { cluster, account } = clusterHome(to);
  const { status, output } = runAs(account, 'cp', ['-R', source, cluster]);
  if (status !== 0) throw new CliError(`The cluster ${source} could not be copied to ${cluster}: ${output.trim()}`);
  rmSync(join(cluster, 'postmaster.opts'), { force: true });
  copyFileSync(join(from, 'postgres-password'), join(to, 'postgres-password'));
}

/**
 * Returns the password of the data folder, and creates it if it does not exist. If the password is missing, a cluster
 * outside the data folder belongs to a deleted data folder, and is moved away. A cluster inside the data folder has
 * only lost its password file, which is an error.
 */
function clusterPassword(dataDir: string, { cluster }: PostgresHome): string {
  const file = join(dataDir, 'postgres-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (cluster.startsWith(realpathSync(dataDir))) {
      throw new CliError(
        `The file ${file} is missing: restore the file, or move ${cluster} away to start with an empty database.`,
      );
    }
    const aside = `${cluster}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`;
    renameSync(cluster, aside);
    console.log(`  The database of an earlier data folder at this path was moved to ${aside}.`);
  }
  const password = randomBytes(24).toString('base64url');
  writeFileSync(file, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Locales that define letters for the trigram indexes. Everything else uses the built-in locale. The first available
 * locale is used. The last locale knows only ASCII letters.
 */
const LETTERS = ['C.UTF-8', 'en_US.UTF-8', 'C'] as const;

/**
 * Creates a cluster in a temporary folder and then moves it, so that an interrupted first start leaves no incomplete
 * cluster.
 */
async function createCluster({ bin, cluster, account }: PostgresHome, password: string): Promise<void> {
  const making = `${cluster}.new`;
  const passwordFile = `${cluster}.pw`;
  rmSync(making, { recursive: true, force: true });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [making, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = [
    `--username=${ADMINISTRATOR}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
  ];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const make = (letters: string) =>
    runAs(account, join(bin, 'initdb'), [
      `--pgdata=${making}`,
      ...options,
      ...locale,
      `--lc-ctype=${letters}`,
      '--no-sync',
    ]);
  let result = make(LETTERS[0]);
  for (const letters of LETTERS.slice(1)) if (result.status !== 0) result = make(letters);
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    throw new CliError(`The embedded PostgreSQL could not create its data folder ${cluster}: ${result.output.trim()}`);
  }
  renameSync(making, cluster);
}

/**
 * Starts PostgreSQL under a shell that holds a pipe from this process. When this process exits, the pipe closes, and
 * the shell requests a fast shutdown of PostgreSQL. A separate session protects the shell from the terminal's Ctrl-C.
 */
const WATCHED = `exec 3<&0
"$@" </dev/null 3<&- & server=$!
( read -r line <&3; kill -INT "$server" ) >/dev/null 2>&1 & watcher=$!
wait "$server"; code=$?
kill "$watcher" 2>/dev/null
exit "$code"`;

function launch({ bin, cluster, account }: PostgresHome, settings: string[], logFile: string): ChildProcess {
  const log = openSync(logFile, existsSync(logFile) && statSync(logFile).size > 10_000_000 ? 'w' : 'a', 0o600);
  const options = settings.flatMap((setting) => ['-c', setting]);
  const args = ['-c', WATCHED, 'belfry-postgres', join(bin, 'postgres'), '-D', cluster, ...options];
  const child = spawn('/bin/sh', args, {
    ...account,
    cwd: '/',
    detached: true,
    stdio: ['pipe', log, log],
    env: bareEnvironment(),
  });
  closeSync(log);
  return child;
}

async function isReady(cluster: string, server: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + 120_000; // crash recovery may take a while
  while (server.exitCode === null && server.signalCode === null && Date.now() < deadline) {
    if (pidFile(cluster)[7]?.trim() === 'ready') return true;
    await sleep(20);
  }
  server.stdin?.destroy();
  return false;
}

async function stop(cluster: string, server: ChildProcess): Promise<void> {
  const pid = Number(pidFile(cluster)[0]);
  const exited = exitCode(server);
  server.stdin?.end();
  const inTime = await Promise.race([exited.then(() => true), sleep(4000, false, { ref: false })]);
  if (!inTime && pid) signal(pid, 'SIGQUIT');
  await exited;
}

/**
 * Stops a postmaster of this cluster that still runs after its starter exited. Removes a pid file that names any other
 * process.
 */
async function stopLeftover(cluster: string): Promise<void> {
  const pid = Number(pidFile(cluster)[0]);
  if (!pid) return;
  if (isPostmasterOf(pid, cluster)) {
    signal(pid, 'SIGINT');
    const deadline = Date.now() + 8000;
    while (isPostmasterOf(pid, cluster)) {
      if (Date.now() > deadline) signal(pid, 'SIGQUIT');
      await sleep(30);
    }
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  const command = commandLine(pid);
  return command.includes('postgres') && command.includes(cluster);
}

/** Returns the lines of postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, status. */
function pidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Returns the port of the last run. The port is reused, so that connected tools find the database again. */
function lastPort(cluster: string): number {
  try {
    return Number(/'?port=(\d+)/.exec(readFileSync(join(cluster, 'postmaster.opts'), 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Resolves to `wanted` if it is free, otherwise to any free port of 127.0.0.1. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (wanted ? freePort().then(resolve, reject) : reject(error)));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

function exitCode(server: ChildProcess): Promise<number> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve(server.exitCode ?? 1);
  return new Promise((resolve) => server.once('exit', (code) => resolve(code ?? 1)));
}

function lastComplaint(logFile: string): string {
  const lines = readFileSync(logFile, 'utf8').trim().split('\n');
  const complaint = lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? '';
  return `${complaint.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')} (see ${logFile})`;
}
