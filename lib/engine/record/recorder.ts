import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimedWork, returnWork } from '#lib/engine/queue/work.ts';
import { transaction } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';
import { recordAttempts } from './record.ts';
import type { Attempted } from './rows.ts';
import { lockRuns, withFreshOutcome } from './shared-run.ts';

/** How many attempts one statement records at most. */
const BATCH = 100;
/**
 * How many statements are written at the same time, of one environment and in all; what ends meanwhile is gathered for the
 * next ones. They leave connections of the pool to loading.
 */
const WRITERS = { ofEnvironment: 2, all: 4 };
/** How long a finished attempt waits for others, so that they are recorded together. */
const GATHER_MS = 2;

interface Pending {
  attempted: Attempted;
  /** True when it was recorded; false when another worker held the job by then. */
  settle: (recorded: boolean) => void;
  fail: (error: unknown) => void;
}

/** What waits to be recorded of an environment, and how many of its statements are written now. */
interface Queue {
  pending: Pending[];
  writing: number;
}

/** Gathers finished attempts and jobs to put back, and writes them together. */
export class Recorder {
  readonly #workerId: string;
  readonly #now: () => Date;
  readonly #write: typeof recordAttempts;
  /** By environment. Those that wait longest come first. */
  readonly #queues = new Map<string, Queue>();
  #timer: NodeJS.Timeout | undefined;
  #writing = 0;
  #returned: (ClaimedWork & { until: Date })[] = [];
  #returning: Promise<void> | undefined;

  constructor(workerId: string, now: () => Date, write = recordAttempts) {
    this.#workerId = workerId;
    this.#now = now;
    this.#write = write;
  }

  /** @returns whether it was recorded. */
  record(attempted: Attempted): Promise<boolean> {
    if (attempted.records.isShared) return retryDeadlock(() => this.#recordShared(attempted));
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const { environmentId } = attempted.work;
    const queue = this.#queues.get(environmentId) ?? { pending: [], writing: 0 };
    this.#queues.set(environmentId, queue);
    queue.pending.push({ attempted, settle: resolve, fail: reject });
    if (queue.pending.length >= BATCH) this.#flush();
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

  /** Environments take turns. */
  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const [environmentId, queue] of [...this.#queues]) {
      if (this.#writing === WRITERS.all) return;
      if (queue.pending.length === 0 || queue.writing === WRITERS.ofEnvironment) continue;
      this.#queues.delete(environmentId);
      this.#queues.set(environmentId, queue);
      void this.#recordNext(environmentId, queue);
    }
  }

  async #recordNext(environmentId: string, queue: Queue): Promise<void> {
    const batch = queue.pending.splice(0, BATCH);
    queue.writing++;
    this.#writing++;
    await this.#recordAll(environmentId, batch);
    this.#writing--;
    queue.writing--;
    if (queue.writing === 0 && queue.pending.length === 0) this.#queues.delete(environmentId);
    this.#flush();
  }

  async #recordAll(environmentId: string, pending: readonly Pending[]): Promise<void> {
    try {
      const attempted = pending.map((each) => each.attempted);
      // A cancellation locks rows of the queue too.
      const recorded = await retryDeadlock(() =>
        this.#write(environmentId, attempted, { workerId: this.#workerId, now: this.#now() }),
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
