/** A separate PostgreSQL of the system’s packages, because `pg_dump` must not be older than its server. */
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '#scripts/cli-error.ts';
import { freePort } from '#scripts/postgres.ts';
import { type Account, runAs } from '#scripts/postgres-home.ts';

export interface DebianPostgres {
  /** Returns the URL of a database of the server. */
  url(database: string): string;
  /** Runs a program of the server’s version. @throws CliError with its output if it fails. */
  run(program: string, args: string[]): void;
  stop(): void;
}

/** @throws CliError if no PostgreSQL is installed. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);
  if (bin === undefined || !existsSync(join(bin, 'pg_dump')))
    throw new CliError('Install the packages postgresql and postgresql-client.');
  const account = process.getuid?.() === 0 ? await postgresAccount() : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'belfry-rehearsal-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const cluster = join(folder, 'cluster');
  const port = await freePort();
  const run = (program: string, args: string[]) => {
    const { status, output } = runAs(account, join(bin, program), args);
    if (status !== 0) throw new CliError(`${program} failed: ${output.trim()}`);
  };
  run('initdb', [`--pgdata=${cluster}`, '--username=belfry', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  run('pg_ctl', ['start', '--wait', `--pgdata=${cluster}`, `--log=${join(folder, 'log')}`, `--options=${options}`]);
  return {
    url: (database) => `postgresql://belfry@127.0.0.1:${port}/${database}`,
    run,
    stop() {
      run('pg_ctl', ['stop', '--mode=immediate', `--pgdata=${cluster}`]);
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
