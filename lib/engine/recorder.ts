import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '#lib/db.ts';
import { retryDeadlock } from '#lib/deadlock.ts';
import { byEnvironment, type ClaimedWork, returnWork } from './queue.ts';
import { recordAttempts } from './record.ts';
import type { Attempted } from './record-rows.ts';
import { lockRuns, withFreshOutcome } from './shared-run.ts';

/** How many attempts one statement records at most. */
const BATCH = 100;
/** How many batches are written at the same time; what ends meanwhile is gathered for the next one. */
const WRITERS = 2;
/** How long a finished attempt waits for others, so that they are recorded together. */
const GATHER_MS = 2;

interface Pending {
  attempted: Attempted;
  /** True when it was recorded; false when another worker held the job by then. */
  settle: (recorded: boolean) => void;
  fail: (error: unknown) => void;
}

/** Gathers finished attempts and jobs to put back, and writes them together. */
export class Recorder {
  readonly #workerId: string;
  readonly #now: () => Date;
  #pending: Pending[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing = 0;
  #returned: (ClaimedWork & { until: Date })[] = [];
  #returning: Promise<void> | undefined;

  constructor(workerId: string, now: () => Date) {
    this.#workerId = workerId;
    this.#now = now;
  }

  /** @returns whether it was recorded. */
  record(attempted: Attempted): Promise<boolean> {
    if (attempted.records.isShared) return retryDeadlock(() => this.#recordShared(attempted));
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    this.#pending.push({ attempted, settle: resolve, fail: reject });
    if (this.#pending.length >= BATCH) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
    return promise;
  }

  /** Puts back a job that was not tried. */
  putBack(work: ClaimedWork, until: Date): Promise<void> {
    this.#returned.push({ ...work, until });
    this.#returning ??= sleep(GATHER_MS).then(() => {
      const returned = this.#returned;
      this.#returned = [];
      this.#returning = undefined;
      return retryDeadlock(() => returnWork(returned, { workerId: this.#workerId, now: this.#now() }));
    });
    return this.#returning;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing === WRITERS) return;
    const pending = this.#pending.splice(0, BATCH);
    if (pending.length > 0) void this.#write(pending);
  }

  async #write(pending: readonly Pending[]): Promise<void> {
    const grouped = byEnvironment(
      pending.map((each) => ({ ...each, environmentId: each.attempted.work.environmentId })),
    );
    this.#writing++;
    await Promise.all([...grouped].map(([environmentId, own]) => this.#recordAll(environmentId, own)));
    this.#writing--;
    this.#flush();
  }

  async #recordAll(environmentId: string, pending: readonly Pending[]): Promise<void> {
    try {
      const attempted = pending.map((each) => each.attempted);
      // A cancellation locks rows of the queue too.
      const recorded = await retryDeadlock(() =>
        recordAttempts(environmentId, attempted, { workerId: this.#workerId, now: this.#now() }),
      );
      for (const { attempted, settle } of pending) settle(recorded.has(attempted.work.jobId));
    } catch (error) {
      for (const { fail } of pending) fail(error);
    }
  }

  #recordShared(attempted: Attempted): Promise<boolean> {
    const { work } = attempted;
    return transaction(async () => {
      await lockRuns(work.environmentId, [work.notificationId]);
      const final = await withFreshOutcome(attempted);
      const now = this.#now();
      const recorded = await recordAttempts(work.environmentId, [final], { workerId: this.#workerId, now });
      return recorded.has(work.jobId);
    });
  }
}
