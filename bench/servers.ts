import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../scripts/postgres.ts';
import { untilReady } from '../scripts/service.ts';
import { root } from '../scripts/sources.ts';
import { programs } from '../scripts/supervise.ts';

export interface Server {
  /** Such as http://127.0.0.1:40123. */
  origin: string;
  /** Resident memory now; 0 where the system does not tell. */
  memoryMb(): number;
  stop(): Promise<void>;
}

/** The web process as it runs in production. */
export async function startWeb(variables: Record<string, string>): Promise<Server> {
  const { child, origin } = await start(programs.web, variables);
  await untilReady(
    origin,
    once(child, 'exit').then(() => 'The web process ended.'),
  );
  return running(child, origin);
}

/** The baseline of bench/bare.ts. */
export async function startBare(variables: Record<string, string>): Promise<Server> {
  const { child, origin } = await start([join(root, 'bench', 'bare.ts')], variables);
  await once(child, 'message');
  return running(child, origin);
}

async function start(args: string[], variables: Record<string, string>) {
  const port = await freePort();
  const env = { ...process.env, ...variables, HOST: '127.0.0.1', PORT: String(port) };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return { child, origin: `http://127.0.0.1:${port}` };
}

function running(child: ChildProcess, origin: string): Server {
  return {
    origin,
    memoryMb: () => residentMb(child.pid),
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
