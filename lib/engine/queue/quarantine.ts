/**
 * Jobs whose worker died run in a separate process. If one of them ends that process too, no other job waits for it.
 * The process is started when there is such a job, and ends when no such job is left.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { watchHeartbeats } from '#lib/heartbeat.ts';
import { logger } from '#lib/logger.ts';

/** The argument that starts a worker's program as the quarantine process. */
export const QUARANTINE = '--quarantine';

/**
 * Milliseconds that the event loop of the process may hang. Equal to a lease, because its jobs are requeued after a
 * lease.
 */
const SILENT_MS = 30_000;

export class Quarantine {
  readonly #program: string;
  readonly #silentMs: number;
  #child: ChildProcess | undefined;
  #isOver = false;

  /**
   * @param program the worker's own program.
   * @param silentMs the milliseconds that the process may hang before it is killed.
   */
  constructor(program = process.argv[1] ?? '', silentMs = SILENT_MS) {
    this.#program = program;
    this.#silentMs = silentMs;
  }

  /** Starts the process, unless it is running. */
  open(): void {
    if (this.#child || this.#isOver) return;
    const child = fork(this.#program, [QUARANTINE]);
    this.#child = child;
    lowerPriority(child);
    watchHeartbeats(child, this.#silentMs, () => child.kill('SIGKILL'));
    const end = (cause: { error?: Error; exitCode?: number | null; signal?: string | null }) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (cause.exitCode !== 0) logger().warn(cause, 'Quarantine process ended unexpectedly');
    };
    child.on('error', (error) => end({ error })); // an unhandled `error` event would crash this process
    child.once('exit', (exitCode, signal) => end({ exitCode, signal }));
  }

  /** Ends the process. Its running attempt may take `limitMs`. */
  async stop(limitMs: number): Promise<void> {
    this.#isOver = true;
    const child = this.#child;
    if (!child) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const inTime = await Promise.race([exit.then(() => true), sleep(limitMs, false, { ref: false })]);
    if (!inTime) child.kill('SIGKILL');
  }
}

/** With this niceness, a process gets a tenth of an ordinary share of a busy processor. */
const NICENESS = 10;

/** Lowers the priority of the process. Each death costs the start of a process, so ordinary delivery has priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICENESS);
  } catch (error) {
    logger().debug({ error }, 'Failed to lower the priority of the quarantine process');
  }
}
