/** A separate PostgreSQL server from the system’s packages, because `pg_dump` must not be older than its server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '#scripts/cli-error.ts';
import { freePort } from '#scripts/postgres.ts';
import { type Account, runAs } from '#scripts/postgres-home.ts';
import { bareEnvironment } from '#scripts/processes.ts';

const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200'];

export interface DebianPostgres {
  /** Returns the URL of a database of the server. */
  url(database: string): string;
  /** Runs a program of the server’s version. @throws CliError with its output if it fails. */
  run(program: string, args: string[]): void;
  /** Like `run`, without blocking this process, which can send a load in the meantime. */
  runUnderLoad(program: string, args: string[]): Promise<void>;
  /** A folder of the account that runs the server. */
  folder: string;
  /** Ends the server as a crash would. */
  end(): void;
  /** Ends all servers, and deletes the folder. */
  stop(): void;
  /** After `end`: starts a server at the same address, with the data of a folder such as a base backup. */
  startFrom(data: string): void;
}

/**
 * Starts a server.
 * @param settings of the server, such as `archive_mode=on`. `FOLDER` is replaced by the server's folder.
 * @throws CliError if no PostgreSQL is installed.
 */
export async function startDebianPostgres(settings: readonly string[] = []): Promise<DebianPostgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined || !existsSync(join(bin, 'pg_dump')))
    throw new CliError('Install the packages postgresql and postgresql-client.');
  const account = process.getuid?.() === 0 ? await postgresAccount() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'belfry-rehearsal-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const cluster = join(folder, 'cluster');
  const run = (program: string, args: string[]) => {
    const { status, output } = runAs(account, join(bin, program), args);
    if (status !== 0) throw new CliError(`${program} failed: ${output.trim()}`);
  };
  const runUnderLoad = async (program: string, args: string[]) => {
    const child = spawn(join(bin, program), args, { ...account, cwd: '/', env: bareEnvironment(), stdio: 'inherit' });
    const [status] = await once(child, 'exit');
    if (status !== 0) throw new CliError(`${program} failed.`);
  };
  const port = await freePort();
  const start = (data: string) => {
    const given = [...SETTINGS, `port=${port}`, ...settings.map((each) => each.replaceAll('FOLDER', folder))];
    const options = given.map((each) => `-c '${each}'`).join(' ');
    run('pg_ctl', ['start', '--wait', `--pgdata=${data}`, `--log=${data}.log`, `--options=${options}`]);
    running.add(data);
  };
  const running = new Set<string>();
  const end = (data: string) => {
    if (running.delete(data)) run('pg_ctl', ['stop', '--mode=immediate', `--pgdata=${data}`]);
  };
  run('initdb', [`--pgdata=${cluster}`, '--username=belfry', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
  start(cluster);
  return {
    url: (database) => `postgresql://belfry@127.0.0.1:${port}/${database}`,
    run,
    runUnderLoad,
    folder,
    end: () => end(cluster),
    startFrom: start,
    stop() {
      for (const data of [...running]) end(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function postgresAccount(): Promise<Account> {
  const { readFile } = await import('node:fs/promises');
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new CliError('The account postgres is missing.');
  return { uid: Number(uid), gid: Number(gid) };
}
