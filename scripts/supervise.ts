import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchHeartbeats } from '#lib/heartbeat.ts';
import { signal } from './processes.ts';
import { root } from './sources.ts';

export interface Service {
  /** Settles when the service has ended permanently without being stopped. */
  failed: Promise<string>;
  stop(): Promise<void>;
}

export interface SupervisedService extends Service {
  /** Returns the ID of the current process. */
  pid(): number | undefined;
}

export interface Surroundings {
  env: Record<string, string | undefined>;
  /** An open file for the process's output. */
  output?: 'inherit' | number;
  /**
   * Milliseconds without a heartbeat after which the process counts as hung. Not set in development, because a debugger
   * may stop the process.
   */
  silentMs?: number;
}

/** Milliseconds that a process has to stop. Both processes need less. */
const STOP_MS = 11_000;
/** Milliseconds for which the event loop of a process may be blocked. */
const SILENT_MS = 30_000;
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
/**
 * If a process exits within this many milliseconds of its start, a restart would fail too. A killed process is always
 * restarted.
 */
const FIRST_MS = 3000;

/**
 * Keeps one of Belfry's processes running. A process that exits without being stopped is restarted. A process whose
 * event loop is blocked is killed and restarted. Gives up after more than five restarts in a minute, or if the process
 * exits right after its start. When this process exits, the child process detects it by its closed channel.
 */
export function supervise(name: string, args: string[], surroundings: Surroundings): SupervisedService {
  const start = () => watched(name, launch(args, surroundings), surroundings);
  let child = start();
  let stopping = false;
  const startedAt = Date.now();
  const ends: number[] = [];
  const failed = (async () => {
    for (;;) {
      const ending = await ended(child);
      if (stopping) return new Promise<never>(() => undefined);
      const now = Date.now();
      ends.push(now);
      const recent = ends.filter((time) => now - time < RESTART_WINDOW_MS).length;
      const cannotStart = now - startedAt < FIRST_MS && child.signalCode === null;
      if (recent > MAX_RESTARTS || cannotStart) return `The ${name} process ended (${ending}).`;
      console.error(`The ${name} process ended (${ending}) and is being restarted.`);
      await sleep(recent * 200);
      if (!stopping) child = start();
    }
  })();
  return {
    failed,
    pid: () => child.pid,
    async stop() {
      stopping = true;
      await stopChild(child);
    },
  };
}

/**
 * Starts the process in a separate session, so that Ctrl-C reaches only this process, which stops the others in order.
 */
function launch(args: string[], { env, output = 'inherit' }: Surroundings): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...compileCache, ...env, NEXT_TELEMETRY_DISABLED: '1' },
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
}

/** Kills a process whose event loop is blocked. Such a process handles no signal except SIGKILL. */
function watched(name: string, child: ChildProcess, { env, silentMs = SILENT_MS }: Surroundings): ChildProcess {
  if (env.NODE_ENV === 'development') return child;
  watchHeartbeats(child, silentMs, () => {
    console.error(
      `The ${name} process is not responding: its event loop has been blocked for ${silentMs / 1000} s. The process is being killed.`,
    );
    if (child.pid) signal(-child.pid, 'SIGKILL');
  });
  return child;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = ended(child);
  child.kill('SIGTERM');
  const inTime = await Promise.race([exit.then(() => true), sleep(STOP_MS, false, { ref: false })]);
  if (!inTime && child.pid) signal(-child.pid, 'SIGKILL');
  await exit;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function ended(child: ChildProcess): Promise<string> {
  const ending = () => child.signalCode ?? `exit code ${child.exitCode}`;
  if (hasEnded(child)) return Promise.resolve(ending());
  return new Promise((resolve) => child.once('exit', () => resolve(ending())));
}

/** The folder for Node's compiled modules. It saves a restarted process about 0.4 s of processor time. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/**
 * The two processes of an installation. The web process has a small young generation, which keeps it below 300 MB,
 * because requests leave little garbage behind. The young generation of the worker has room for 200 simultaneous
 * deliveries: with 16 MB, the worker would use a sixth more processor time. V8 gets one extra thread, because four
 * threads of a starting worker would take the processors from a worker that delivers.
 */
export const programs = {
  web: ['--max-semi-space-size=16', join(root, 'server.ts')],
  worker: ['--max-semi-space-size=32', '--v8-pool-size=1', join(root, 'worker.ts')],
};
