/** Raw statement: locks the queue rows that fence attempts. */

import { conclude } from '#lib/engine/attempt/conclude.ts';
import type { Decision, WindowDecision } from '#lib/engine/decision.ts';
import { type ClaimedWork, ofJobs, returnWork } from '#lib/engine/queue/work.ts';
import { recordAttempts } from '#lib/engine/record/record.ts';
import type { Records } from '#lib/engine/record/records.ts';
import { lockRuns, withFreshOutcome } from '#lib/engine/record/shared-run.ts';
import type { RunContext } from '#lib/engine/run-context.ts';
import { Batches } from '#lib/postgres/batches.ts';
import { hotQuery, hotTransaction } from '#lib/postgres/db.ts';
import { retryDeadlock } from '#lib/postgres/deadlock.ts';
import { type DigestOutcome, settleDigests } from './digest.ts';
import { settleLimits } from './throttle.ts';

/** Maximum attempts per transaction. */
const BATCH = 100;
/** Maximum concurrent transactions. */
const WRITERS = 2;

/** An attempt whose result depends on a window that runs share. */
export interface Undecided {
  work: ClaimedWork;
  run: RunContext;
  outcome: WindowDecision;
}

/**
 * Decides and records attempts that depend on windows, many in one transaction. The locks are taken in the order run,
 * work, window, so no run joins a window that closes or that another worker is deciding.
 */
export class WindowRecorder {
  readonly #workerId: string;
  readonly #now: () => Date;
  readonly #batches: Batches<Undecided, Records | undefined>;

  constructor(workerId: string, now: () => Date) {
    this.#workerId = workerId;
    this.#now = now;
    this.#batches = new Batches({
      groupOf: ({ work }) => work.environmentId,
      write: async (undecided, environmentId) => {
        const recorded = await retryDeadlock(() => hotTransaction(() => this.#decide(environmentId, undecided)));
        return undecided.map(({ work }) => recorded.get(work.jobId));
      },
      most: BATCH,
      writers: { all: WRITERS },
      gather: 'turn',
    });
  }

  /** @returns the records. Undefined if another worker holds the job, or if its run has ended. */
  record(undecided: Undecided): Promise<Records | undefined> {
    return this.#batches.write(undecided);
  }

  async #decide(environmentId: string, undecided: readonly Undecided[]): Promise<Map<string, Records>> {
    const now = this.#now();
    const workerId = this.#workerId;
    const ended = await lockRuns(environmentId, [...new Set(undecided.map(({ work }) => work.notificationId))]);
    const held = await lockHeld(environmentId, undecided, workerId);
    const isLate = ({ run, work }: Undecided) => ended.has(work.notificationId) && run.ended === undefined;
    const mine = undecided.filter(({ work }) => held.has(work.jobId));
    const late = mine.filter(isLate).map(({ work }) => ({ ...work, until: now }));
    if (late.length > 0) await returnWork(late, { workerId, now });
    const attempted = [];
    for (const { work, run, outcome } of await settleWindows(
      environmentId,
      mine.filter((each) => !isLate(each)),
      now,
    )) {
      attempted.push(await withFreshOutcome({ work, run, records: conclude(run, outcome, [], now) }));
    }
    await recordAttempts(environmentId, attempted, { workerId, now });
    return new Map(attempted.map(({ work, records }) => [work.jobId, records]));
  }
}

interface Settled {
  work: ClaimedWork;
  run: RunContext;
  outcome: Decision;
}

/** Decides the outcomes, the earliest runs first. */
async function settleWindows(environmentId: string, undecided: readonly Undecided[], now: Date): Promise<Settled[]> {
  const inOrder = undecided.toSorted((one, other) => (one.work.notificationId < other.work.notificationId ? -1 : 1));
  const limited = inOrder.filter(isLimited);
  const limits = await settleLimits(
    environmentId,
    limited.map(({ outcome }) => outcome),
    now,
  );
  const digests = await settleDigests(environmentId, inOrder.filter(isDigest), now);
  const outcomes = new Map<Undecided, Decision | undefined>([
    ...limited.map((each, at) => [each, limits[at]] as const),
    ...digests,
  ]);
  return inOrder.flatMap((each) => {
    const outcome = outcomes.get(each);
    return outcome ? [{ work: each.work, run: each.run, outcome }] : [];
  });
}

function isLimited(each: Undecided): each is Undecided & { outcome: Extract<WindowDecision, { type: 'limit' }> } {
  return each.outcome.type === 'limit';
}

function isDigest(each: Undecided): each is Undecided & { outcome: DigestOutcome } {
  return each.outcome.type !== 'limit';
}

/** Locks the jobs that the worker still holds by the same claim. */
async function lockHeld(
  environmentId: string,
  undecided: readonly Undecided[],
  workerId: string,
): Promise<Set<string>> {
  const rows = await hotQuery<{ job_id: string }>(
    'work-lock-held',
    `SELECT w.job_id FROM work w JOIN unnest($3::text[], $4::int[]) AS r (job_id, claims) ON r.job_id = w.job_id
     WHERE ${ofJobs('$1', '$5', '$3')} AND w.worker_id = $2 AND w.claims = r.claims
     ORDER BY w.notification_id, w.job_id FOR UPDATE OF w`,
    [
      environmentId,
      workerId,
      undecided.map(({ work }) => work.jobId),
      undecided.map(({ work }) => work.claims),
      undecided.map(({ work }) => work.notificationId),
    ],
  );
  return new Set(rows.map(({ job_id }) => job_id));
}
