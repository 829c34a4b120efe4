/** A separate Belfry for the programs that measure delivery: an embedded PostgreSQL and real processes, all on this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { maintain } from '#lib/engine/upkeep/maintenance.ts';
import { disconnect } from '#lib/postgres/db.ts';
import { migrate } from '#scripts/migrate.ts';
import { freePort, type Postgres, removeCluster, startPostgres } from '#scripts/postgres.ts';
import { root } from '#scripts/sources.ts';
import { compileCache, programs } from '#scripts/supervise.ts';

export interface Program {
  pid: number;
  /** Settles with the exit code, or the signal that ended the process. */
  exited: Promise<number | string>;
  isAlive(): boolean;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGTERM and waits for the exit. @returns the milliseconds that it took. */
  stop(): Promise<number>;
  /** Returns the resident memory in MB; 0 if the system does not report it. */
  memoryMb(): number;
}

export interface WorkerProgram extends Program {
  /** The address of its metrics. */
  metricsUrl: string;
  /** Returns a counter or gauge of `/metrics`, summed over its labels. */
  metric(name: string): Promise<number>;
}

export interface WebProgram extends Program {
  origin: string;
}

export interface Installation {
  /** The connections of the measuring program itself. */
  database: pg.Pool;
  /** The file for the output of the processes. */
  logFile: string;
  /** Starts a worker. @param ready false: returns immediately, while the worker is still starting. */
  startWorker(ready?: boolean): Promise<WorkerProgram>;
  startWeb(): Promise<WebProgram>;
  /** Returns the process ID of PostgreSQL. */
  postmaster(): Promise<number>;
  /** The variables with which the processes start. */
  variables: Record<string, string>;
  /** Ends PostgreSQL without a checkpoint (`pg_ctl stop -m immediate`) and restarts it. @returns the time at which it was ready. */
  crashDatabase(downMs: number): Promise<number>;
  /** Kills every process that still runs. */
  killAll(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Opens an installation in a separate folder.
 * @param name of the folder in .scratch, unique among simultaneous runs. Contents of an earlier run are removed.
 * @param start the database. Default: an embedded one.
 */
export async function openInstallation(
  name: string,
  start: (folder: string) => Promise<Postgres> = startPostgres,
): Promise<Installation> {
  const folder = join(root, '.scratch', name);
  mkdirSync(folder, { recursive: true });
  removeCluster(folder);
  let postgres = await start(folder);
  await migrate(postgres.url);
  const variables = variablesOf(postgres.url);
  Object.assign(process.env, variables);
  await maintain();
  const database = new pg.Pool({ connectionString: postgres.adminUrl, max: 8 });
  database.on('error', () => undefined);
  const logFile = join(folder, 'processes.log');
  rmSync(logFile, { force: true });
  const running = new Set<Program>();
  const launched = (args: string[], more: Record<string, string>) => {
    const program = launch(args, { ...variables, ...more }, logFile);
    running.add(program);
    void program.exited.then(() => running.delete(program));
    return program;
  };
  const killAll = async () => {
    for (const program of running) program.signal('SIGKILL');
    await Promise.all([...running].map(({ exited }) => exited));
  };
  return {
    database,
    logFile,
    variables,
    postmaster: () => postmasterOf(database),
    async startWorker(ready = true) {
      const port = await freePort();
      const program = launched(programs.worker, { WORKER_METRICS_PORT: String(port) });
      const metricsUrl = `http://127.0.0.1:${port}/metrics`;
      if (ready) await answering(metricsUrl, program);
      return { ...program, metricsUrl, metric: (metric) => readMetric(port, metric) };
    },
    async startWeb() {
      const port = await freePort();
      const program = launched([...programs.web, '--api-only'], { PORT: String(port), HOST: '127.0.0.1' });
      const origin = `http://127.0.0.1:${port}`;
      await answering(`${origin}/api/health/ready`, program);
      return { ...program, origin };
    },
    async crashDatabase(downMs) {
      process.kill(await postmasterOf(database), 'SIGQUIT');
      await postgres.exited;
      await sleep(downMs);
      postgres = await start(folder);
      return performance.now();
    },
    killAll,
    async stop() {
      await killAll();
      await disconnect();
      await database.end();
      await postgres.stop();
      removeCluster(folder);
    },
  };
}

function variablesOf(url: string): Record<string, string> {
  return {
    DATABASE_URL: url,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'false',
    OUTBOUND_ALLOW: '127.0.0.1',
    AUTH_SECRET: 'bench'.repeat(8),
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64')}`,
  };
}

function launch(args: string[], variables: Record<string, string>, logFile: string): Program {
  const log = openSync(logFile, 'a');
  const env = { ...process.env, ...compileCache, ...variables, ...profile(args) };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', log, log, 'ipc'] });
  closeSync(log);
  const exited = once(child, 'exit').then(([code, signal]) => (signal ?? code) as number | string);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    exited,
    isAlive,
    signal: (name) => void child.kill(name),
    memoryMb: () => residentMb(child),
    async stop() {
      const begun = performance.now();
      if (isAlive()) child.kill('SIGTERM');
      await exited;
      return performance.now() - begun;
    },
  };
}

/** Returns options for `PROFILE=worker` (or `server`): a CPU profile of every such process in .scratch/profiles. */
function profile(args: string[]): Record<string, string> {
  const wanted = process.env.PROFILE;
  if (!wanted || !args.some((arg) => arg.endsWith(`${wanted}.ts`))) return {};
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(root, '.scratch', 'profiles')}` };
}

async function answering(url: string, program: Program): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    if (!program.isAlive()) throw new Error(`The process exited before it was ready (${await program.exited})`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.text();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not respond within a minute`);
}

async function readMetric(port: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

async function postmasterOf(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
  return Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

function residentMb({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
