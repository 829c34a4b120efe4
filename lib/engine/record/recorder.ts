import { type ClaimedWork, returnWork } from '#lib/engine/queue/work.ts';
import { Batches } from '#lib/postgres/batches.ts';
import { hotTransaction } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';
import { recordAttempts } from './record.ts';
import type { Attempted } from './rows.ts';
import { lockRuns, withFreshOutcome } from './shared-run.ts';

/** Maximum attempts per statement. */
const BATCH = 100;
/**
 * Maximum concurrent statements, per environment and in total. Attempts that end in the meantime are batched for the
 * next statements. This leaves connections of the pool for loading.
 */
const WRITERS = { ofGroup: 2, all: 4 };
/** Milliseconds that a finished attempt waits for other attempts, so that they are recorded together. */
const GATHER_MS = 2;

type Returned = ClaimedWork & { until: Date };

/** Records finished attempts and requeues jobs, many in one statement. */
export class Recorder {
  readonly #workerId: string;
  readonly #now: () => Date;
  readonly #attempts: Batches<Attempted, boolean>;
  readonly #returned: Batches<Returned, undefined>;

  constructor(workerId: string, now: () => Date, write = recordAttempts) {
    this.#workerId = workerId;
    this.#now = now;
    this.#attempts = new Batches({
      groupOf: ({ work }) => work.environmentId,
      // A deadlock is possible, because a cancellation locks rows of the queue too.
      write: async (attempted, environmentId) => {
        const recorded = await retryDeadlock(() => write(environmentId, attempted, { workerId, now: now() }));
        return attempted.map(({ work }) => recorded.has(work.jobId));
      },
      most: BATCH,
      writers: WRITERS,
      gather: GATHER_MS,
    });
    this.#returned = new Batches<Returned, undefined>({
      write: async (returned) => {
        await retryDeadlock(() => returnWork(returned, { workerId, now: now() }));
        return returned.map(() => undefined);
      },
      gather: GATHER_MS,
    });
  }

  /** @returns whether the attempt was recorded. False if another worker held the job by then. */
  record(attempted: Attempted): Promise<boolean> {
    if (attempted.records.hasActiveSibling) return retryDeadlock(() => this.#recordUnderLock(attempted));
    return this.#attempts.write(attempted);
  }

  /** Requeues a job that was not tried. */
  requeue(work: ClaimedWork, until: Date): Promise<void> {
    return this.#returned.write({ ...work, until });
  }

  #recordUnderLock(attempted: Attempted): Promise<boolean> {
    const { work } = attempted;
    return hotTransaction(async () => {
      await lockRuns(work.environmentId, [work.notificationId]);
      const final = await withFreshOutcome(attempted);
      const now = this.#now();
      const recorded = await recordAttempts(work.environmentId, [final], { workerId: this.#workerId, now });
      return recorded.has(work.jobId);
    });
  }
}
