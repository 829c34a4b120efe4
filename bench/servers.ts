import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#scripts/postgres.ts';
import { untilReady } from '#scripts/service.ts';
import { root } from '#scripts/sources.ts';
import { programs } from '#scripts/supervise.ts';

export interface Server {
  /** The origin, such as http://127.0.0.1:40123. */
  origin: string;
  /** Returns the current resident memory; 0 if the system does not report it. */
  memoryMb(): number;
  /** Returns the number of open files and connections; 0 if the system does not report it. */
  openFiles(): number;
  stop(): Promise<void>;
}

/** Starts the web process as it runs in production. */
export function startWeb(variables: Record<string, string>): Promise<Server> {
  return startReady(programs.web, variables);
}

/** Starts the web process without pages. It needs no build. */
export function startApi(variables: Record<string, string>): Promise<Server> {
  return startReady([...programs.web, '--api-only'], variables);
}

async function startReady(args: string[], variables: Record<string, string>): Promise<Server> {
  const { child, origin } = await start(args, variables);
  await untilReady(
    origin,
    once(child, 'exit').then(() => 'The web process ended.'),
  );
  return running(child, origin);
}

/** The baselines for the web process, with their descriptions for the report. */
export const BASELINES = {
  bare: 'a node:http server that checks the key and runs the same prepared statements',
  plain: 'a node:http server with nothing of Belfry in it: one plain `SELECT … LIMIT 11`, `JSON.stringify`',
  nestjs: 'the same statements in NestJS (Express, a guard, validated DTOs) with pg',
} as const;
export type BaselineName = keyof typeof BASELINES;

const folder = join(root, 'bench', 'baselines');
const baselineFiles: Record<BaselineName, string> = {
  bare: join(root, 'bench', 'bare.ts'),
  plain: join(folder, 'plain.ts'),
  nestjs: join(folder, 'nestjs', 'server.mjs'),
};

/** Starts a baseline. NestJS is installed first, because it is not a dependency of Belfry. */
export async function startBaseline(name: BaselineName, variables: Record<string, string>): Promise<Server> {
  if (name === 'nestjs') installNestjs();
  const { child, origin } = await start([baselineFiles[name]], variables);
  await once(child, 'message');
  return running(child, origin);
}

function installNestjs(): void {
  const cwd = join(folder, 'nestjs');
  if (existsSync(join(cwd, 'node_modules', '.package-lock.json'))) return;
  const { status, stderr } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`NestJS could not be installed: ${stderr}`);
}

async function start(args: string[], variables: Record<string, string>) {
  const port = variables.PORT ?? String(await freePort());
  const env = { ...process.env, ...variables, HOST: '127.0.0.1', PORT: port };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return { child, origin: `http://127.0.0.1:${port}` };
}

function running(child: ChildProcess, origin: string): Server {
  return {
    origin,
    memoryMb: () => residentMb(child.pid),
    openFiles: () => (process.platform === 'linux' ? readdirSync(`/proc/${child.pid}/fd`).length : 0),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function residentMb(pid: number | undefined): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
