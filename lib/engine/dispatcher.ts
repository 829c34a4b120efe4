import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#lib/logger.ts';
import { type AttemptTools, attempt, isPutBack, isShared } from './attempt.ts';
import { shareSlots } from './fairness.ts';
import { Gate } from './gate.ts';
import { loadRuns } from './load-runs.ts';
import type { EngineMetrics } from './metrics.ts';
import {
  byEnvironment,
  type ClaimedWork,
  claimInterrupted,
  claimWork,
  findReady,
  type Holder,
  renewLeases,
  returnWork,
} from './queue.ts';
import { Recorder } from './recorder.ts';
import { WindowRecorder } from './window-recorder.ts';

export interface DispatcherOptions {
  workerId: string;
  tools: AttemptTools;
  metrics: EngineMetrics;
  /** How many attempts run at the same time. */
  slots: number;
  leaseMs: number;
  /** How long to wait for an announcement before looking for work anyway. */
  pollMs: number;
}

/** The longest pause after the database failed. */
const FAILURE_PAUSE_MS = 1_000;

/** A job that fails in here so often is left to its lease: then it counts as one that ended its worker. */
const MAX_CLAIMS_PUT_BACK = 5;

/**
 * Claims work and runs each attempt. There is one claimer per process, and environments take turns. After any failure
 * here, the claimed jobs become available again.
 */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #recorder: Recorder;
  readonly #windows: WindowRecorder;
  readonly #gate: Gate;
  /** The jobs of the running attempts. */
  readonly #held = new Set<ClaimedWork>();
  #turn = 0;
  #stopping = false;
  #wake: () => void = () => {};
  #idle = Promise.withResolvers<void>();
  #loop: Promise<void> | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#recorder = new Recorder(options.workerId, options.tools.now);
    this.#windows = new WindowRecorder(options.workerId, options.tools.now);
    this.#gate = new Gate(options.slots, options.tools.send);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Says that there may be new work. */
  wake(): void {
    this.#wake();
  }

  /** Renews the leases of the running jobs, so that other workers do not take them for dead. */
  async renew(): Promise<void> {
    if (this.#held.size > 0) await renewLeases([...this.#held], this.#holder());
  }

  /** Stops claiming, and waits up to `limitMs` for running attempts. @returns whether all of them ended. */
  async stop(limitMs: number): Promise<boolean> {
    this.#stopping = true;
    this.#wake();
    await this.#loop;
    if (this.#held.size === 0) return true;
    return Promise.race([this.#idle.promise.then(() => true), sleep(limitMs, false, { ref: false })]);
  }

  /** Claims until nothing is due, and waits for all attempts. @returns when the next work is due. */
  async drain(): Promise<Date | undefined> {
    for (;;) {
      const ranInterrupted = await this.runInterrupted();
      const { claimed, next } = await this.#claimDue();
      await this.#untilIdle();
      if (claimed === 0 && !ranInterrupted) return next;
    }
  }

  /** Runs jobs whose worker died, while nothing else runs. @returns whether there were any. */
  async runInterrupted(): Promise<boolean> {
    const works = this.#held.size === 0 && !this.#stopping ? await claimInterrupted(this.#holder(), this.#free()) : [];
    for (const [environmentId, own] of byEnvironment(works)) this.#begin(environmentId, own);
    await this.#untilIdle();
    return works.length > 0;
  }

  #holder(): Holder {
    const { workerId, leaseMs, tools } = this.#options;
    return { workerId, leaseMs, now: tools.now() };
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const woken = Promise.withResolvers<void>();
      this.#wake = woken.resolve;
      try {
        const { claimed, next } = await this.#claimDue();
        if (claimed === 0) await Promise.race([woken.promise, sleep(this.#pause(next), undefined, { ref: false })]);
        else if (this.#free() === 0)
          await Promise.race([woken.promise, sleep(this.#options.pollMs, undefined, { ref: false })]);
      } catch (error) {
        logger().error({ error }, 'Work could not be claimed; it is tried again');
        await sleep(FAILURE_PAUSE_MS);
      }
    }
  }

  /** The time until the next work is due, at most one poll interval. */
  #pause(next: Date | undefined): number {
    const { pollMs, tools } = this.#options;
    return Math.max(1, Math.min(pollMs, next ? next.getTime() - tools.now().getTime() : pollMs));
  }

  #free(): number {
    return this.#options.slots - this.#held.size;
  }

  async #claimDue(): Promise<{ claimed: number; next: Date | undefined }> {
    if (this.#free() <= 0) return { claimed: 0, next: undefined };
    const ready = await findReady();
    const now = this.#options.tools.now();
    const due = ready.filter(({ readyAt }) => readyAt <= now);
    const later = ready.filter(({ readyAt }) => readyAt > now).map(({ readyAt }) => readyAt.getTime());
    const next = later.length > 0 ? new Date(Math.min(...later)) : undefined;
    let claimed = 0;
    const shares = shareSlots(due, {
      free: this.#free(),
      slots: this.#options.slots,
      underWay: new Map([...byEnvironment([...this.#held])].map(([id, works]) => [id, works.length])),
      turn: this.#turn++,
    });
    for (const { environmentId, lane, slots } of shares) {
      if (this.#stopping) break;
      const works = await claimWork({ environmentId, lane }, this.#holder(), slots);
      claimed += works.length;
      this.#begin(environmentId, works);
    }
    return { claimed, next };
  }

  #untilIdle(): Promise<void> {
    return this.#held.size === 0 ? Promise.resolve() : this.#idle.promise;
  }

  #begin(environmentId: string, works: readonly ClaimedWork[]): void {
    if (works.length === 0) return;
    for (const work of works) this.#held.add(work);
    for (const { claims, firstClaimedAt, readyAt } of works)
      if (claims === 1) this.#options.metrics.started(firstClaimedAt.getTime() - readyAt.getTime());
    void this.#see(environmentId, works);
  }

  #end(works: readonly ClaimedWork[]): void {
    for (const work of works) this.#held.delete(work);
    this.#wake();
    if (this.#held.size > 0) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers<void>();
  }

  /**
   * Never throws. A job that cannot be loaded or recorded is put back at once if possible; otherwise it becomes
   * available when its lease ends.
   */
  async #see(environmentId: string, works: readonly ClaimedWork[]): Promise<void> {
    try {
      const runs = await loadRuns(environmentId, works);
      for (const [index, work] of works.entries()) {
        const run = runs[index];
        if (!run)
          logger().error({ jobId: work.jobId, runId: work.notificationId }, 'A job has work, and its run is gone');
        void this.#attempt(work, run).finally(() => this.#end([work]));
      }
    } catch (error) {
      logger().error({ error }, 'Runs could not be loaded; their work is put back');
      const holder = this.#holder();
      await returnWork(
        works.map((work) => ({ ...work, until: holder.now })),
        holder,
      ).catch(() => undefined);
      await sleep(FAILURE_PAUSE_MS);
      this.#end(works);
    }
  }

  async #attempt(work: ClaimedWork, run: Awaited<ReturnType<typeof loadRuns>>[number]): Promise<void> {
    if (!run) return;
    const { metrics, tools } = this.#options;
    try {
      const result = await attempt(run, tools, this.#gate);
      if (isPutBack(result)) return await this.#recorder.putBack(work, result.readyAt);
      if (isShared(result)) {
        const records = await this.#windows.record({ work, run, outcome: result.shared });
        if (records) metrics.attempted(records, true);
        return;
      }
      const recorded = await this.#recorder.record({ work, run, records: result });
      metrics.attempted(result, recorded);
    } catch (error) {
      logger().error({ error, jobId: work.jobId, runId: work.notificationId }, 'An attempt could not be seen through');
      // Otherwise its lease ends, and it runs alone.
      if (work.claims <= MAX_CLAIMS_PUT_BACK) await this.#putBackLater(work);
    }
  }

  async #putBackLater(work: ClaimedWork): Promise<void> {
    const until = new Date(this.#options.tools.now().getTime() + FAILURE_PAUSE_MS);
    await this.#recorder.putBack(work, until).catch(() => undefined);
  }
}
