import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '#lib/logger.ts';
import { isPassing } from '#lib/postgres/passing.ts';
import { annotate, inSpan } from '#lib/tracing/tracing.ts';
import { Gate } from './admission/gate.ts';
import { type AttemptTools, attempt, isRequeued, isWindowPending } from './attempt/attempt.ts';
import { attemptSpan, resultAttributes } from './attempt/attempt-span.ts';
import { loadParentSpans } from './load/parent-spans.ts';
import { loadRuns } from './load/runs.ts';
import type { EngineMetrics } from './metrics/metrics.ts';
import { findNextReady, findReady } from './queue/everywhere.ts';
import { shareSlots } from './queue/fairness.ts';
import { claimInterrupted } from './queue/recovery.ts';
import {
  byEnvironment,
  type ClaimedWork,
  claimWork,
  discardEnvironment,
  discardWork,
  type Holder,
  type ReadyWork,
  renewLeases,
  returnWork,
} from './queue/work.ts';
import { Recorder } from './record/recorder.ts';
import type { Records } from './record/records.ts';
import type { Attempted } from './record/rows.ts';
import { WindowRecorder } from './windows/recorder.ts';

export interface WorkLoopOptions {
  workerId: string;
  tools: AttemptTools;
  metrics: EngineMetrics;
  /** Maximum concurrent attempts. */
  slots: number;
  leaseMs: number;
  /** Milliseconds to wait for an announcement before looking for work anyway. */
  pollMs: number;
}

/** Milliseconds to pause after a failure, and the requeue delay of the job that failed. */
const FAILURE_PAUSE_MS = 1_000;

/** Requeue delay of a run whose workflow or step is not stored, for example until the rest of a backup is restored. */
const INCOMPLETE_PAUSE_MS = 10 * 60_000;

/**
 * A busy worker claims again when this share of its slots is free, or after a short wait: one claim of 50 jobs costs
 * the database less than ten claims of 5.
 */
const FREE_SHARE = 1 / 4;
const FREE_WAIT_MS = 100;

/**
 * Milliseconds between two searches for work while there is little work, so that jobs are claimed and loaded together.
 */
const GATHER_MS = 10;

/**
 * The milliseconds for which a busy worker claims only from known environments and lanes. Then it searches all
 * environments and lanes, which reads past all rows claimed since the last vacuum. After a slow search, this time is
 * longer.
 */
const LOOK_MS = { least: 100, most: 1_000, timesItsDuration: 20 };

/**
 * A job that fails with an internal error is requeued up to this many claims. After more claims, the job waits
 * until its lease ends, and then counts as a job whose worker died.
 */
const MAX_CLAIMS_PUT_BACK = 5;

/**
 * Claims work and runs each attempt. There is one claimer per process, and environments take turns. After any failure
 * here, the claimed jobs become available again.
 */
export class WorkLoop {
  readonly #options: WorkLoopOptions;
  readonly #recorder: Recorder;
  readonly #windows: WindowRecorder;
  readonly #gate: Gate;
  /** The jobs of the running attempts. */
  readonly #held = new Set<ClaimedWork>();
  /** The due work that the last search found. */
  #due: ReadyWork[] = [];
  /** The time at which a busy worker looks at all environments again. Milliseconds. */
  #nextLook = 0;
  #turn = 0;
  #foundLittle = false;
  #lastLook = 0;
  #stopping = false;
  #wake: () => void = () => {};
  /** Called when an attempt ends. */
  #freed: () => void = () => {};
  #idle = Promise.withResolvers<void>();
  #loop: Promise<void> | undefined;

  constructor(options: WorkLoopOptions) {
    this.#options = options;
    this.#recorder = new Recorder(options.workerId, options.tools.now);
    this.#windows = new WindowRecorder(options.workerId, options.tools.now);
    this.#gate = new Gate(options.slots, options.tools.send);
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Looks for work immediately, because there may be new work. */
  wake(): void {
    this.#wake();
  }

  /** Renews the leases of the running jobs, so that other workers do not requeue them. */
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
        await this.#gather();
        const { claimed, next } = await this.#claimDue();
        this.#foundLittle = claimed < this.#options.slots * FREE_SHARE;
        if (claimed === 0) await Promise.race([woken.promise, sleep(this.#pause(next), undefined, { ref: false })]);
        else await this.#untilFree();
      } catch (error) {
        logger().error({ error }, 'Failed to claim jobs');
        await sleep(FAILURE_PAUSE_MS);
      }
    }
  }

  /** Waits after a search that found little work, so that jobs due in the meantime are claimed and loaded together. */
  async #gather(): Promise<void> {
    const left = this.#lastLook + GATHER_MS - performance.now();
    if (this.#foundLittle && left > 0 && !this.#stopping) await sleep(left, undefined, { ref: false });
    this.#lastLook = performance.now();
  }

  async #untilFree(): Promise<void> {
    const isFree = () => this.#stopping || this.#free() >= this.#options.slots * FREE_SHARE;
    const end = Date.now() + (this.#free() === 0 ? this.#options.pollMs : FREE_WAIT_MS);
    for (let left = end - Date.now(); left > 0 && !isFree(); left = end - Date.now()) {
      const freed = Promise.withResolvers<void>();
      this.#freed = freed.resolve;
      await Promise.race([freed.promise, sleep(left, undefined, { ref: false })]);
    }
  }

  /** Returns the milliseconds until the next work is due, at most one poll interval. */
  #pause(next: Date | undefined): number {
    const { pollMs, tools } = this.#options;
    return Math.max(1, Math.min(pollMs, next ? next.getTime() - tools.now().getTime() : pollMs));
  }

  #free(): number {
    return this.#options.slots - this.#held.size;
  }

  async #claimDue(): Promise<{ claimed: number; next: Date | undefined }> {
    if (this.#free() <= 0) return { claimed: 0, next: undefined };
    const { due, next } = await this.#findDue();
    let claimed = 0;
    const shares = shareSlots(due, {
      free: this.#free(),
      slots: this.#options.slots,
      underWay: new Map([...byEnvironment([...this.#held])].map(([id, works]) => [id, works.length])),
      turn: this.#turn++,
    });
    for (const share of shares) {
      if (this.#stopping) break;
      const works = await claimWork(share, this.#holder(), share.slots);
      claimed += works.length;
      this.#begin(share.environmentId, works);
    }
    return { claimed, next };
  }

  /**
   * Returns the due work, or when the next work is due. A busy worker looks for other environments and lanes only from
   * time to time.
   */
  async #findDue(): Promise<{ due: ReadyWork[]; next?: Date | undefined }> {
    const now = this.#options.tools.now();
    const isDue = ({ readyAt }: ReadyWork) => readyAt <= now;
    if (this.#due.length > 0 && performance.now() < this.#nextLook) {
      this.#due = (await findNextReady(this.#due)).filter(isDue);
      if (this.#due.length > 0) return { due: this.#due };
    }
    const begun = performance.now();
    const ready = await findReady();
    const end = performance.now();
    const { least, most, timesItsDuration } = LOOK_MS;
    this.#nextLook = end + Math.min(most, Math.max(least, (end - begun) * timesItsDuration));
    this.#due = ready.filter(isDue);
    const later = ready.filter((work) => !isDue(work)).map(({ readyAt }) => readyAt.getTime());
    return { due: this.#due, next: later.length > 0 ? new Date(Math.min(...later)) : undefined };
  }

  #untilIdle(): Promise<void> {
    return this.#held.size === 0 ? Promise.resolve() : this.#idle.promise;
  }

  #begin(environmentId: string, works: readonly ClaimedWork[]): void {
    if (works.length === 0) return;
    for (const work of works) this.#held.add(work);
    for (const { claims, firstClaimedAt, readyAt } of works)
      if (claims === 1) this.#options.metrics.countStart(firstClaimedAt.getTime() - readyAt.getTime());
    void this.#loadAndAttempt(environmentId, works);
  }

  #end(works: readonly ClaimedWork[]): void {
    for (const work of works) this.#held.delete(work);
    this.#freed();
    if (this.#held.size > 0) return;
    this.#idle.resolve();
    this.#idle = Promise.withResolvers<void>();
  }

  /**
   * Loads and attempts claimed jobs. Never throws. A job that cannot be loaded or recorded is requeued immediately if
   * possible; otherwise it becomes available when its lease ends.
   */
  async #loadAndAttempt(environmentId: string, works: readonly ClaimedWork[]): Promise<void> {
    try {
      const startedAt = Date.now();
      const runs = await loadRuns(environmentId, works);
      const rows = runs.some(Boolean) ? 0 : await discardEnvironment(environmentId);
      if (rows > 0) {
        logger().info({ environmentId, rows }, 'Discarded queue rows of a deleted environment');
        return this.#end(works);
      }
      const parents = await loadParentSpans(environmentId, runs);
      for (const [index, work] of works.entries()) {
        const run = runs[index];
        const span = () => attemptSpan(work, run, { parents, startedAt });
        void inSpan(span, () => this.#attempt(work, run)).finally(() => this.#end([work]));
      }
    } catch (error) {
      logger().error({ error }, 'Failed to load the runs of claimed jobs');
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
    const { metrics, tools } = this.#options;
    try {
      if (!run) return await this.#discardOrRequeue(work);
      const result = await attempt(run, tools, this.#gate);
      annotate(() => resultAttributes(result));
      if (isRequeued(result)) return await this.#recorder.requeue(work, result.readyAt);
      if (isWindowPending(result)) {
        const records = await this.#windows.record({ work, run, outcome: result.windowDecision });
        if (records) metrics.countAttempt(records, true);
        return this.#wake();
      }
      const recorded = await this.#record({ work, run, records: result });
      metrics.countAttempt(result, recorded);
      if (makesWork(result)) this.#wake();
    } catch (error) {
      logger().error({ error, jobId: work.jobId, runId: work.notificationId }, 'Attempt failed with an internal error');
      // A worker that stops without its database may have sent a message that it could not record. Such a job, and one
      // with many claims, waits until its lease ends, as after the death of its worker. The next attempt records the
      // interruption.
      const mayHaveSent = this.#stopping && isPassing(error);
      if (!mayHaveSent && work.claims <= MAX_CLAIMS_PUT_BACK) await this.#requeueLater(work);
    }
  }

  /**
   * Records an attempt. If the database cannot record it, for example because its disk is full, the worker retries
   * until it stops. A requeued job would send its message again. The job keeps its slot, so few further messages are
   * sent.
   */
  async #record(attempted: Attempted): Promise<boolean> {
    for (;;) {
      try {
        return await this.#recorder.record(attempted);
      } catch (error) {
        if (this.#stopping || !isPassing(error)) throw error;
        logger().warn({ error, jobId: attempted.work.jobId }, 'Failed to save the result of an attempt');
        await sleep(FAILURE_PAUSE_MS);
      }
    }
  }

  /** Discards the work of a deleted run. If only its workflow or a step is missing, requeues the job. */
  async #discardOrRequeue(work: ClaimedWork): Promise<void> {
    const { workerId, tools } = this.#options;
    const about = { jobId: work.jobId, runId: work.notificationId };
    if (await discardWork(work, workerId)) return logger().error(about, 'Discarded the queue row of a deleted run');
    logger().error(about, 'Requeued a job because its workflow or step was missing');
    await this.#recorder.requeue(work, new Date(tools.now().getTime() + INCOMPLETE_PAUSE_MS));
  }

  async #requeueLater(work: ClaimedWork): Promise<void> {
    const until = new Date(this.#options.tools.now().getTime() + FAILURE_PAUSE_MS);
    await this.#recorder.requeue(work, until).catch(() => undefined);
  }
}

/** Whether the job, or another one of its run, is due now or later. */
function makesWork({ work, others }: Records): boolean {
  return work.type === 'again' || others.some(({ readyAt }) => readyAt);
}
